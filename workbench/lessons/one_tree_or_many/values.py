"""Of the link: what the ensemble is compared with. Pure."""

from gbtlib.estimators.rules import Choice
from workbench.link.rules import Entry, Text, settled

COMPARE = "compare"
OTHER = "other"

VALUES: dict[str, Entry] = {
    COMPARE: settled(Entry("tree", Choice(("tree", "settings")))),
    OTHER: settled(Entry("reg_lambda:0", Text())),
}
