"""Of the link: which loss, on which rows, how it is boosted, the row that is looked at. Pure."""

from gbtlib.checks.rules import Choice, Rule
from gbtlib.losses.formula import LONGEST
from workbench.lessons.your_own_loss.asked import DEFAULT_TEXT, LOSS_NAMES, TARGETS
from workbench.lessons.your_own_loss.rows import HIGHEST, LOWEST, SOURCES
from workbench.link.rules import FLAG, Entry, Text, Typed, count, number, settled
from workbench.link.values import BINNING

LOSS = "own_loss"
FORMULA = "own_formula"
TARGET = "own_target"
DELTA = "own_delta"
TAU = "own_tau"
DATA = "own_data"
ROUNDS = "own_rounds"
RATE = "own_rate"
DEPTH = "own_depth"
LAMBDA = "own_lambda"
FROM_ZERO = "own_zero"
AT_ROW = "own_row"
AT_Y = "own_y"
AT_F = "own_F"
TOLD = "own_told"

VALUES: dict[str, Entry] = {
    LOSS: settled(Entry("huber", Choice(LOSS_NAMES))),
    FORMULA: settled(Entry(DEFAULT_TEXT, Typed(LONGEST))),
    TARGET: settled(Entry("numbers", Choice(TARGETS))),
    DELTA: settled(number(0.5, 0.05, 5.0, 0.05)),
    TAU: settled(number(0.9, 0.05, 0.95, 0.05)),
    DATA: settled(Entry("sine", Choice(tuple(SOURCES)))),
    ROUNDS: settled(count(20, 1, 100)),
    RATE: settled(number(0.3, 0.0001, 1.0, 0.01)),
    DEPTH: settled(count(2, 1, 1000, none_means="no limit")),
    LAMBDA: settled(number(1.0, 0.0, 20.0, 0.5)),
    FROM_ZERO: settled(FLAG),
    AT_ROW: Entry(None, Rule(whole=True, low=0, high=10**6, none_means="the last outlier")),
    AT_Y: Entry(None, Rule(low=LOWEST, high=HIGHEST, none_means="as measured")),
    AT_F: Entry(None, Rule(low=-1000, high=1000, none_means="where the row is")),
    TOLD: Entry("", Text()),  # losses that were seen to their end, by name
}
SEARCH = ("min_samples_split", *BINNING)
"""Which nodes are split, and at which cuts: as on all boosted lessons."""
