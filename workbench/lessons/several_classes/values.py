"""Of the link: whose tree is large. Pure."""

from workbench.link.rules import Entry, position

OF_CLASS = "of_class"
OPENS_AT = 3  # rounds of its way, from which it is foretold where a row goes

VALUES: dict[str, Entry] = {OF_CLASS: position("the class of the row")}
