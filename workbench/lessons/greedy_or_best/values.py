"""Of the link: the rows, what a tree is worth on them, when greed stops, which tree is looked at. Pure."""

from gbtlib.checks.rules import Choice, Rule
from workbench.lessons.greedy_or_best.every_tree import PRUNINGS
from workbench.lessons.greedy_or_best.rows import LOSSES, MOST_ROWS, ROW_SETS
from workbench.link.rules import FLAG, Entry, count, number, position, settled

ROWS = "greedy_rows"
FLIPPED = "greedy_flipped"
LOSS = "greedy_loss"
LAMBDA = "greedy_lambda"
GAMMA = "greedy_gamma"
PRUNING = "greedy_pruning"
FIRST_CUT = "first_cut"
TREE = "any_tree"
TREE_NODE = "any_node"
TOLD = "greedy_told"

VALUES: dict[str, Entry] = {
    ROWS: settled(Entry("hard", Choice(tuple(ROW_SETS)))),
    FLIPPED: settled(count(0, 0, 2**MOST_ROWS - 1)),
    LOSS: settled(Entry("logistic", Choice(tuple(LOSSES)))),
    LAMBDA: settled(number(1.0, 0.0, 5.0, 0.1)),
    GAMMA: settled(number(0.0, 0.0, 0.5, 0.01)),
    PRUNING: settled(Entry("post", Choice(PRUNINGS))),
    FIRST_CUT: position("that of the greedy tree"),
    TREE: Entry(None, Rule(whole=True, low=0, high=10**6, none_means="the best behind the first cut")),
    TREE_NODE: count(0, 0, 6),
    TOLD: FLAG,
}
