"""One tree against many, against scikit-learn and brute force: errors, areas, presets, words."""

from dataclasses import fields, replace

import numpy as np
import pytest
from sklearn.metrics import log_loss, mean_squared_error, roc_auc_score
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from tests.lessons.one_tree_or_many.fits import compared, fit, one_tree
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.held_out import training_rows, unseen_rows
from workbench.lessons.one_tree_or_many.comparison import (
    course,
    grown_beside,
    leads_from,
    one_tree_settings,
    roc,
    wrong_shares,
)
from workbench.lessons.one_tree_or_many.panels import round_ends
from workbench.lessons.one_tree_or_many.words import (
    PRESETS,
    depth_words,
    leaf_words,
    tree_name,
)
from workbench.link.presets import chosen
from workbench.link.values import ENTRIES, SETTINGS
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings

pytestmark = pytest.mark.sweep

# --- errors, ROC, one tree


@pytest.mark.parametrize("data", DATASETS)
def test_errors_are_those_of_predict(data: str) -> None:
    found, found_course = fit(data=data), course(fit(data=data))
    whole = found.dataset
    train = whole.X[found.train], whole.y[found.train]
    unseen = unseen_rows(whole, found.held_out)  # of a formula without noise, other points of it
    for n_rounds in (1, 5, 12):
        for (X, y), errors in ((train, found_course.seen_error), (unseen, found_course.unseen_error)):
            if len(y) == 0:
                assert np.isnan(errors).all()
            elif whole.task == "regression":
                predicted = found.model.predict(X, n_rounds=n_rounds)
                assert errors[n_rounds] == pytest.approx(mean_squared_error(y, predicted) / 2, rel=1e-12)
            else:
                predicted = found.model.predict_proba(X, n_rounds=n_rounds)
                expected = log_loss(y, predicted, labels=range(len(whole.class_names)))
                assert errors[n_rounds] == pytest.approx(expected, rel=1e-9)


def test_errors_before_the_first_round_are_those_of_a_constant() -> None:
    found = fit(data="diabetes")
    y = found.dataset.y
    constant = np.full(len(found.held_out), y[found.train].mean())
    expected = mean_squared_error(y[found.held_out], constant) / 2
    assert course(found).unseen_error[0] == pytest.approx(expected)


@pytest.mark.parametrize("data", ["cos_x2", "cos_x", "diabetes"])
@pytest.mark.parametrize(("depth", "points"), [(3, 1), (6, 10), (12, 40)])
def test_one_tree_is_scikit_learns(data: str, depth: int, points: int) -> None:
    found = one_tree(depth, points, data=data)
    X, y = found.X, found.y
    expected = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=points, random_state=0).fit(X, y)
    assert np.allclose(course(found).seen[1], expected.predict(X), rtol=0, atol=1e-9 * np.abs(y).max())
    assert found.trace[0].trees[0].n_leaves == expected.get_n_leaves()


@pytest.mark.parametrize("data", ["moons", "stripes", "circles"])
def test_one_tree_for_two_classes_cuts_as_gini_does(data: str) -> None:
    found = one_tree(3, 5, data=data, noise=0.2)
    gini = DecisionTreeClassifier(max_depth=3, min_samples_leaf=5, random_state=0).fit(found.X, found.y)
    tree = found.trace[0].trees[0]
    mine, theirs = np.sort(tree.threshold[~tree.is_leaf]), gini.tree_.threshold[gini.tree_.feature >= 0]
    assert np.allclose(mine, np.sort(theirs), atol=1e-6)
    # The order of the leaves is that of their class shares, though the probabilities are Newton steps.
    area = roc(course(found), 1, 1)
    shares = gini.predict_proba(found.dataset.X[found.held_out])[:, 1]
    assert area is not None
    assert area.auc == pytest.approx(roc_auc_score(found.dataset.y[found.held_out], shares), abs=1e-12)


