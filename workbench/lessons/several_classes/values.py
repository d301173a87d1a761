"""Of the link: whose tree is large, and which kind of importance is drawn. Pure."""

from gbtlib.explain.importance import IMPORTANCE
from workbench.link.rules import Entry, position

OF_CLASS = "of_class"
IMPORTANCE_KIND = "importance"

VALUES: dict[str, Entry] = {
    OF_CLASS: position("the class of the row"),
    IMPORTANCE_KIND: Entry("gain", IMPORTANCE),
}
