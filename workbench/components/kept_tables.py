"""Tables that a reader has opened, kept by the browser over a reload; drawn as nothing."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.components import register, told, when_told

_tables = register(__file__, "")
_KEY = "kept_tables"


def kept_tables(
    errand: str,
    on_found: Callable[[Mapping[str, Any]], None],
    *,
    keep: Sequence[Mapping[str, str]] = (),
    ask: str | None = None,
    forget: bool = False,
    list_all: bool = False,
) -> None:
    """Have the browser keep tables, look for one, forget all, or list them; each errand is run once.

    errand: names what is to be done. keep: id and texts of each. ask: the id of one; on_found is called
    with "asked", and with "table", None where there is none; of a list with "listed": ids and names.
    """
    _tables(
        key=_KEY,
        height="content",
        data={
            **{"errand": errand, "keep": [dict(each) for each in keep], "ask": ask},
            **{"forget": forget, "list": list_all},
        },
        on_found_change=when_told(_KEY, "found", lambda: on_found(told(_KEY, "found"))),
    )
