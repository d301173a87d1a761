"""The lesson as a few lines of Python. Pure."""

from workbench.models.own_model import OwnModel
from workbench.text.given_snippet import READERS
from workbench.text.templates import templates

_LINES = templates(__file__)


def handover_snippet(given: OwnModel) -> str:
    """Opens the file, and prints what the lesson shows; CatBoost's say nothing that could be solved for."""
    reader = READERS[given.opened.library]
    is_solved = given.opened.library != "catboost"
    return _LINES["opened"].format(
        reader=reader,
        name=given.name,
        solve=f", solve_{reader}" if is_solved else "",
        solved=_LINES["solved"].format(reader=reader) if is_solved else "",
    )
