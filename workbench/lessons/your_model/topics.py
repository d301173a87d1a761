"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.handover.collapsed import collapse
from gbtlib.handover.solve_xgboost import Splits, judged
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "witnesses": Topic(
        Splits.terms, "Each split is two equations in lambda, 1 / eta and alpha: its sum, and its gain."
    ),
    "what is vouched for": Topic(
        judged,
        "G is shown where both equations of a split hold, and no weight was stopped.",
        "sum_holds =",
        "G, off =",
    ),
    "collapse": Topic(
        collapse,
        "Each leaf adds to a constant, to the curves of its features, and to the grids of their pairs.",
        "leaves =",
        "grids =",
    ),
}
