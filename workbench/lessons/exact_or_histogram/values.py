"""Of the link: which part, the data and the bins, what is drawn, and the terms of a system. Pure."""

from gbtlib.checks.rules import Choice, Rule
from workbench.lessons.exact_or_histogram.node_cuts import BINNED_DATA, MAX_BINS, RIGHT, ROOT
from workbench.link.rules import FLAG, Entry, count, number, position, settled
from workbench.models.systems import LOSSES_OF_TERMS, SYSTEMS

BINS_PART = "bins_part"
BINNED = "binned"
BINS_NODE = "bins_node"
BINS_FEATURE = "bins_feature"
MAX_BIN = "bins"
MARKED_BIN = "marked_bin"
BINS_OF = "bins_of"
AS_ONEDAL = "as_onedal"
ROWS_SHARE = "rows_share"
FEATURES_SHARE = "features_share"
DRAW = "draw"
SAID_IN, BESIDE = "said_in", "beside"
TERM_LOSS, TERM_LAMBDA, TERM_GAMMA, TERM_RATE = "term_loss", "term_lambda", "term_gamma", "term_rate"

VALUES: dict[str, Entry] = {
    BINS_PART: settled(Entry("cuts", Choice(("cuts", "errors", "names")))),
    BINNED: settled(Entry("sonar", Choice(BINNED_DATA))),
    BINS_NODE: settled(Entry(ROOT, Rule(whole=True, low=ROOT, high=RIGHT))),
    BINS_FEATURE: settled(position("the feature of the best cut")),
    MAX_BIN: count(6, MAX_BINS[0], MAX_BINS[-1]),
    MARKED_BIN: position("the bin that parts most"),
    BINS_OF: position("the feature with the next best cut"),
    AS_ONEDAL: settled(FLAG),
    ROWS_SHARE: settled(number(0.5, 0.05, 1.0, 0.05)),
    FEATURES_SHARE: settled(number(0.5, 0.05, 1.0, 0.05)),
    DRAW: settled(count(0, 0, 999)),
    SAID_IN: settled(Entry("xgboost", Choice(tuple(SYSTEMS)))),
    BESIDE: settled(Entry("pluggable", Choice(tuple(SYSTEMS)))),
    TERM_LOSS: settled(Entry("squared", Choice(LOSSES_OF_TERMS))),
    TERM_LAMBDA: settled(number(1.0, 0.0, 1e9, 0.5)),
    TERM_GAMMA: settled(number(1.0, 0.0, 1e9, 0.5)),
    TERM_RATE: settled(number(0.3, 0.0001, 1e4, 0.05)),
}
