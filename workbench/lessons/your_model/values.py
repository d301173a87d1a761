"""Of the link: which model, and how many of its splits and rounds one has heard. Pure."""

from workbench.link.rules import Entry, count
from workbench.shell.own_tables import MODEL, OF_FILE

HEARD = "heard"

VALUES: dict[str, Entry] = {
    MODEL: OF_FILE,
    HEARD: count(0, 0, 10**3),
}
