"""Of the link: which source is read, and the terms that are translated. Pure."""

from gbtlib.checks.rules import Choice, Rule
from workbench.link.rules import Entry, number, settled
from workbench.sources.vocabulary import LOSSES, OPTIONS, VOICES

SOURCE = "source"
NAMES = "names"
SECTIONS = ("scratch", "cart", "onedal", "pluggable", "nested", NAMES)

SPOKEN, SPOKEN_LOSS = "spoken_in", "spoken_loss"
SPOKEN_LAMBDA, SPOKEN_GAMMA, SPOKEN_RATE = "spoken_lambda", "spoken_gamma", "spoken_rate"
OF_ROW = {
    **{"depth": "spoken_depth", "rounds": "spoken_rounds", "leaf rows": "spoken_leaf_rows"},
    **{"node rows": "spoken_node_rows", "bins": "spoken_bins", "bin rows": "spoken_bin_rows"},
    **{"purity": "spoken_purity", "folds": "spoken_folds"},
    **{"start": "spoken_start", "test": "spoken_test", "missing": "spoken_missing"},
    "accepts": "spoken_accepts",
}
"""The value of the link for each row of the vocabulary."""


def _whole(default: int | None, low: int, high: int, none_means: str | None = None) -> Entry:
    return settled(Entry(default, Rule(whole=True, low=low, high=high, none_means=none_means)))


def _option(row: str) -> Entry:
    return settled(Entry(next(iter(OPTIONS[row])), Choice(tuple(OPTIONS[row]))))


VALUES: dict[str, Entry] = {
    SOURCE: settled(Entry("scratch", Choice(SECTIONS))),
    SPOKEN: settled(Entry("scratch", Choice(tuple(VOICES)))),
    SPOKEN_LOSS: settled(Entry("logistic", Choice(tuple(LOSSES)))),
    SPOKEN_LAMBDA: settled(number(1.0, 0.0, 1e9, 0.5)),
    SPOKEN_GAMMA: settled(number(0.0, 0.0, 1e9, 0.5)),
    SPOKEN_RATE: settled(number(0.1, 0.0001, 1e4, 0.05)),
    OF_ROW["depth"]: _whole(5, 1, 1000, "no limit"),
    OF_ROW["rounds"]: _whole(10, 1, 10**4),
    OF_ROW["leaf rows"]: _whole(1, 1, 10**4),
    OF_ROW["node rows"]: _whole(2, 2, 10**4),
    OF_ROW["bins"]: _whole(None, 2, 10**4, "every cut"),
    OF_ROW["bin rows"]: _whole(1, 1, 10**4),
    OF_ROW["purity"]: settled(Entry(0.95, Rule(low=0.5, high=1, none_means="one class only"), 0.05)),
    OF_ROW["folds"]: _whole(5, 2, 20, "no pruning"),
    **{OF_ROW[row]: _option(row) for row in OPTIONS},
}
