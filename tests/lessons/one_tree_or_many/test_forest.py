"""The forest beside boosting: what its trees say, and that boosted trees do not vote."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.metrics import mean_squared_error

from tests.lessons.one_tree_or_many.fits import fit
from tests.pages import opened, paragraphs, quiet
from workbench.lessons.one_tree_or_many.comparison import one_tree_settings
from workbench.lessons.one_tree_or_many.forest import (
    ForestModel,
    forest_settings,
    grow_forest_of,
    n_trees_for,
    vote_and_sum,
)
from workbench.lessons.one_tree_or_many.forest_words import forest_words, vote_words
from workbench.models.boosted import BoostedModel

CASES: dict[str, dict[str, Any]] = {
    "circles": {"data": "circles", "noise": 0.3, "n_estimators": 30},
    "iris": {"data": "iris"},
    "diabetes": {"data": "diabetes"},
    "sine": {"data": "sine"},
    "hand4": {"data": "hand4"},
}
OPEN = "folded_A third model: the random forest, against boosting"


@cache
def both(name: str) -> tuple[ForestModel, BoostedModel]:
    boosted = fit(**CASES[name])
    return grow_forest_of(forest_settings(boosted, one_tree_settings(boosted.settings, 6, 2))), boosted


@pytest.mark.parametrize("name", CASES)
def test_the_mean_of_the_trees_is_the_prediction_to_the_last_bit(name: str) -> None:
    forest, _ = both(name)
    X, model = forest.dataset.X, forest.model
    predicted = model.predict(X) if forest.dataset.task == "regression" else model.predict_proba(X)  # type: ignore[union-attr]
    np.testing.assert_array_equal(forest.together(X)[-1], predicted)
    first = [forest.alone(t, X) for t in (1, 2, 3)]
    np.testing.assert_array_equal(forest.together(X)[2], (first[0] + first[1] + first[2]) / 3)


def test_a_tree_of_a_forest_knows_nothing_of_the_others() -> None:
    """Whether twelve trees follow or none, a tree is the same; a boosted one is another without the first."""
    forest, boosted = both("diabetes")
    few = forest_settings(fit(data="diabetes", n_estimators=3), one_tree_settings(boosted.settings, 6, 2))
    X = boosted.dataset.X
    for number in (1, 2, 3):
        np.testing.assert_array_equal(grow_forest_of(few).alone(number, X), forest.alone(number, X))
    assert len({forest.alone(t, X).tobytes() for t in range(1, 13)}) == 12


@pytest.mark.parametrize("name", ["circles", "diabetes"])
def test_it_errs_as_scikit_learns_forest_does(name: str) -> None:
    """Both draw at random: ours lies within four standard deviations of theirs over twenty seeds."""
    forest, boosted = both(name)
    kind = RandomForestRegressor if name == "diabetes" else RandomForestClassifier
    share = 1 / 3 if name == "diabetes" else "sqrt"
    X, y = boosted.dataset.X[boosted.held_out], boosted.dataset.y[boosted.held_out]

    def error(predicted: Any) -> float:
        return float(mean_squared_error(y, predicted) / 2 if name == "diabetes" else np.mean(predicted != y))

    found = []
    for seed in range(20):
        theirs = kind(forest.n_trees, max_depth=6, min_samples_leaf=2, max_features=share, random_state=seed)
        found.append(error(theirs.fit(boosted.X, boosted.y).predict(X)))
    assert abs(error(forest.model.predict(X)) - np.mean(found)) < 4 * np.std(found, ddof=1)


@pytest.mark.parametrize("name", ["circles", "iris"])
@pytest.mark.parametrize("rounds", [5, 12])
def test_votes_counted_one_by_one(name: str, rounds: int) -> None:
    """Row by row, tree by tree, in Python's own numbers."""
    boosted = both(name)[1]
    found, n_differ, wrong = vote_and_sum(boosted, rounds), 0, [0, 0]
    for row, x in enumerate(boosted.dataset.X):
        steps = [
            [float(tree.weight[tree.apply(x[np.newaxis])[0]]) for tree in round_.trees]
            for round_ in boosted.trace[:rounds]
        ]
        if boosted.n_classes == 1:
            ballots = [int(step > 0) for (step,) in steps if step]
            total = 0.3 * sum(step for (step,) in steps)
            with_start, said = int(total + boosted.model.initial_raw_prediction_ > 0), int(total > 0)
        else:
            ballots = [int(np.argmax(step)) for step in steps if any(step)]
            added = 0.3 * np.sum(steps, axis=0)
            with_start, said = (
                int(np.argmax(added + boosted.model.initial_raw_prediction_)),
                int(np.argmax(added)),
            )
        voted = max(set(ballots), key=ballots.count)
        if ballots.count(voted) * 2 > rounds and voted != said == with_start:
            n_differ += 1
            wrong[0] += voted != boosted.dataset.y[row]
            wrong[1] += said != boosted.dataset.y[row]
            assert found is not None
            assert ballots.count(voted) <= found.n_voting
    if found is None:
        assert n_differ == 0
    else:
        assert (found.n_differ, found.vote_wrong, found.sum_wrong) == (n_differ, *wrong)


def test_a_vote_would_be_wrong_where_the_sum_is_right() -> None:
    """On circles most of thirty rounds are against what their sum says in many rows, and wrongly so."""
    boosted = both("circles")[1]
    found = vote_and_sum(boosted, 30)
    assert found is not None
    assert found.n_voting > 15
    assert found.voted != found.said
    assert found.vote_wrong > 2 * found.sum_wrong
    probability = boosted.model.predict_proba(boosted.dataset.X[[found.row]])[0]  # type: ignore[union-attr]
    assert int(probability.argmax()) == found.said
    assert f"Row {found.row} (class " in vote_words(boosted, found, 30)
    assert f"{found.n_voting} of 30 rounds" in vote_words(boosted, found, 30)


def test_numbers_have_no_classes_to_vote_for() -> None:
    boosted = both("diabetes")[1]
    assert vote_and_sum(boosted, 12) is None
    assert vote_words(boosted, None, 12) == ""
    assert "both say the same in every row" in vote_words(both("iris")[1], None, 12)


def test_many_rows_have_fewer_trees() -> None:
    assert [n_trees_for(n, 50) for n in (1, 200, 1000, 3500)] == [50, 50, 20, 10]
    assert n_trees_for(200, 7) == 7


def test_what_is_said_of_the_sample_is_counted() -> None:
    """Of n rows drawn with replacement (1 - 1/n)^n do not come: 37 %."""
    assert "some come twice, 37 % not at all" in forest_words(both("diabetes")[0])
    assert "the best cut of 3 of the 10 features" in forest_words(both("diabetes")[0])


@pytest.mark.parametrize("data", ["circles", "sine", "wine"])
def test_it_is_grown_when_its_part_is_opened(data: str) -> None:
    at = opened("one_tree_or_many.py", data=data, n_estimators=4, round=2)
    assert not any("random forest** grows" in said for said in paragraphs(at))
    at.session_state[OPEN] = True
    at.run()
    assert quiet(at)
    assert any("random forest** grows" in said for said in paragraphs(at))


def test_it_tells_nothing_before_the_answer() -> None:
    at = opened("one_tree_or_many.py", data="circles", guess=1)
    assert OPEN.removeprefix("folded_") not in [each.label for each in at.expander]
