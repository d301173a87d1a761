"""The Sonar laboratory: areas under the ROC curve over random splits, and a tree that gives its rows away."""

from workbench.lessons.sonar_laboratory.values import VALUES
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "sonar_laboratory",
    "Sonar laboratory",
    "Is .78 better than .76?",
    "Eight models, rows dealt out again and again: what one deal can tell; what a printed tree gives away.",
    controls="none",
    own=VALUES,
    screenshot="one_split=25",
)
