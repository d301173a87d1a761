"""Where two settings part, against brute force, and how they stand in the link."""

from dataclasses import replace
from typing import Any

import pytest

from tests.lessons.one_tree_or_many.fits import fit
from workbench.lessons.one_tree_or_many.first_difference import (
    CUT,
    LENGTH,
    START,
    TREES,
    WEIGHTS,
    Difference,
    change_words,
    difference_words,
    first_difference,
    gain_rows,
    read_changes,
    write_changes,
)
from workbench.link.values import ENTRIES
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.text.numbers import number

pytestmark = pytest.mark.sweep

# --- the first difference


def brute_force(a: BoostedModel, b: BoostedModel) -> tuple[int, int, tuple[bool, ...]] | None:
    """Round, class and path of the first different cut: all paths listed, sorted by level, then from left."""
    for round_ in range(1, min(len(a.trace), len(b.trace)) + 1):
        for k in range(a.n_classes):
            cuts = [paths(each.trace[round_ - 1].trees[k]) for each in (a, b)]
            shared = sorted(cuts[0].keys() | cuts[1].keys(), key=lambda path: (len(path), path))
            for path in shared:
                if cuts[0].get(path) != cuts[1].get(path):
                    return round_, k, tuple(step == "0" for step in path)
    return None


def paths(tree: Any) -> dict[str, tuple[int, float] | None]:
    """What every node asks, by its path of 0 (yes) and 1 (no); None in a leaf."""
    found: dict[str, tuple[int, float] | None] = {}

    def walk(node: int, path: str) -> None:
        if tree.is_leaf[node]:
            found[path] = None
            return
        found[path] = (int(tree.feature[node]), float(tree.threshold[node]))
        walk(int(tree.children_left[node]), path + "0")
        walk(int(tree.children_right[node]), path + "1")

    walk(0, "")
    return found


@pytest.mark.parametrize("data", ["cos_x2", "sonar", "iris", "moons", "hand4", "diabetes"])
@pytest.mark.parametrize(
    "change",
    [
        {"reg_lambda": 0.0},
        {"max_depth": 4},
        {"gamma": 0.5},
        {"learning_rate": 0.25},
        {"min_samples_leaf": 9},
        {"subsample": 0.5},
        {"colsample_bynode": 0.5},
        {"grow_policy": "lossguide"},
        {"reg_alpha": 2.0, "max_depth": 2},
    ],
)
def test_the_first_difference_is_that_of_brute_force(data: str, change: dict[str, Any]) -> None:
    b = fit(data=data)
    a = fit_boosted_model(replace(b.settings, **change))
    found, expected = first_difference(a, b), brute_force(a, b)
    if expected is None:
        assert found is None or found.kind != CUT
        return
    assert found is not None
    assert (found.kind, found.number, found.k, found.path) == (CUT, *expected)
    check_gains(found, a, b)
    assert f"in round {found.number}" in difference_words(found, a, b)


def check_gains(found: Difference, a: BoostedModel, b: BoostedModel) -> None:
    """The gain of either cut is the one that its own model finds by searching its node anew."""
    both = (a, found.node_a), (b, found.node_b)
    for (fit_, node), row in zip(both, gain_rows(found, a, b), strict=True):
        tree = fit_.trace[found.number - 1].trees[found.k]
        if tree.is_leaf[node]:
            assert row[1:] == (f"a leaf: {tree.node(node).why_leaf}", "–")
            continue
        scan = fit_.candidates(found.number, node, found.k)
        same = (scan.feature == tree.feature[node]) & (scan.threshold == tree.threshold[node])
        assert row[2] in {number(float(gain), 4) for gain in scan.gain[same]}


def test_equal_traces_have_no_difference() -> None:
    b = fit(data="sonar")
    a = fit_boosted_model(replace(b.settings, min_child_weight=1e-12))
    assert first_difference(a, b) is None
    assert "the same" in difference_words(None, a, b)


def test_differences_that_are_no_cut() -> None:
    b = fit(data="hand4", max_depth=1, reg_lambda=0.0, n_estimators=3)
    fewer = fit_boosted_model(replace(b.settings, n_estimators=2))
    assert first_difference(fewer, b) == Difference(LENGTH, 2)
    slower = fit_boosted_model(replace(b.settings, n_estimators=1, learning_rate=0.1))
    found = first_difference(slower, b)
    assert found == Difference(WEIGHTS, 1, numbers_from=1)
    assert "leaf weights only" in difference_words(found, slower, b)
    start = fit_boosted_model(replace(b.settings, n_estimators=1, base_score=4.0 + 1e-9))
    found = first_difference(start, b)
    assert found is not None and found.kind == START
    soft, logistic = fit(data="sonar", loss="softmax"), fit(data="sonar")
    found = first_difference(soft, logistic)
    assert found is not None and found.kind == TREES
    assert "2 trees" in difference_words(found, soft, logistic)


# --- settings that differ, in the link


def test_changes_come_back_from_the_link() -> None:
    for changes in (
        {"reg_lambda": 0.0, "max_depth": 4},
        {"max_leaves": None},
        {"pruning": "pre", "base_score": -2.5},
        {"learning_rate": 0.001},
        {},
    ):
        text = write_changes(changes)
        assert ENTRIES["other"].rule.broken_by(text) is None
        assert read_changes(text, "cos_x2") == (changes, [])
    assert change_words({"reg_lambda": 0.0, "max_leaves": None}) == "reg_lambda 0, max_leaves none"


@pytest.mark.parametrize(
    "text",
    [
        "reg_lambda:-1",
        "reg_lambda:nan",
        "reg_lambda",
        "data:sonar",
        "seed:3",
        "round:3",
        "max_depth:1e9",
        "loss:logistic",
        "__class__:0",
        "n_estimators:100000",
        ":::,,,:",
    ],
)
def test_nonsense_in_the_link_leaves_notes(text: str) -> None:
    changes, notes = read_changes(text, "cos_x2")
    assert changes == {}
    assert notes


def test_at_most_two_parameters_differ() -> None:
    changes, notes = read_changes("gamma:1,max_depth:2,max_depth:3,reg_lambda:0", "cos_x2")
    assert changes == {"gamma": 1.0, "max_depth": 2}
    assert len(notes) == 2
    assert ENTRIES["other"].rule.broken_by("<b>") is not None
    assert ENTRIES["other"].rule.broken_by("a" * 201) is not None
