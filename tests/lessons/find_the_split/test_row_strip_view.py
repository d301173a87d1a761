"""The strip of Find the split holds the rows themselves, and its cuts."""

import numpy as np
import pytest

from tests.lessons.find_the_split.hunts import PLAYED, hunt, unpacked
from workbench.gains.named_candidates import NamedCandidates
from workbench.gains.view import NodeCuts, gain_view
from workbench.lessons.find_the_split.hidden_splits import cuts_of, judged
from workbench.lessons.find_the_split.row_strip_view import LOWER, MARKS, Turn, heights, strip_view, x_range
from workbench.text.numbers import number

pytestmark = pytest.mark.sweep


@pytest.mark.parametrize(("data", "kind"), PLAYED)
def test_the_strip_holds_the_rows_and_its_cuts(data: str, kind: str) -> None:
    found = hunt(data, kind)
    node, feature = found.order[-1], int(found.tree.feature[found.order[-1]])
    rows, place = found.rows_in(node), NamedCandidates(found.candidates(node), found.names)
    turn = Turn(asking=float(found.tree.threshold[node]), hidden=True)
    view = strip_view(found, node, place, feature, turn)
    x = found.X[rows, feature]
    assert view.n_rows == len(rows)
    if len(rows) <= MARKS:
        np.testing.assert_allclose(unpacked(view.x), x, rtol=1e-6)
        np.testing.assert_allclose(unpacked(view.y), heights(found, rows), rtol=1e-5, atol=1e-6)
    assert view.extent[0] < x.min() <= x.max() < view.extent[1]
    thresholds, n_left = unpacked(view.threshold), unpacked(view.n_left)
    assert len(thresholds) == len(np.unique(x)) - 1
    assert [int((x <= t).sum()) for t in cuts_of(place, feature, x).threshold] == n_left.tolist()
    assert view.at is not None
    assert n_left[view.at] == found.tree.n_samples[found.tree.children_left[node]]
    assert (view.chosen, view.levels, view.guess) == (None, None, None)
    shown = strip_view(found, node, place, feature)
    assert shown.chosen is not None
    assert (shown.at, shown.chosen.x) == (None, found.tree.threshold[node])
    curve = gain_view(NodeCuts(place.candidates, found.names), feature, extent=(*x_range(x), None, None))
    assert curve.extent[:2] == shown.extent[:2]


def test_many_rows_are_thinned_and_it_is_said() -> None:
    found = hunt("cos_x2", "squared_error")
    view = strip_view(found, 0, NamedCandidates(found.candidates(0), found.names), 0)
    assert len(unpacked(view.x)) == MARKS
    assert view.note == "800 of 5,000 rows are drawn."
    assert len(unpacked(view.threshold)) == 4999


def test_classes_lie_in_their_bands_and_are_counted() -> None:
    found = hunt("iris", "gini")
    rows, place = found.rows_in(0), NamedCandidates(found.candidates(0), found.names)
    y = heights(found, rows)
    bands = len(found.dataset.class_names) - 1 - found.shown[rows]
    assert (np.abs(y - bands + LOWER) < 0.3).all()
    feature = int(found.tree.feature[0])
    view = strip_view(found, 0, place, feature)
    left, right = (
        found.tree.class_weights[found.tree.children_left[0]],
        found.tree.class_weights[found.tree.children_right[0]],
    )
    assert view.classes == tuple(
        f"{name}: {a + b:.0f} ({a:.0f} left, {b:.0f} right)"
        for name, a, b in zip(found.dataset.class_names, left, right, strict=True)
    )
    assert strip_view(found, 0, place, feature, Turn(hidden=True)).classes[0] == "setosa: 35"


def test_guess_and_best_are_compared_where_they_lie_on_two_features() -> None:
    found = hunt("iris", "gini")
    place, x = found.place(0), found.X[found.rows_in(0)]
    best = found.tree.feature[0]
    other = 0 if best else 1
    guess = judged(place, cuts_of(place, other, x[:, other]), float(x[:, other].mean()))
    assert guess is not None
    view = strip_view(found, 0, place, other, Turn(guess=guess, choosing=True))
    mine, right = view.compared
    assert (mine.kind, mine.feature, right.kind, right.feature) == ("guess", other, "best", best)
    assert mine.share == guess.gain / found.tree.gain[0]
    assert mine.gain == f"gain {number(guess.gain)}, {number(100 * guess.share)} %"
    assert (right.share, right.gain) == (1.0, f"gain {number(float(found.tree.gain[0]))}")
    for feature, kind, cut in ((other, "guess", guess.threshold), (best, "best", found.tree.threshold[0])):
        low, high = x_range(x[:, feature])
        ((drawn, at),) = view.small[feature].cuts
        assert drawn == kind
        assert at / 255 == pytest.approx((cut - low) / (high - low), abs=1 / 255)
    hidden = strip_view(found, 0, place, other, Turn(guess=guess, hidden=True, choosing=True))
    assert not hidden.compared
    assert not any(small.cuts for small in hidden.small)


def test_guess_and_best_on_one_feature_are_seen_in_its_picture() -> None:
    found = hunt("iris", "gini")
    place, feature = found.place(0), int(found.tree.feature[0])
    x = found.X[found.rows_in(0), feature]
    view = strip_view(found, 0, place, feature, Turn(guess=judged(place, cuts_of(place, feature, x), 5.0)))
    assert not view.compared
    assert view.guess is not None
    assert view.chosen is not None
