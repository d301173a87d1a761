"""Greedy or best: every tree of depth two on a few rows, and which of them greed finds."""

from workbench.lessons.greedy_or_best.values import VALUES
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "greedy_or_best",
    "Greedy or best",
    "Is the greedy tree the best tree?",
    "Every tree of depth two on a dozen rows at once: where greed loses, why, and why one is greedy still.",
    controls="none",
    own=VALUES,
    screenshot="first_cut=20&greedy_told=1",
)
