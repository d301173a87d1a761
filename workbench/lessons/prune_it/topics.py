"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.cart import cost_complexity, cross_validation
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "risk of nodes": Topic(
        cost_complexity.node_risk, "R(t): the risk of a row in the node, times the node's share of the rows."
    ),
    "weakest links": Topic(
        cost_complexity.weakest_links,
        "The weakest branches become leaves, again and again, until the root is the only one.",
        "risk = _weighted_risk",
        "branches.cut(cut[0])",
    ),
    "geometric means": Topic(
        cost_complexity.geometric_means, "Each tree is tried at an alpha well inside its interval."
    ),
    "fold by fold": Topic(
        cross_validation.cross_validate,
        "A tree is grown without the fold, pruned at every alpha, and asked about the fold.",
        "for k in range(n_folds)",
        "variance =",
    ),
}
