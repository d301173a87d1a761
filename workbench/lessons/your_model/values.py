"""Of the link: which model, how many splits and rounds one has heard, which node one looks at. Pure."""

from workbench.link.rules import Entry, count, position
from workbench.shell.own_tables import MODEL, OF_FILE

HEARD, LOOKED_AT = "heard", "looked_at"

VALUES: dict[str, Entry] = {
    MODEL: OF_FILE,
    HEARD: count(0, 0, 10**3),
    LOOKED_AT: position("the split that is heard"),
}
