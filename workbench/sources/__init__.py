"""Sources: the five write-ups whose experiments the lessons redo, and what each calls the same things."""

from workbench.shell.page_entry import PageEntry
from workbench.sources.values import VALUES

SOURCES = PageEntry("sources", "Sources", "Where is all of this from?", controls="none", own=VALUES)
