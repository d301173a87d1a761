"""AdaBoost: weights, error and vote, round by round."""

from workbench.lessons.adaboost.values import ADA_FLIP, ADA_WRONG, VALUES
from workbench.link.values import CRITERION, NODE, PURITY, ROUND, ROW, TREE_POINTS, TREE_SPLIT
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "adaboost",
    "AdaBoost",
    "What if trees chase what is still wrong?",
    "Weights, error and vote round by round, beside gradient boosting under exponential loss.",
    controls="none",
    shared=(
        *("data", "noise", "seed", "missing", CRITERION, PURITY, TREE_POINTS, TREE_SPLIT),
        *(ROUND, NODE, ROW),
    ),
    own=VALUES,
    opening={"data": "moons", "noise": 0.3, ADA_FLIP: 1, ADA_WRONG: 69},
    screenshot="guess=0&round=5",
)
