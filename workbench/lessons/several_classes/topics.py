"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.explain.contributions import unit_contributions
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "contributions": Topic(
        unit_contributions,
        "What the features on the way to each leaf contribute if it weighs 1, by an exact rule of Gauss.",
    ),
}
