"""A small table whose cells can be blanked, beside the (i, j, v) list of those that are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.components import register, when_told
from workbench.lessons.missing_sparse_categorical.blank_table import (
    NAMES,
    TABLE,
    TARGET,
    BlankTable,
    cell_text,
)

_celltable = register(__file__, '<div class="cell-table"></div>')


def table_data(
    gaps: BlankTable, base: int, goes: Sequence[tuple[str, str]], asked: int | None
) -> dict[str, Any]:
    """What the browser needs to draw the table.

    base: the number of the first row and column. goes: for each row its side ("" to hide it), and by what.
    asked: the feature that the split asks.
    """
    listed = gaps.entries.to_frame(base)
    places = zip(gaps.entries.row.tolist(), gaps.entries.column.tolist(), strict=True)
    texts = listed.astype({"v": int}).astype(str).itertuples(index=False)
    return {
        "names": NAMES,
        "values": TABLE.astype(int).tolist(),
        "target": TARGET.astype(int).tolist(),
        "blank": cell_text(gaps.blank),
        "absent": gaps.absent,
        "base": base,
        "entries": [
            {"row": row, "column": column, "text": ", ".join(text).replace("-", "−")}
            for (row, column), text in zip(places, texts, strict=True)
        ],
        "goes": [{"side": side, "by": by} for side, by in goes],
        "asked": asked,
    }


def cell_table(data: dict[str, Any], *, key: str, on_cells: Callable[[], None]) -> None:
    """Draw the table. What the reader blanks is in the session state under `key`, as `cells`.

    cells: {"blank": the blank cells as text}.
    """
    _celltable(data=data, key=key, on_cells_change=when_told(key, "cells", on_cells))
