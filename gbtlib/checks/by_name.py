"""Parameters by their names alone: what has no name, or is not known, is refused with those there are."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=type)


def by_name(kind: Kind) -> Kind:
    """A class whose constructor says which parameters there are; stands above @dataclass(kw_only=True).

    Errors, of the class when it is called: TypeError, as Python's own, which lists no parameters.
    """
    make: Any = kind.__init__  # type: ignore[misc]
    known = list(inspect.signature(make).parameters)[1:]

    @wraps(make)
    def checked(self: Any, *unnamed: Any, **named: Any) -> None:
        title, there_are = type(self).__name__, f"there are {', '.join(known)}"
        if unnamed:
            wrong = f"{title} takes its parameters by name, as {title}({known[0]}=...)"
            raise TypeError(f"{wrong}, and the first here has none; {there_are}")
        for name in named:
            if name not in known:
                raise TypeError(f"{name} is not a parameter of {title}; {there_are}")
        make(self, **named)

    kind.__init__ = checked  # type: ignore[misc]
    return kind
