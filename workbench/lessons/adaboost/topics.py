"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.adaboost import samme as adaboost
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "AdaBoost round": Topic(
        adaboost.samme,
        "The weighted error gives the tree weight; wrong rows are raised by its exponential.",
        "error = float",
        "return Samme(error, tree_weight, normaliser",
    ),
    "AdaBoost loop": Topic(
        adaboost.adaboost_rounds,
        "Each round grows a tree on the weighted rows; its vote is added, and the rows are weighed anew.",
        "for number in range",
        "weights, votes, ended",
    ),
    "votes": Topic(adaboost.add_vote, "A tree's weight goes to the class that it predicts for a row."),
}
