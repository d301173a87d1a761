"""The clinic: boosters, trees, prunings and votes with one fault each, to be found by their numbers."""

from workbench.lessons.clinic.values import VALUES
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "clinic",
    "The clinic",
    "What ails this booster?",
    "Models with one fault each, beside healthy twins; find the wrong line of arithmetic.",
    controls="none",
    own=VALUES,
    screenshot="moment=7&told=1",
)
