"""The lesson's three parts on measured tables, each number by hand."""

from itertools import combinations

import numpy as np
import pytest

from workbench.data.catalogue import load_dataset
from workbench.lessons.missing_sparse_categorical import real_tables
from workbench.text.numbers import number


def saved(y: np.ndarray, left: np.ndarray) -> float:
    """Half the squared error that two means take off one mean."""
    half = [((part - part.mean()) ** 2).sum() / 2 for part in (y, y[left], y[~left])]
    return float(half[0] - half[1] - half[2])


def test_the_days_without_ozone_are_tried_on_both_sides() -> None:
    data = load_dataset("airquality")
    x, y = data.X[:, 0], data.y
    values, gone = np.unique(x[~np.isnan(x)]), np.isnan(x)
    cuts = (values[1:] + values[:-1]) / 2
    wanted = [
        max(saved(y, (x <= cut) | gone) for cut in cuts),
        max(saved(y, x <= cut) for cut in cuts),
        saved(y, ~gone),
    ]
    found = real_tables.ways_of_the_missing()
    assert [gain for *_, gain in found] == pytest.approx(wanted, rel=1e-9)
    words = real_tables.gaps_words()
    assert "37 of 153 days" in words
    assert "**Missing left** gains most" in words
    at = float(found[0][1].split()[-1])
    for days in (x <= at, x > at, gone):
        assert number(float(y[days].mean())) in words


def test_surrogates_are_ranked_by_the_days_they_send_the_same_way() -> None:
    data = load_dataset("airquality")
    cut, ranked, (left, right) = real_tables.stand_ins()
    threshold = float(cut.split()[-1])
    known = ~np.isnan(data.X[:, 0])
    primary = data.X[:, 0] <= threshold
    assert (left, right) == ((primary & known).sum(), (~primary & known).sum())
    agreements = []
    for each in ranked:
        x = data.X[:, each.feature]
        values = np.unique(x[known & ~np.isnan(x)])
        same = [
            ((x[known] <= at) == (primary[known] == below))[~np.isnan(x[known])].sum()
            for at in (values[1:] + values[:-1]) / 2
            for below in (True, False)
        ]
        n = (known & ~np.isnan(x)).sum()
        assert round(each.agreement * known.sum()) == max(same) or each.agreement == max(same) / n
        assert each.adjusted == pytest.approx(
            (each.agreement * known.sum() - max(left, right)) / (known.sum() - max(left, right))
        )
        agreements.append(each.agreement)
    assert agreements == sorted(agreements, reverse=True)
    assert len(ranked) == 2


def test_the_sorted_cuts_hold_the_best_of_all_partitions() -> None:
    data = load_dataset("automobile")
    ways = {each.name: each for each in real_tables.category_ways()}
    assert (ways["make"].n_categories, ways["make"].n_partitions) == (22, 2_097_151)
    assert ways["make"].every is None
    for name in ("fuel system", "engine type", "drive wheels"):
        x = data.X[:, data.feature_names.index(name)]
        codes = range(ways[name].n_categories)
        every = [saved(data.y, np.isin(x, left)) for n in codes[1:] for left in combinations(codes, n)]
        alone = [saved(data.y, x == code) for code in codes]
        assert ways[name].every == pytest.approx(max(every), rel=1e-9)
        assert ways[name].by_order == pytest.approx(max(every), rel=1e-9)
        assert ways[name].one_vs_rest == pytest.approx(max(alone), rel=1e-9)
    assert "2,097,151" in real_tables.category_words()
