"""A stage in a notebook: what a widget of the anywidget protocol is made of. Pure.

class StageWidget(anywidget.AnyWidget):
    _esm = widget_module("boosting_rounds")
    record = traitlets.Bytes(widget_record(stage, cursor)).tag(sync=True)
    cursor = traitlets.Dict(cursor).tag(sync=True)

widget = StageWidget()
widget.on_msg(lambda widget, asked, _: widget.send(*widget_answer(stage, asked)))
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.components.bundle import drawing_script
from workbench.components.views import views_script
from workbench.stage.packing import packed
from workbench.stage.record import Cursor, Stage
from workbench.stage.saved import whole_record

_SCRIPT = Path(__file__).parent / "core" / "widget_stage.js"


def widget_module(view: str) -> str:
    """The script of a view's widget, an ES module: drawn by its render({ model, el })."""
    script = drawing_script(_SCRIPT, "$widget")
    return f"{script}\nexport default $widget({views_script([view])})\n"


def widget_record(stage: Stage, cursor: Cursor) -> bytes:
    """The model's value "record": the steps, and no moment, for a notebook can be asked."""
    return packed(whole_record(stage, cursor) | {"moments": {}})


def widget_answer(stage: Stage, asked: Mapping[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
    """The answer to a message of the widget's: the cursor that it has asked for, and its moment packed."""
    return {"at": asked["moment"]}, [stage.packed_moment(stage.start | dict(asked["moment"]))]
