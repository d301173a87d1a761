"""One tree or many: what many small trees can do that one large tree cannot."""

from workbench.lessons.one_tree_or_many.values import OPENING, VALUES
from workbench.link.values import (
    CLASS,
    GUESS_FIRST,
    NODE,
    OF_BOOSTING,
    ROUND,
    ROW,
    TREE_DEPTH,
    TREE_POINTS,
    TREE_SPLIT,
)
from workbench.shell.page_entry import PageEntry, SharedFit

LESSON = PageEntry(
    "one_tree_or_many",
    "One tree or many",
    "What can many trees do that one cannot?",
    "One tree of as many leaves beside the ensemble, on rows seen and unseen; a forest, two settings.",
    shared=(*OF_BOOSTING, NODE, ROW, TREE_DEPTH, TREE_POINTS, TREE_SPLIT),
    own=VALUES,
    opening=OPENING,
    asks_anew=(GUESS_FIRST,),
    shows={"model": SharedFit((ROUND, CLASS, NODE))},
    screenshot="round=20",
)
