"""Exact or histogram: how many cuts are enough, and what one algorithm is called in seven systems."""

from workbench.lessons.exact_or_histogram.values import BINS_FEATURE, BINS_TOLD, HALVING, VALUES
from workbench.link.values import CLASS, DATA
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "exact_or_histogram",
    "Exact or histogram",
    "How many cuts are enough?",
    "Cuts between bins, histograms by subtraction, and one algorithm under seven names.",
    controls="none",
    shared=(DATA, CLASS),
    own=VALUES,
    opening={DATA: "breast_cancer"},
    asks_anew=(CLASS, BINS_FEATURE, HALVING, BINS_TOLD),
    screenshot="halving=6&bins_told=1",
)
