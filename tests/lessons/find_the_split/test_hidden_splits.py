"""Find the split: which cuts there are to be placed, and what is said of them."""

import numpy as np
import pytest

from tests.gbtlib.models import MODELS
from tests.lessons.find_the_split.hunts import hunt
from workbench.data.catalogue import DATASETS
from workbench.gains.curves import curves
from workbench.gains.named_candidates import NamedCandidates, ranking
from workbench.gains.view import POINTS
from workbench.lessons.find_the_split.hidden_splits import cuts_of
from workbench.lessons.find_the_split.words import KINDS, fits, kind_of, snap_words
from workbench.text.numbers import number

pytestmark = pytest.mark.sweep

NAMES = ("a", "b", "c", "d")


def test_a_guess_snaps_to_where_the_rows_part_and_not_to_the_nearest_midpoint() -> None:
    found = hunt("iris", "gini")
    rows, place = found.rows_in(0), NamedCandidates(found.candidates(0), found.names)
    x = found.X[rows, 2]
    cuts = cuts_of(place, 2, x)
    at = cuts.at(2.9)  # between 1.9 and 3; the next midpoints are 2.45 and 3.15
    assert at is not None
    assert (cuts.threshold[at], place.ranks[cuts.position[at]]) == (pytest.approx(2.45), 1)
    words = snap_words(found, 0, cuts, 2.9)
    assert words.startswith("A cut lies halfway between neighbouring values: 1.9 and 3 are parted at 2.45.")
    n = int((x == 1.5).sum())
    assert n > max(1, int((x == 1.6).sum()))
    assert snap_words(found, 0, cuts, 1.5).endswith(f"The {n} rows with 1.5 stay together.")


def test_a_feature_of_one_value_has_no_cut() -> None:
    found = hunt("iris", "gini")
    candidates = found.candidates(0)
    place = NamedCandidates(candidates.where(candidates.feature != 0), found.names)
    cuts = cuts_of(place, 0, np.full(105, 5.0))
    assert len(cuts) == 0
    assert cuts.at(5.0) is None
    assert snap_words(found, 0, cuts, 5.0) == "sepal length cannot be cut here: all its values are equal."


def test_of_two_ways_for_missing_rows_the_better_stands_for_a_cut() -> None:
    model = MODELS["missing"]
    candidates = model.candidates(1, 0)
    x = model.columns_.values[0]
    cuts = cuts_of(NamedCandidates(candidates, NAMES), 0, x)
    assert np.isnan(x).any()
    assert len(cuts) == len(np.unique(x[~np.isnan(x)])) - 1
    for i, threshold in enumerate(cuts.threshold):
        ways = candidates.where((candidates.feature == 0) & (candidates.threshold == threshold))
        allowed = ways.verdict == 0
        assert len(ways) == 2
        if allowed.any():
            assert candidates.score[cuts.position[i]] == ways.score[allowed].max()


@pytest.mark.parametrize("data", DATASETS)
def test_what_fits_a_data_set(data: str) -> None:
    info = DATASETS[data]
    expected = {
        "squared_error": info.n_classes == 0,
        "logistic": info.n_classes == 2,
        "gini": info.n_classes >= 2,
        "entropy": info.n_classes >= 2,
    }
    assert {kind: fits(kind, info) for kind in KINDS} == expected
    assert fits(kind_of("usual", info, "entropy"), info)


def test_candidates_of_classes_are_ranked_with_their_class_weights() -> None:
    found = hunt("iris", "gini")
    candidates = found.candidates(0)
    rows = ranking(candidates, found.names)
    best = candidates.best
    assert best is not None
    assert rows["classes left"][0] == " : ".join(number(each) for each in candidates.class_weights_left[best])
    assert rows["classes right"][0] == "0 : 35 : 35"
    assert not {"GL", "HL"} & set(rows.columns)
    assert rows["gain"].tolist() == sorted(candidates.gain, reverse=True)[:10]


@pytest.mark.parametrize("kind", ["gini", "entropy"])
def test_gain_curves_of_classes_are_their_candidates(kind: str) -> None:
    found = hunt("wine", kind)
    candidates = found.candidates(0)
    for feature in range(len(found.names)):
        part = candidates.of_feature(feature)
        (way,) = curves(NamedCandidates(candidates, found.names), feature, 0, POINTS)
        np.testing.assert_allclose(way.gain, part.gain, rtol=1e-6)
