"""Every widget key with its default and range, and the frozen Settings that a fit depends on."""

from __future__ import annotations

from dataclasses import dataclass

# Keys are also the names in the link.
DATA, RATE, DEPTH, ROUNDS, ROUND = "data", "learning_rate", "max_depth", "n_estimators", "round"
TREE, NODE = "tree", "node"  # the tree component, and the node chosen in it

LESSON_DATA = ("cos_x2", "cos_x", "sonar")
RATE_RANGE = (0.05, 1.0, 0.05)  # lowest, highest, step
DEPTH_RANGE = (1, 8, 1)
ROUNDS_RANGE = (10, 200, 10)
DEFAULTS = {DATA: "cos_x2", RATE: 0.3, DEPTH: 3, ROUNDS: 50, ROUND: 1}


@dataclass(frozen=True)
class Settings:
    """What is fitted. The cursor (the round) is not part of it: moving it never fits again."""

    dataset: str
    learning_rate: float
    max_depth: int
    n_estimators: int
