"""Of the link: which write-up is read. Pure."""

from gbtlib.estimators.rules import Choice
from workbench.link.rules import Entry, settled

SOURCE = "source"
SECTIONS = ("scratch", "cart", "onedal", "pluggable", "nested")

VALUES: dict[str, Entry] = {
    SOURCE: settled(Entry("scratch", Choice(SECTIONS))),
}