@pytest.mark.parametrize("data", ["sonar", "moons", "iris", "wine", "breast_cancer"])
def test_roc_is_one_class_against_the_rest(data: str) -> None:
    found = fit(data=data)
    rows = found.held_out
    probability = found.model.predict_proba(found.dataset.X[rows], n_rounds=4)
    for k in range(len(found.dataset.class_names)):
        area = roc(course(found), 4, k)
        assert area is not None
        assert area.auc == pytest.approx(
            roc_auc_score(found.dataset.y[rows] == k, probability[:, k]), abs=1e-12
        )
        assert area.n_positive == (found.dataset.y[rows] == k).sum()
        assert area.n_positive + area.n_negative == len(rows)
    wrong = np.mean(found.model.predict(found.dataset.X[rows], n_rounds=4) != found.dataset.y[rows])
    assert wrong_shares(course(found), unseen=True)[4] == wrong


@pytest.mark.parametrize("data", ["diabetes", "sonar", "moons", "iris"])
def test_the_round_from_which_on_many_err_less(data: str) -> None:
    shown = compared(data=data, n_estimators=30)
    a, b = shown.a, shown.b
    whole = b.fit.dataset
    rows = b.fit.held_out
    error_a, error_b = (
        [
            log_loss(whole.y[rows], each, labels=range(len(whole.class_names)))
            if whole.task == "classification"
            else mean_squared_error(whole.y[rows], each)
            for each in course_.unseen
        ]
        for course_ in (a, b)
    )
    expected = next(
        (r for r in range(1, 31) if all(error_b[s] < error_a[s] - 1e-15 for s in range(r, 31))), None
    )
    assert leads_from(a, b) == expected


# --- presets


def preset_fits(i: int) -> tuple[BoostedModel, BoostedModel]:
    values = PRESETS[i].all_values()
    settings = Settings(**{field.name: values[field.name] for field in fields(Settings)})
    limits = (values[name] for name in ("tree_depth", "tree_points", "tree_split"))
    tree = one_tree_settings(settings, *limits)
    return fit_boosted_model(tree), fit_boosted_model(settings)


def test_presets_are_allowed_and_found_again() -> None:
    for preset in PRESETS:
        values = preset.all_values()
        assert [name for name, each in values.items() if ENTRIES[name].rule.broken_by(each)] == []
        found = chosen(PRESETS, {name: entry.default for name, entry in ENTRIES.items()} | values)
        assert found is preset
    assert SETTINGS.keys() <= PRESETS[0].all_values().keys()


def test_nodes_of_150_points_end_the_tree_before_its_levels() -> None:
    a = course(preset_fits(0)[0])
    tree = a.fit.trace[0].trees[0]
    assert (tree.n_leaves, tree.max_depth, tree.n_samples[tree.leaves].min()) == (65, 13, 26)
    assert 2 * a.seen_error[1] == pytest.approx(0.0100, abs=5e-5)
    assert "13 of 100 allowed levels" in depth_words(a)


def test_leaves_at_the_limit_of_depth_are_said_to_be_stopped_not_cut_off() -> None:
    a = course(fit(max_depth=2, n_estimators=1))
    assert depth_words(a) == "One tree, 4 leaves, 2 levels. At 4 leaves the limit of depth stopped it."


def test_two_hundred_steps_of_a_thousandth() -> None:
    """From 0, without lambda, every node of 150 points split: 18 % of the way, in 534 jumps."""
    a, b = map(course, preset_fits(2))
    ends = [each.seen[-1] for each in (a, b)]
    assert [int((np.abs(np.diff(F)) > 1e-12).sum()) for F in ends] == [30, 534]
    assert (b.seen[0] == 0).all()
    assert b.seen_error[-1] > 20 * a.seen_error[-1]
    # Each round goes a thousandth of what is left, as far as its leaves can tell: at most 1 - 0.999^200.
    assert np.abs(b.seen[-1]).max() <= (1 - 0.999**200) * np.abs(b.fit.y).max()
    assert np.corrcoef(b.seen[-1], b.fit.y)[0, 1] > 0.98
    assert "534 times, the one tree 30 times" in PRESETS[2].words


