"""A stage in one file of HTML that asks nobody: the script of the live page, and all that it shows. Pure."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.components.bundle import drawing_script
from workbench.components.plain_page import OR_SAY_SO, Origin, fitting, letters, out_of_sight, page_around
from workbench.components.views import views_script
from workbench.stage.packing import packed
from workbench.stage.record import Cursor, Stage

_SCRIPT = Path(__file__).parent / "core" / "saved_stage.js"
_HARDEST = 9
_BODY = '<main><div class="stage"></div></main>'


def saved_stage(origin: Origin, stage: Stage, cursor: Cursor) -> bytes:
    """The file, in UTF-8. cursor: where it opens."""
    drawn = f"$page({views_script([stage.view])}){OR_SAY_SO}"
    script = f"(() => {{\n{drawing_script(_SCRIPT, '$page')}\n{drawn}\n}})()"
    style = letters() + _SCRIPT.with_suffix(".css").read_text(encoding="utf-8")
    facts = whole_record(stage, cursor)
    pages = ((facts, ""), (facts | {"moments": {}}, stage.too_large))
    return fitting(
        page_around(origin, _BODY, out_of_sight("stage", packed(each, _HARDEST)), script, note, style)
        for each, note in pages
    )


def whole_record(stage: Stage, cursor: Cursor) -> dict[str, Any]:
    """All that a stage shows where the cursor is in a step at first: see core/record_source.js."""
    steps = range(1, stage.n_steps + 1)
    moments: Mapping[int, Any] = {}
    if stage.moment is not None:
        moments = {number: stage.moment(stage.start | {stage.step: number}) for number in steps}
    return {
        "view": stage.view,
        "name": stage.name,
        "n_steps": stage.n_steps,
        "step": stage.step,
        "low": stage.low,
        "first": stage.first,
        "start": stage.start,
        "follows": stage.follows,
        "resets": {name: stage.start[name] for name in stage.resets},
        "cursor": {name: cursor[name] for name in stage.held},
        "record": stage.record(),
        "moments": moments,
    }
