"""Of the link: the data and the bins, what stands below, and the terms of a system. Pure."""

from gbtlib.checks.rules import Choice, Rule
from workbench.lessons.exact_or_histogram.node_cuts import HALVINGS, RIGHT, ROOT
from workbench.link.rules import FLAG, Entry, count, number, position, settled
from workbench.models.systems import LOSSES_OF_TERMS, SYSTEMS

BINS_PART = "bins_part"
BINS_NODE = "bins_node"
BINS_FEATURE = "bins_feature"
HALVING = "halving"
BINS_LAMBDA = "bins_lambda"
BINS_TOLD = "bins_told"
BINS_VIEW = "bins_view"
AS_ONEDAL = "as_onedal"
SAID_IN, BESIDE = "said_in", "beside"
TERM_LOSS, TERM_LAMBDA, TERM_GAMMA, TERM_RATE = "term_loss", "term_lambda", "term_gamma", "term_rate"

VALUES: dict[str, Entry] = {
    BINS_PART: settled(Entry("cuts", Choice(("cuts", "names")))),
    BINS_NODE: settled(Entry(ROOT, Rule(whole=True, low=ROOT, high=RIGHT))),
    BINS_FEATURE: settled(position("the feature of the best cut")),
    HALVING: count(0, 0, len(HALVINGS)),
    BINS_LAMBDA: settled(number(1.0, 0.0, 1000.0, 0.5)),
    BINS_TOLD: FLAG,
    BINS_VIEW: Entry("model", Choice(("model", "child"))),
    AS_ONEDAL: settled(FLAG),
    SAID_IN: settled(Entry("xgboost", Choice(tuple(SYSTEMS)))),
    BESIDE: settled(Entry("pluggable", Choice(tuple(SYSTEMS)))),
    TERM_LOSS: settled(Entry("squared", Choice(LOSSES_OF_TERMS))),
    TERM_LAMBDA: settled(number(1.0, 0.0, 1e9, 0.5)),
    TERM_GAMMA: settled(number(1.0, 0.0, 1e9, 0.5)),
    TERM_RATE: settled(number(0.3, 0.0001, 1e4, 0.05)),
}
