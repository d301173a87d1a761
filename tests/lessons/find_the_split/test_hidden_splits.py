"""Find the split: a guess is worth what a recount of its rows says; the tree so far, and the words."""

import numpy as np
import pytest

from gbtlib.core.tree import ARRAYS
from gbtlib.pictures.tree_layout import BOX_WIDTH, grown_nodes
from tests.gbtlib.models import MODELS
from tests.lessons.find_the_split.hunts import PLAYED, hunt, unpacked
from workbench.data.catalogue import DATASETS
from workbench.gains.named_candidates import NamedCandidates, ranking
from workbench.gains.view import NodeCuts, gain_view
from workbench.lessons.find_the_split.cut_words import snap_words
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits, cuts_of, judged, reason_of
from workbench.lessons.find_the_split.partial_tree import growing_view, in_the_middle
from workbench.lessons.find_the_split.row_strip_view import Turn, strip_view
from workbench.lessons.find_the_split.words import (
    KINDS,
    arithmetic,
    fits,
    kind_of,
    misfit_words,
    offers,
    prompt,
    sums,
    verdict,
    why_nothing,
)
from workbench.shell.scoring import share_of_best
from workbench.text.numbers import latex, number
from workbench.trees.box_text import FONT_SIZE, text_width
from workbench.trees.growth import tree_after

pytestmark = pytest.mark.sweep

NAMES = ("a", "b", "c", "d")


def impurity(kind: str, y: np.ndarray) -> float:
    shares = np.unique(y, return_counts=True)[1] / max(len(y), 1)
    return float(1 - (shares**2).sum()) if kind == "gini" else float(-(shares * np.log2(shares)).sum())


def naive_gain(found: HiddenSplits, rows: np.ndarray, left: np.ndarray) -> float:
    """The gain of parting rows, from the rows alone."""
    parts = [found.shown[rows], found.shown[rows[left]], found.shown[rows[~left]]]
    if found.of_classes:
        worth = [-len(y) * impurity(found.kind, y) for y in parts]
    elif found.kind == "squared_error":
        worth = [-0.5 * float(((y - y.mean()) ** 2).sum()) for y in parts]
    else:
        # Of two classes: -g is y - p, so that p is -(-g) where y is 0, and h = p (1 - p).
        h = [np.abs(y) * (1 - np.abs(y)) for y in parts]
        worth = [
            0.5 * float(y.sum()) ** 2 / (float(each.sum()) + 1) for y, each in zip(parts, h, strict=True)
        ]
    return worth[1] + worth[2] - worth[0]


def naive_gains(found: HiddenSplits, rows: np.ndarray) -> dict[int, list[float]]:
    """The gain of every cut of every feature, one by one: cut c parts the values up to number c."""
    gains = {}
    for feature in range(len(found.names)):
        x = found.X[rows, feature]
        gains[feature] = [naive_gain(found, rows, x <= value) for value in np.unique(x)[:-1].tolist()]
    return gains


@pytest.mark.parametrize(("data", "kind"), PLAYED)
def test_a_guess_is_worth_what_its_rows_say(data: str, kind: str) -> None:
    found = hunt(data, kind)
    rng = np.random.default_rng(0)
    for node in found.order[:2]:
        rows, place = found.rows_in(node), NamedCandidates(found.candidates(node), found.names)
        gains = naive_gains(found, rows)
        everything = np.array([gain for feature in gains for gain in gains[feature]])
        positive = everything[everything > 1e-9]
        for feature in rng.permutation(len(found.names))[:4].tolist():
            x = found.X[rows, feature]
            cuts = cuts_of(place, feature, x)
            assert len(cuts) == len(gains[feature])
            for guess in rng.uniform(x.min(), x.max(), 4).tolist() if len(cuts) else ():
                mine = judged(place, cuts, guess)
                assert mine is not None
                assert ((x <= mine.threshold) == (x <= guess)).all()
                gain = gains[feature][mine.cut]
                assert mine.gain == pytest.approx(gain, rel=1e-8, abs=1e-8)
                assert mine.share == pytest.approx(gain / everything.max(), rel=1e-8, abs=1e-8)
                assert mine.credit == share_of_best(mine.gain, float(place.candidates.gain.max()))
                assert mine.n_allowed == len(positive)
                better = int((positive > gain + 1e-8 * abs(gain)).sum())
                assert mine.rank == (1 + better if gain > 1e-9 else 0)
        chosen = judged(place, cuts_of(place, *chosen_cut(found, node)), float(found.tree.threshold[node]))
        assert chosen is not None
        assert (chosen.rank, chosen.share, chosen.credit) == (1, 1, 1)
        assert chosen.gain == pytest.approx(float(found.tree.gain[node]), rel=1e-12)


def chosen_cut(found: HiddenSplits, node: int) -> tuple[int, np.ndarray]:
    """The feature that a node was cut on, and its values there."""
    feature = int(found.tree.feature[node])
    return feature, found.X[found.rows_in(node), feature]


