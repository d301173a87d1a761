"""The three parts of the lesson on measured tables: gaps of air quality, categories of cars. Pure."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib import (
    GradientBoostingRegressor,
    SecondOrder,
    Surrogate,
    TreeParams,
    grow_tree,
    sort_columns,
    surrogates_of,
)
from gbtlib.inputs.table_columns import split_search
from workbench.data.catalogue import load_dataset
from workbench.data.sources import levels_of
from workbench.text.numbers import number, threshold_text
from workbench.text.questions import question_of
from workbench.text.tables import markdown_table

MEASURED = 3  # features of air quality that are measurements: ozone, solar radiation, wind
MOST_SCORED = 10  # categories whose partitions are all scored
OZONE = 0

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class AirQuality:
    """The days by their measurements. X: (153, 3), NaN where one is missing; warm: (153,) temperatures."""

    names: tuple[str, ...]
    X: Floats
    warm: Floats

    @property
    def criterion(self) -> SecondOrder:
        """What a split is worth in the first tree of boosting on half squared error, without lambda."""
        return SecondOrder(self.warm.mean() - self.warm, np.ones(len(self.warm)), reg_lambda=0.0)


@lru_cache(maxsize=1)
def air_quality() -> AirQuality:
    """The measured days."""
    data = load_dataset("airquality")
    return AirQuality(
        data.feature_names[:MEASURED], data.X[:, :MEASURED], np.asarray(data.y, dtype=np.float64)
    )


def ways_of_the_missing() -> list[tuple[str, str, float]]:
    """The best cut on ozone with the days without it left, right, and by themselves: what, which, gain."""
    air = air_quality()
    every = split_search(sort_columns(air.X), air.criterion, TreeParams()).candidates()
    found = every.of_feature(OZONE)
    apart = np.isinf(found.threshold)
    rows = []
    for name, mine in (
        ("missing left", found.default_left & ~apart),
        ("missing right", ~found.default_left & ~apart),
        ("by themselves", apart),
    ):
        i = int(np.flatnonzero(mine)[found.gain[mine].argmax()])
        cut = "has ozone" if apart[i] else question_of(air.names[OZONE], float(found.threshold[i]))
        rows.append((name, cut, float(found.gain[i])))
    return rows


def gaps_words() -> str:
    """Which way the days without ozone go, and why."""
    air, rows = air_quality(), ways_of_the_missing()
    best = max(rows, key=lambda row: row[2])
    cells = [(name, cut, number(gain, 4)) for name, cut, gain in rows]
    table = markdown_table(("the days without ozone", "best cut", "gain"), cells, "llr")
    at = float(best[1].split()[-1]) if "≤" in best[1] else np.inf
    ozone = air.X[:, OZONE]
    gone = np.isnan(ozone)
    low, high, unknown = (number(float(air.warm[days].mean())) for days in (ozone <= at, ozone > at, gone))
    return (
        f"On {int(gone.sum())} of {len(gone)} days in New York nobody measured ozone. Which way do they go "
        "when the temperature is predicted from ozone, solar radiation and wind?\n\n"
        f"{table}\n\n**{best[0].capitalize()}** gains most. The days with less ozone than there is at that "
        f"cut were {low} °F warm on average, those with more {high}, those without a value {unknown}: their "
        "side is learned as the cut is, by trying both."
    )


@lru_cache(maxsize=1)
def stand_ins() -> tuple[str, list[Surrogate], tuple[int, int]]:
    """The root's cut with surrogates, these, and the days with ozone on its left and right."""
    air = air_quality()
    params = TreeParams(max_depth=1, surrogates=MEASURED - 1)
    tree = grow_tree(sort_columns(air.X), air.criterion, params).tree
    x = air.X[:, int(tree.feature[0])]
    left = int((x <= tree.threshold[0]).sum())
    cut = question_of(air.names[int(tree.feature[0])], float(tree.threshold[0]))
    return cut, surrogates_of(tree, 0), (left, int((~np.isnan(x)).sum()) - left)


def surrogate_words() -> str:
    """The surrogates of the root of air quality, ranked by agreement on the days that have ozone."""
    air = air_quality()
    cut, ranked, (left, right) = stand_ins()
    known, majority = left + right, max(left, right)
    rows = []
    for place, each in enumerate(ranked, 1):
        sign, same = "≤" if each.below_left else ">", round(each.agreement * known)
        asks = f"{air.names[each.feature]} {sign} {threshold_text(each.threshold, air.names[each.feature])}"
        rows.append((place, asks, f"{same}/{known}", number(each.agreement), number(each.adjusted)))
    heads = ("", "surrogate: left if", "sent the same way", "agreement", "adjusted")
    table = markdown_table(heads, rows, "rlr")
    return (
        f"Scored on the {known} days that have ozone, the root asks **{cut}** and sends {left} of them left, "
        f"{right} right. For the {len(air.warm) - known} days without ozone others stand in, in the order "
        f"of how many days they send the same way:\n\n{table}\n\nAdjusted is what is better than the "
        f"majority's {majority} of {known}: (same − {majority})/({known} − {majority})."
    )


class CategoryWays(NamedTuple):
    """The ways to part a feature's categories in the first node, and the best gain by each way of looking.

    n_categories: L; n_partitions: 2^(L-1) - 1. every: of all; None where they are too many to be scored.
    """

    name: str
    n_categories: int
    n_partitions: int
    by_order: float
    one_vs_rest: float
    every: float | None


@lru_cache(maxsize=1)
def category_ways() -> tuple[CategoryWays, ...]:
    """The categories of the cars, in the first round on the price, those with most categories first."""
    data = load_dataset("automobile")
    model = GradientBoostingRegressor(
        n_estimators=1, max_depth=1, reg_lambda=0.0, categorical_features=data.categorical, trace="full"
    ).fit(data.X, data.y)
    found = []
    for feature in data.categorical or ():
        name = data.feature_names[feature]
        n = len(levels_of(name))
        ways = ["sorted", "one_vs_rest", *(["exhaustive"] if n <= MOST_SCORED else [])]
        best = [float(model.partitions_of(1, feature, way=way).gain.max()) for way in ways]
        found.append(CategoryWays(name, n, 2 ** (n - 1) - 1, best[0], best[1], best[2] if best[2:] else None))
    return tuple(sorted(found, key=lambda each: -each.n_categories))


def category_words() -> str:
    """How many partitions the features of the cars have, and what each way of looking finds."""
    heads = ("feature", "categories L", "all: 2^(L−1) − 1", "sorted: L − 1", "best sorted")
    rows = []
    for each in category_ways():
        every = "too many to score" if each.every is None else number(each.every, 4)
        counts = (each.n_categories, f"{each.n_partitions:,}", each.n_categories - 1)
        rows.append((each.name, *counts, number(each.by_order, 4), number(each.one_vs_rest, 4), every))
    table = markdown_table((*heads, "one against the rest", "best of all"), rows, "lr")
    first = category_ways()[0]
    return (
        f"201 cars and their prices, the root of the first tree. {first.n_categories} makes can be parted in "
        f"{first.n_partitions:,} ways: nobody scores them all, and nobody has to, for the "
        f"{first.n_categories - 1} cuts of the makes sorted by G/H hold the best.\n\n{table}\n\n"
        "Where all were scored, the best of them is a cut of the sorted order; one against the rest falls "
        "short as soon as several categories belong together."
    )
