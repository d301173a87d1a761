"""Your data: where a reader opens a table, says what its columns are, and takes it to the lessons."""

from workbench.shell.own_tables import OF_FILE, TABLE
from workbench.shell.page_entry import PageEntry

OWN_DATA = PageEntry(
    "your_data", "Your data", "What do trees make of your data?", controls="none", own={TABLE: OF_FILE}
)
