"""Losses worth a look, a click away. Pure, without streamlit."""

from collections.abc import Mapping
from typing import Any

from workbench.lessons.your_own_loss.values import SEARCH, VALUES
from workbench.link.presets import Preset
from workbench.link.values import ENTRIES, ROUND

_SEARCH = {name: ENTRIES[name].default for name in SEARCH}
_USUAL = {name: entry.default for name, entry in VALUES.items()} | _SEARCH | {ROUND: 10}
NAIVE = "-y * log(1 / (1 + exp(-F))) - (1 - y) * log(1 - 1 / (1 + exp(-F)))"


def _own(text: str, **more: Any) -> dict[str, Any]:
    return _USUAL | {"own_loss": "own", "own_formula": text} | more


_TO_THE_END = {"own_rate": 1.0, "own_lambda": 0.0, "own_depth": 6, "own_rounds": 60, ROUND: 30}
PRESETS: Mapping[str, Preset] = {
    "huber": Preset(
        "Huber",
        _USUAL,
        "The outlier lacks more than 2 and pulls with δ = 0.5. Set δ to 5, where nothing is capped.",
    ),
    "log_cosh": Preset(
        "Log cosh",
        _own("abs(F - y) + log(1 + exp(-2 * abs(F - y)))"),
        "Half squared error near 0, absolute error far away. Its hessian fades to 0 in the outliers: in a "
        "leaf of their own H is small and the step −G / (H + λ) is large, so they come back.",
    ),
    "pinball": Preset(
        "Pinball",
        _USUAL | {"own_loss": "quantile", "own_tau": 0.9},
        "Rows above pull nine times as hard as rows below, and only the side counts, not the distance: "
        "the prediction climbs until one row in ten is above it.",
    ),
    "naive": Preset(
        "Naive log loss",
        _own(NAIVE, own_target="classes", **_TO_THE_END),
        "Right on paper. But from F = 37 on, 1 / (1 + exp(−F)) is 1 to the last digit, and log(1 − p) is "
        "log 0. Go to the last round: one more, and it is over. Then take log loss, written without 1 − p.",
    ),
    "not_convex": Preset(
        "Not convex",
        _own("1 - exp(-(F - y) ** 2)"),
        "Rows far away pull with nearly 0: the outliers are given up. But between the bends the hessian is "
        "negative, and a Newton step there leads uphill; h = 1 keeps it going down.",
    ),
    "exponential": Preset(
        "Exponential",
        _USUAL | {"own_loss": "exponential"},
        "y says whether a row lies above 0, and the outliers have the wrong class. Each round in which a row "
        "stays wrong makes it pull harder; log loss stops at 1.",
    ),
}


def shown_preset(values: Mapping[str, Any]) -> Preset | None:
    """The preset on the screen, wherever one looks in it; None if it is none of them."""
    apart = {ROUND, "own_row", "own_y", "own_F", "own_told"}
    for preset in PRESETS.values():
        if all(values[name] == each for name, each in preset.values.items() if name not in apart):
            return preset
    return None
