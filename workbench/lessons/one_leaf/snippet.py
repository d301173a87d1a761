"""A leaf worked by hand as a few lines of Python, with numpy and gbtlib's losses. Pure, without streamlit."""

from dataclasses import is_dataclass

from workbench.lessons.one_leaf.leaf import LeafRows
from workbench.text.templates import templates

_LINES = templates(__file__)


def leaf_snippet(leaf: LeafRows, n_steps: int, reg_lambda: float, rate: float) -> str:
    """Lines that make the leaf from its rows and print its weight, after some steps taken before.

    leaf: as it is before any step.
    """
    kind = type(leaf.loss)
    return _LINES["snippet"].format(
        module=kind.__module__,
        loss=kind.__name__,
        made=repr(leaf.loss) if is_dataclass(kind) else f"{kind.__name__}()",
        y=[float(each) for each in leaf.y],
        raw=float(leaf.F[0]),
        reg_lambda=float(reg_lambda),
        rate=float(rate),
        n=n_steps + 1,
    )
