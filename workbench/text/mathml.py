"""Formulas of LaTeX as MathML, which browsers typeset: the part of LaTeX that lessons use. Pure."""

import re
from collections.abc import Iterator
from html import escape

_SYMBOLS = {
    **{"alpha": "α", "eta": "η", "gamma": "γ", "lambda": "λ", "sigma": "σ", "infty": "∞"},
    **{"ell": "ℓ", "Omega": "Ω"},
}
_OPERATORS = {
    **{"cdot": "·", "le": "≤", "ge": "≥", "in": "∈", "approx": "≈", "sum": "∑"},
    **{"leftarrow": "←", "Rightarrow": "⇒", "{": "{", "}": "}", "%": "%"},
}
_SPACES = {";": ".28em", ",": ".17em", "quad": "1em", " ": ".25em"}
_FUNCTIONS = {"max", "log"}
_IGNORED = {"!", "textstyle"}
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|[^\s\\]|\s+")


def mathml(latex: str) -> str:
    """A formula as an element of MathML.

    Errors: ValueError for a command that is not among those that lessons use, and for braces left open.
    """
    tokens = _Tokens(latex)
    inside = _row(tokens, "")
    return f"<math>{inside}</math>"


class _Tokens:
    """The tokens of a formula, one after another; spaces between them mean nothing but in texts."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.found = _TOKEN.findall(latex)
        self.at = 0

    def peek(self) -> str:
        """The next token, "" at the end."""
        while self.at < len(self.found) and self.found[self.at].isspace():
            self.at += 1
        return self.found[self.at] if self.at < len(self.found) else ""

    def take(self) -> str:
        """The next token, which is gone then."""
        token = self.peek()
        if not token:
            raise ValueError(f"latex={self.latex!r} ends where something must follow")
        self.at += 1
        return token

    def text(self) -> str:
        """What stands in braces, with its spaces."""
        self.take()
        end = self.found.index("}", self.at)
        words = "".join(self.found[self.at : end])
        self.at = end + 1
        return words


def _row(tokens: _Tokens, end: str) -> str:
    return f"<mrow>{''.join(_terms(tokens, end))}</mrow>"


def _terms(tokens: _Tokens, end: str) -> Iterator[str]:
    """Everything up to a token, which is taken, each with its scripts."""
    while tokens.peek() != end:
        term = _atom(tokens, is_whole=True)
        scripts = {}
        while tokens.peek() in ("_", "^"):
            mark = tokens.take()
            scripts[mark] = _atom(tokens)
        match "".join(sorted(scripts)):
            case "":
                yield term
            case "_":
                yield f"<msub>{term}{scripts['_']}</msub>"
            case "^":
                yield f"<msup>{term}{scripts['^']}</msup>"
            case _:
                yield f"<msubsup>{term}{scripts['_']}{scripts['^']}</msubsup>"
    if end:
        tokens.take()


def _atom(tokens: _Tokens, *, is_whole: bool = False) -> str:
    """A letter, a group, a command with what belongs to it. is_whole: a number has all its digits."""
    token = tokens.take()
    if token == "{":
        return _row(tokens, "}")
    if token.isdigit():
        while is_whole and re.fullmatch(r"[\d.]", tokens.peek()):
            token += tokens.take()
        return f"<mn>{token}</mn>"
    if token.startswith("\\"):
        return _command(tokens, token[1:])
    if token.isalpha():
        return f"<mi>{token}</mi>"
    return f'<mo stretchy="false">{escape(token.replace("-", "−"))}</mo>'


def _command(tokens: _Tokens, name: str) -> str:
    if name in ("frac", "tfrac"):
        return f"<mfrac>{_atom(tokens)}{_atom(tokens)}</mfrac>"
    if name == "sqrt":
        return f"<msqrt>{_atom(tokens)}</msqrt>"
    if name == "bar":
        return f'<mover accent="true">{_atom(tokens)}<mo>¯</mo></mover>'
    if name == "text":
        words = escape(tokens.text())
        return f"<mtext>{re.sub('^ | $', chr(0xA0), words)}</mtext>"  # spaces at its ends would be dropped
    if name == "operatorname":
        return f"<mi>{escape(tokens.text())}</mi>"
    if name in ("left", "right"):
        return f'<mo stretchy="true">{escape(tokens.take())}</mo>'
    if name in _SPACES:
        return f'<mspace width="{_SPACES[name]}"></mspace>'
    if name in _IGNORED:
        return ""
    if name in _FUNCTIONS:
        return f"<mi>{name}</mi>"
    if name in _SYMBOLS:
        return f"<mi>{_SYMBOLS[name]}</mi>"
    if name in _OPERATORS:
        return f"<mo>{_OPERATORS[name]}</mo>"
    raise ValueError(f"latex={tokens.latex!r} has \\{name}, which is not known here")
