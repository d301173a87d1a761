"""Presenter mode in the browser: its style, and keys that step from anywhere on the page."""

from workbench.components import register

_clicker = register(__file__, "")


def clicker(*, present: bool) -> None:
    """Listen to the keys of a clicker. present: whether the page shows the lesson alone."""
    _clicker(data={"present": present}, key="clicker", height=1, on_lost_change=_run)


def _run() -> None:
    """Called where a part of the page has asked for a run of all of it, which is what follows."""
