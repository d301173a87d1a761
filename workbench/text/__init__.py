"""Words and code that readers see: numbers, grammar, snippets of Python."""