def test_four_rows_by_hand() -> None:
    found = hunt("hand4", "squared_error")
    place = NamedCandidates(found.candidates(0), found.names)
    cuts = cuts_of(place, 0, found.X[:, 0])
    assert cuts.threshold.tolist() == [1.5, 2.5, 3.5]
    assert (cuts.below.tolist(), cuts.above.tolist()) == ([1, 2, 3], [2, 3, 4])
    # y = 1, 2, 6, 7: half the squared error is 13; a cut after 1, 2 or 3 rows leaves 7, 1/2 or 7 of it.
    assert place.candidates.gain.tolist() == pytest.approx([6, 12.5, 6])
    for x, cut, share, rank in ((0.0, 0, 0.48, 2), (1.99, 0, 0.48, 2), (2.0, 1, 1, 1), (9.0, 2, 0.48, 2)):
        mine = judged(place, cuts, x)
        assert mine is not None
        assert (mine.cut, mine.share, mine.rank, mine.n_allowed) == (cut, pytest.approx(share), rank, 3)


def test_a_guess_snaps_to_where_the_rows_part_and_not_to_the_nearest_midpoint() -> None:
    found = hunt("iris", "gini")
    rows, place = found.rows_in(0), NamedCandidates(found.candidates(0), found.names)
    x = found.X[rows, 2]
    cuts = cuts_of(place, 2, x)
    mine = judged(place, cuts, 2.9)  # between 1.9 and 3; the next midpoints are 2.45 and 3.15
    assert mine is not None
    assert (mine.threshold, mine.rank) == (pytest.approx(2.45), 1)
    words = snap_words(found, 0, cuts, 2.9)
    assert words.startswith("A cut lies halfway between neighbouring values: 1.9 and 3 are parted at 2.45.")
    n = int((x == 1.5).sum())
    assert n > max(1, int((x == 1.6).sum()))
    assert snap_words(found, 0, cuts, 1.5).endswith(f"The {n} rows with 1.5 stay together.")


def test_a_forbidden_cut_earns_nothing_and_is_named() -> None:
    found = hunt("hand5", "gini", points=2)
    place = NamedCandidates(found.candidates(0), found.names)
    mine = judged(place, cuts_of(place, 0, found.X[:, 0]), 1.5)
    assert mine is not None
    assert (mine.rank, mine.credit) == (0, 0)
    assert mine.gain > 0
    assert reason_of(place, mine.position).startswith("min_samples_leaf")
    assert "forbidden, min_samples_leaf" in verdict(place, mine)


def test_a_feature_of_one_value_has_no_cut() -> None:
    found = hunt("iris", "gini")
    candidates = found.candidates(0)
    place = NamedCandidates(candidates.where(candidates.feature != 0), found.names)
    cuts = cuts_of(place, 0, np.full(105, 5.0))
    assert len(cuts) == 0
    assert cuts.at(5.0) is None
    assert judged(place, cuts, 5.0) is None
    assert snap_words(found, 0, cuts, 5.0) == "sepal length cannot be cut here: all its values are equal."


def test_the_means_of_both_sides_are_those_of_the_children() -> None:
    found = hunt("hand4", "squared_error")
    view = strip_view(found, 0, NamedCandidates(found.candidates(0), ("x",)), 0)
    assert view.levels == pytest.approx((-2.5, 2.5))  # means 1.5 and 6.5 about the node's mean 4
    assert unpacked(view.y).tolist() == [-3, -2, 2, 3]
    first = strip_view(found, 0, NamedCandidates(found.candidates(0), ("x",)), 0, Turn(looked=0))
    assert first.levels == pytest.approx((-3, 1))  # of the cut that is looked at, not of the tree's


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        ("cos_x2", "squared_error", "½ (810²/1,080 + 810²/3,920 − 0²/5,000) = 388"),
        ("hand4", "squared_error", "½ (5²/2 + 5²/2 − 0²/4) = 12.5"),
        ("hand5", "gini", "5·0.48 − 2·0 − 3·0 = 2.4"),
    ],
)
def test_the_gain_is_told_as_the_sums_that_make_it(data: str, kind: str, words: str) -> None:
    candidates = hunt(data, kind).candidates(0)
    assert candidates.best is not None
    assert sums(hunt(data, kind), candidates, candidates.best) == words


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


