"""Of the link: which part, what is blank and what that means, surrogates, partitions, the step. Pure."""

from gbtlib.checks.rules import Choice
from workbench.link.rules import FLAG, Cells, Entry, count, number, position, settled

GAPS_PART = "part"
BLANK = "blank"
ABSENT = "absent"
COUNT_FROM = "count_from"
GROWN_ON = "grown_on"
GROUPS = "groups"
GROUP_LAMBDA = "group_lambda"
GROUP_ORDER = "group_order"
PARTITION = "partition"
GAP_FEATURE = "gap_feature"
GAP_LAMBDA = "gap_lambda"
GAP_STEP = "gap_step"
GAP_TOLD = "gap_told"
GAP_NODE = "gap_node"

VALUES: dict[str, Entry] = {
    GAPS_PART: settled(Entry("missing", Choice(("missing", "surrogates", "categories")))),
    BLANK: Entry("1.0,2.0,7.0", Cells(8, 4)),
    ABSENT: settled(Entry("missing", Choice(("missing", "zero")))),
    COUNT_FROM: count(1, 0, 1),
    GROWN_ON: settled(Entry("full", Choice(("full", "blank")))),
    GROUPS: settled(Entry("five", Choice(("five", "three")))),
    GROUP_LAMBDA: number(1.0, 0.0, 5.0, 0.5),
    GROUP_ORDER: settled(Entry("ratio", Choice(("ratio", "damped", "label")))),
    PARTITION: position("the best of all"),
    GAP_FEATURE: settled(Entry("x1", Choice(("x1", "x2", "x3", "x4")))),
    GAP_LAMBDA: settled(number(1.0, 0.0, 5.0, 0.5)),
    GAP_STEP: position("where the question is asked"),
    GAP_TOLD: FLAG,
    GAP_NODE: settled(position("the node with most gaps")),
}
