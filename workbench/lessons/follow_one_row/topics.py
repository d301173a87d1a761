"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.core.tree import Tree
from gbtlib.explain.ledger import ledger
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "path of a row": Topic(
        Tree.apply, "All rows go down the tree at once, a level a step.", "rows = np.arange", "return at"
    ),
    "ledger": Topic(
        ledger,
        "The contributions of a row are added up in the order of the rounds.",
        "raw = base",
        "entries.append",
    ),
}
