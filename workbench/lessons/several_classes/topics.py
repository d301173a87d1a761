"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.loops.contributions import integrate
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "contributions": Topic(
        integrate,
        "The mean over all orders of the features on the way to a leaf, by an exact rule of Gauss.",
    ),
}
