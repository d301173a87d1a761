"""Of the link: what the ensemble is compared with. Pure."""

from typing import Any

from gbtlib.checks.rules import Choice
from workbench.link.rules import FLAG, Entry, Text, settled
from workbench.link.values import ROUND, TREE_DEPTH

COMPARE = "compare"
OTHER = "other"
TRAINED_ROWS = "trained_rows"
"""Whether rows that are trained on are looked at where others are held out."""

OPENING: dict[str, Any] = {"data": "circles", "noise": 0.3, "max_depth": 2, TREE_DEPTH: 100, ROUND: 2}
"""In every round both models have as many leaves, here few enough to be counted."""

VALUES: dict[str, Entry] = {
    COMPARE: settled(Entry("tree", Choice(("tree", "forest", "settings")))),
    OTHER: settled(Entry("reg_lambda:0", Text())),
    TRAINED_ROWS: FLAG,
}
