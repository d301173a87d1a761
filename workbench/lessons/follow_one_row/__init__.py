"""Follow one row: how its prediction comes about."""

from workbench.lessons.follow_one_row.opening import OPENING
from workbench.lessons.follow_one_row.values import VALUES
from workbench.link.values import CLASS, OF_BOOSTING, PATH_NODE, ROUND, ROW
from workbench.shell.page_entry import PageEntry, SharedFit

LESSON = PageEntry(
    "follow_one_row",
    "Follow one row",
    "How is one row predicted?",
    "Its ledger adds up: the start, then a leaf of every tree; its path through each of them.",
    shared=(*OF_BOOSTING, ROW, PATH_NODE),
    own=VALUES,
    opening=OPENING,
    shows={"model": SharedFit((ROUND, CLASS, ROW))},
    screenshot="guess=0&round=9",
)