def test_one_point_a_leaf_knows_the_noise_by_heart() -> None:
    tree, many = preset_fits(1)
    a, b = grown_beside(tree, many), course(many)
    assert (a.leaves(20), a.leaves(50)) == (3500, 3500)
    assert a.seen_error[20] < 1e-20
    assert b.unseen_error[20] < a.unseen_error[20]


def test_a_tiny_rate_goes_18_percent_of_the_way() -> None:
    a, b = map(course, preset_fits(2))
    assert 1 - 0.999**200 == pytest.approx(0.18, abs=0.005)
    assert a.seen_error[1] < b.seen_error.min()


def test_many_rectangles_make_a_smoother_surface() -> None:
    a, b = map(course, preset_fits(3))

    first, second = np.meshgrid(*(np.linspace(x.min(), x.max(), 61) for x in a.fit.dataset.X.T))
    at = np.column_stack((first.ravel(), second.ravel()))

    def largest_jump(values: np.ndarray) -> float:
        grid = values.reshape(61, 61)
        return max(float(np.abs(np.diff(grid, axis=axis)).max()) for axis in (0, 1))

    assert len(np.unique(b.seen[50])) > 5 * len(np.unique(a.seen[1]))
    assert largest_jump(b.staged(at)[50]) < largest_jump(a.staged(at)[1])


def test_the_areas_of_sonar_cannot_be_told_apart() -> None:
    _, ten = preset_fits(4)
    five = fit_boosted_model(replace(ten.settings, n_estimators=5, learning_rate=0.001))
    areas = [roc(course(five), 5, 1), roc(course(ten), 10, 1)]
    assert five.dataset.class_names == ("rock", "mine")  # R = 0, M = 1
    assert np.abs(course(five).seen[5] - 0.5).max() < 0.02
    assert areas[0] is not None and areas[1] is not None
    assert abs(areas[0].auc - areas[1].auc) < np.hypot(areas[0].se, areas[1].se)


# --- settings that differ, in the link


def test_all_rows_are_either_seen_or_unseen() -> None:
    for data in DATASETS:
        loaded = load_dataset(data)
        train, held_out = training_rows(loaded)
        found = course(fit(data=data))
        n_unseen = len(unseen_rows(loaded, held_out)[1])
        assert (len(found.seen[0]), len(found.unseen[0])) == (len(train), n_unseen)
        assert found.fit.n_unseen == n_unseen


def test_a_formula_without_noise_is_judged_on_the_same_unseen_rows_as_boosting() -> None:
    b = course(fit())
    np.testing.assert_allclose(b.unseen_error, b.fit.losses[1], rtol=1e-12)


# --- what one tree is for classes, and the scale of colours


def test_a_leaf_of_one_class_is_one_newton_step_from_the_shares() -> None:
    found = course(one_tree(data="moons"))
    # Both classes are equally many or nearly so: g / h = 2 (y = 1, p = 1/2), and 1 / (1 + exp(-2)) = 0.88.
    assert found.seen[1].max() == pytest.approx(1 / (1 + np.exp(-2)), abs=0.01)
    assert f"a probability of {found.seen[1].max():.3g} at most" in leaf_words(found)
    assert leaf_words(course(one_tree(data="diabetes"))) == ""


def test_three_classes_have_a_tree_each_in_words() -> None:
    assert tree_name(grown_beside(one_tree(data="iris"), fit(data="iris"))) == "one tree a class"


@pytest.mark.parametrize(
    ("low", "high", "ends"), [(-0.9999, 1.0, (-1, 1)), (0.02, 0.98, (0.02, 0.98)), (25, 346, (20, 350))]
)
def test_a_scale_of_colours_ends_at_round_values(low: float, high: float, ends: tuple[float, float]) -> None:
    assert round_ends(low, high) == pytest.approx(ends)