@pytest.mark.parametrize(("data", "kind"), [case for case in PLAYED if case[1] != "logistic"])
def test_the_arithmetic_ends_in_the_gain(data: str, kind: str) -> None:
    found = hunt(data, kind)
    for node in found.order[:3]:
        candidates = found.candidates(node)
        for position in {0, len(candidates) // 2, len(candidates) - 1, candidates.best}:
            assert position is not None
            lines = arithmetic(found, node, candidates, position).split(r"\\")
            gain = float(lines[1].split("=")[-1].replace(r"\cdot10^{", "e").replace("}", ""))
            assert gain == pytest.approx(float(candidates.gain[position]), rel=1e-3, abs=1e-9)


def test_gini_and_entropy_spelled_out() -> None:
    found = hunt("hand5", "gini")
    text = arithmetic(found, 0, found.candidates(0), 0)
    assert r"&=5\cdot 0.48-1\cdot 0-4\cdot 0.375=0.9" in text
    assert r"I_R&=1-\left(\tfrac{1}{4}\right)^2-\left(\tfrac{3}{4}\right)^2=0.375" in text
    found = hunt("hand5", "entropy")
    text = arithmetic(found, 0, found.candidates(0), 1)
    assert (
        rf"I&=-\tfrac{{2}}{{5}}\log_2\tfrac{{2}}{{5}}-\tfrac{{3}}{{5}}\log_2\tfrac{{3}}{{5}}={latex(0.970950594)}"
        in text
    )
    assert r"I_L&=-\tfrac{2}{2}\log_2\tfrac{2}{2}=0" in text


@pytest.mark.parametrize(("data", "kind"), PLAYED)
def test_the_tree_so_far_is_the_beginning_of_the_whole_one(data: str, kind: str) -> None:
    found = hunt(data, kind)
    for splits in range(len(found.order) + 1):
        tree = tree_after(found.tree, splits)
        assert set(range(tree.n_nodes)) == grown_nodes(found.tree, splits)
        assert tree.n_leaves == splits + 1
        for name in ARRAYS:
            if name not in (
                "feature",
                "threshold",
                "gain",
                "children_left",
                "children_right",
                "default_left",
                "why_leaf",
            ):
                np.testing.assert_array_equal(getattr(tree, name), getattr(found.tree, name)[: tree.n_nodes])
        made = np.flatnonzero(~tree.is_leaf)
        assert made.tolist() == sorted(found.order[:splits])
        np.testing.assert_array_equal(tree.threshold[made], found.tree.threshold[made])
        assert (tree.feature[tree.is_leaf] == -1).all()
        view = growing_view(found, splits, 0, None, {0: "you: 50 %"})
        for box in view.nodes:
            waits = bool(tree.is_leaf[box.index]) and not found.tree.is_leaf[box.index]
            assert (box.kind == "open") == waits
            assert ("leaf" in box.title) == bool(found.tree.is_leaf[box.index])
            assert box.badge == ("you: 50 %" if box.index == 0 else "")
    np.testing.assert_array_equal(tree_after(found.tree, 10**6).threshold, found.tree.threshold)


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
    for kind in KINDS:
        assert all(fits(kind, DATASETS[other]) for other in offers(kind))
        if not expected[kind]:
            assert info.title in misfit_words(kind, info)


def test_the_question_names_the_feature_only_where_there_is_one_or_it_is_given() -> None:
    assert prompt(hunt("hand5", "gini"), 0, 0, False) == "Where on x would you cut all 5 rows?"
    iris = hunt("iris", "gini")
    node = iris.order[1]
    n = iris.tree.n_samples[node]
    assert (
        prompt(iris, node, 0, False)
        == f"On which feature, and where, would you cut the {n} rows of node {node}?"
    )
    assert prompt(iris, node, 2, True) == f"Where on petal length would you cut the {n} rows of node {node}?"
    assert "min_samples_leaf" in why_nothing(hunt("hand5", "gini", points=3)).lower()


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
        view = gain_view(NodeCuts(candidates, found.names), feature, guess=(feature, 0))
        np.testing.assert_allclose(view.ways[0].gain, part.gain, rtol=1e-6)
        assert view.guess is not None
        share = number(100 * float(part.gain[0]) / float(candidates.gain.max()))
        assert view.guess.label == f"guess: {share} %"


@pytest.mark.parametrize("data", ["breast_cancer", "iris", "wine"])
def test_a_cut_has_one_text_in_the_tree_the_verdict_and_the_note(data: str) -> None:
    found = hunt(data, "gini")
    view = growing_view(found, len(found.order), 0, None, {})
    said = {box.index: box.lines for box in view.nodes}
    for node in found.order:
        if node not in said or said[node][2].startswith("+"):
            continue  # folded
        place = found.place(node)
        text = place.cut(place.candidates.best).rpartition("≤ ")[2].split(" or ")[0]
        feature = int(found.tree.feature[node])
        assert any(line.endswith(f"≤ {text}") or f"≤ {text}, n " in line for line in said[node][:2])
        cuts = cuts_of(place, feature, found.X[found.rows_in(node), feature])
        assert f"parted at {text}." in snap_words(found, node, cuts, float(found.tree.threshold[node]))


def test_names_that_begin_alike_are_told_apart() -> None:
    assert in_the_middle("worst concavity") == "worst concavity"
    assert in_the_middle("worst concave points").endswith("oints")
    long = "an extraordinarily long name of a feature, the first"
    short = in_the_middle(long)
    assert short != in_the_middle(long.replace("first", "second"))
    assert text_width(short, FONT_SIZE + 1) <= BOX_WIDTH - 10
