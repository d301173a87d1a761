"""Boosting, round by round: what each new tree adds to the prediction."""

from workbench.lessons.boosting_rounds.values import OPENING, VALUES
from workbench.link.values import (
    CLASS,
    CUT,
    FEATURE,
    NODE,
    OF_BOOSTING,
    ROUND,
    WHAT_IF_GAMMA,
    WHAT_IF_LAMBDA,
)
from workbench.shell.page_entry import PageEntry, SharedFit

LESSON = PageEntry(
    "boosting_rounds",
    "Boosting, round by round",
    "What does each new tree add?",
    "Residuals, one tree for them, a step towards it: step through the rounds, back and forth.",
    shared=(*OF_BOOSTING, NODE, FEATURE, CUT, WHAT_IF_LAMBDA, WHAT_IF_GAMMA),
    own=VALUES,
    opening=OPENING,
    shows={"model": SharedFit((ROUND, CLASS, NODE))},
    screenshot="round=4&node=2",
)
