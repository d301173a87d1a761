"""Open a model: where a reader opens a boosted model of another library, and sees what is in it."""

from workbench.link.values import CLASS, NODE, ROUND
from workbench.shell.own_tables import MODEL, OF_FILE, ROWS
from workbench.shell.page_entry import PageEntry

OPEN_A_MODEL = PageEntry(
    "open_a_model",
    "Open a model",
    "What is in your model?",
    controls="none",
    shared=(ROUND, CLASS, NODE),
    own={MODEL: OF_FILE, ROWS: OF_FILE},
)
