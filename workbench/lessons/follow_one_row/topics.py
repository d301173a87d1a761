"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.explain.rescan import ledger
from gbtlib.loops.contributions import integrate
from gbtlib.loops.trees import find_leaves
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "path of a row": Topic(
        find_leaves, "All rows go down the tree together, a level a step.", "for _ in range"
    ),
    "ledger": Topic(
        ledger,
        "The contributions of a row are added up in the order of the rounds.",
        "raw = base",
        "entries.append",
    ),
    "contributions": Topic(
        integrate,
        "The mean over all orders of the features on the way to a leaf, by an exact rule of Gauss.",
    ),
}
