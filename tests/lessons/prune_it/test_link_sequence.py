"""Pruning as it is shown: sequences, errors, gamma in three ways, and the words and tables about them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as Fr
from itertools import pairwise, product

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier as TheirClassifier
from sklearn.tree import DecisionTreeRegressor as TheirRegressor

from gbtlib import (
    CrossValidation,
    DecisionTreeClassifier,
    Tree,
    geometric_means,
    grow_tree,
    node_risk,
    prune,
    weakest_links,
)
from gbtlib.core.boosting import column, feature_draw, second_order
from workbench.lessons.prune_it.alpha_words import (
    choice_words,
    end_words,
    options,
    remaining,
    step_words,
    strength_formula,
    task_words,
)
from workbench.lessons.prune_it.alpha_words import (
    verdict_words as verdict_on_link,
)
from workbench.lessons.prune_it.gamma_charges import Charged, charged_tree, xor_charged
from workbench.lessons.prune_it.gamma_words import (
    break_even_words,
    kept_gains,
    objective_formula,
    verdict_words,
)
from workbench.lessons.prune_it.hand_trees import hand_sequence
from workbench.lessons.prune_it.link_sequence import (
    PruningSequence,
    cross_validation,
    leaves_at,
    node_errors,
    sequence_of,
)
from workbench.lessons.prune_it.price_path import (
    MOST_LEAVES,
    Path,
    Shrinking,
    alpha_path,
    chosen_marks,
    gamma_path,
    spots,
    stairs,
    way_tree,
)
from workbench.lessons.prune_it.tables import (
    forgetful_strengths,
    forgetful_table,
    matrix_html,
    shown_steps,
    strength_table,
    twin_words,
    twins_in,
)
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.fold_trees import errors_at
from workbench.models.hand_trees import THIRTEEN, TWINS
from workbench.models.settings import Settings
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree
from workbench.text.grammar import listed
from workbench.text.numbers import number

NEAR = 1e-9


def grown(**settings: object) -> SingleTree:
    return grow_single_tree(replace(TreeSettings(max_depth=5), **settings))


CASES = [
    ({"data": "iris"}, "misclassification"),
    ({"data": "iris", "criterion": "entropy"}, "impurity"),
    ({"data": "sonar", "max_depth": 100, "purity_stop": 0.95}, "misclassification"),
    ({"data": "moons", "noise": 0.3}, "impurity"),
    ({"data": "diabetes"}, "squared_error"),
    ({"data": "hand5"}, "misclassification"),
    ({"data": "hand4"}, "squared_error"),
]


@pytest.fixture(params=CASES, ids=str, scope="module")
def case(request: pytest.FixtureRequest) -> tuple[SingleTree, PruningSequence]:
    settings, measure = request.param
    fit = grown(**settings)
    return fit, sequence_of(fit, measure)


# -- the thirteen nodes, by hand

HAND = hand_sequence("misclassification")


def test_thirteen_nodes_by_hand() -> None:
    assert [step.alpha for step in HAND.steps] == pytest.approx([0, 0.015, 0.03, 0.07, 0.08, 0.15], abs=1e-12)
    assert [step.n_leaves for step in HAND.steps] == [7, 5, 4, 3, 2, 1]
    assert [step.risk for step in HAND.steps] == pytest.approx([0.11, 0.14, 0.17, 0.24, 0.32, 0.47])
    first = HAND.branches(0).strength
    assert 100 * first[[0, 1, 2, 6, 8, 9]] == pytest.approx([6, 7, 3.5, 2, 1.5, 3], abs=1e-10)
    assert [HAND.falls_next(k) for k in range(6)] == [(8,), (6,), (1,), (2,), (0,), ()]


def test_a_cut_changes_what_lies_above_it() -> None:
    """Without nodes 9 to 12 the branch of 6 has two leaves: (0.11 - 0.08) / 1; that of 2 has three."""
    second = HAND.branches(1)
    by_hand = [(0.47 - 0.14) / 4, (0.12 - 0.05) / 1, (0.20 - 0.09) / 2, (0.11 - 0.08) / 1]
    assert second.strength[[0, 1, 2, 6]] == pytest.approx(by_hand, abs=1e-12)
    assert np.isnan(second.strength[[8, 9, 10]]).all()
    assert HAND.inner(1) == [0, 1, 2, 6]
    assert np.flatnonzero(HAND.leaves(1)).tolist() == [3, 4, 5, 7, 8]
    assert [remaining(HAND, 1, node) for node in (12, 9, 8, 3, 0, 999)] == [8, 8, 8, 3, 0, 0]


def test_forgetting_the_share_of_the_rows_makes_prices_negative() -> None:
    wrong = forgetful_strengths(HAND, 0)
    assert wrong[[1, 8]] == pytest.approx([-0.0266, -0.1370], abs=5e-5)
    table = forgetful_table(HAND, 0)
    assert "**−0.0266**" in table
    assert "**−0.1370**" in table
    assert table.count("**") == 2 * (wrong < 0).sum()


# -- sequences of data


def test_every_step_is_the_pruned_tree_of_the_library(case: tuple[SingleTree, PruningSequence]) -> None:
    fit, found = case
    for step in found.steps:
        tree = prune(fit.tree, step.alpha, found.measure)
        leaf = found.leaves(step.number)
        assert leaf.sum() == tree.n_leaves == step.n_leaves
        assert sorted(fit.tree.n_samples[leaf]) == sorted(tree.n_samples[tree.leaves])
        assert found.risk[leaf].sum() == pytest.approx(step.risk, abs=1e-12)


def test_the_weakest_of_every_step_falls_at_the_next_alpha(case: tuple[SingleTree, PruningSequence]) -> None:
    _, found = case
    for now, following in pairwise(found.steps):
        branches = found.branches(now.number)
        assert np.nanmin(branches.strength) == pytest.approx(following.alpha, rel=1e-9)
        assert set(following.nodes) <= set(found.weakest(now.number))
        assert branches.risk[0] == pytest.approx(now.risk, abs=1e-12)
        assert branches.n_leaves[0] == now.n_leaves
        assert set(following.nodes[:1]) <= set(options(found, now.number))
    assert found.weakest(found.n_steps - 1) == []
    assert "Nothing is left" in step_words(found, found.n_steps - 1)


def test_errors_are_those_of_the_predictions(case: tuple[SingleTree, PruningSequence]) -> None:
    fit, found = case
    data = fit.dataset
    for rows, errors in ((fit.train, found.train), (fit.held_out, found.unseen)):
        if len(rows) == 0:
            assert errors is None
            continue
        assert errors is not None
        for step in found.steps:
            said = fit.model.pruned(step.alpha, found.measure).predict(data.X[rows])
            wrong = (said != data.y[rows]) if data.class_names else (said - data.y[rows]) ** 2
            assert errors[step.number] == pytest.approx(wrong.mean(), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("data", ["diabetes", "cos_xy", "sonar", "breast_cancer"])
def test_alphas_are_those_of_scikit_learn(data: str) -> None:
    """By impurity, the risk that scikit-learn prunes by; where both have grown the same tree."""
    fit = grown(data=data, max_depth=4)
    classes = fit.dataset.class_names
    theirs = (TheirClassifier if classes else TheirRegressor)(max_depth=4, random_state=0)
    path = theirs.cost_complexity_pruning_path(fit.X, fit.y)
    theirs.fit(fit.X, fit.y)
    assert theirs.get_n_leaves() == fit.tree.n_leaves
    found = sequence_of(fit, "impurity" if classes else "squared_error")
    ours = [step.alpha for step in found.steps]
    distinct = np.array(path.ccp_alphas)[
        np.append(True, np.diff(path.ccp_alphas) > 1e-9 * path.ccp_alphas[-1])
    ]
    assert ours == pytest.approx(distinct.tolist(), rel=1e-6, abs=1e-12)
    assert found.steps[-1].risk == pytest.approx(path.impurities[-1])


def test_errors_of_a_node_as_a_leaf() -> None:
    fit = grown(data="hand5")
    errors = node_errors(fit.tree, fit.X, fit.y)
    assert errors == pytest.approx(hand_risk(fit.tree))


def hand_risk(tree: Tree) -> list[float]:
    assert tree.class_weights is not None
    return ((tree.H - tree.class_weights.max(axis=1)) / tree.H[0]).tolist()


def test_leaves_at_a_price_and_just_beyond() -> None:
    at = np.where(THIRTEEN.is_leaf, 0.0, np.inf)
    at[8] = 2.0
    assert leaves_at(THIRTEEN, at, 2.0).sum() == 5
    assert leaves_at(THIRTEEN, at, 2.0, strict=True).sum() == 7
    assert leaves_at(THIRTEEN, at, 2.1, strict=True).sum() == 5


# -- cross-validation


def test_other_alphas_on_the_same_folds(case: tuple[SingleTree, PruningSequence]) -> None:
    fit, found = case
    validated = cross_validation(fit, found, 5)
    assert validated is not None
    means = geometric_means(found.steps).tolist()
    assert errors_at(fit, found.measure, validated, means) == pytest.approx(
        validated.error, rel=1e-9, abs=1e-12
    )


def test_the_ends_of_the_intervals_choose_other_trees() -> None:
    fit = grown(data="sonar", max_depth=100, purity_stop=0.95)
    found = sequence_of(fit, "misclassification")
    validated = cross_validation(fit, found, 10)
    assert validated is not None
    at_ends = errors_at(fit, found.measure, validated, [step.alpha for step in found.steps])
    assert (at_ends != validated.error).any()


def test_too_much_work_is_left_out() -> None:
    fit = grown(data="cos_x2", max_depth=10)
    found = sequence_of(fit, "squared_error")
    assert cross_validation(fit, found, 20) is None


def by_hand(error: list[float], standard_error: list[float]) -> CrossValidation:
    n = len(error)
    return CrossValidation(
        HAND.steps[:n],
        np.array([*range(n - 1), np.inf], dtype=float),
        np.array([0, 1]),
        np.array([error, error]),
        np.array(error),
        np.array(standard_error),
    )


def test_the_smallest_error_and_one_standard_error_by_hand() -> None:
    """0.20 + 0.04 = 0.24: step 3 with 0.23 is within it, step 4 with 0.25 is not."""
    validated = by_hand([0.3, 0.2, 0.21, 0.23, 0.25, 0.5], [0.05, 0.04, 0.04, 0.04, 0.04, 0.05])
    assert [(mark.x, mark.y, mark.text) for mark in chosen_marks(validated)] == [
        (1, 0.2, "minimum"),
        (3, 0.23, "1 SE"),
    ]
    words = choice_words(HAND, validated)
    assert "step 1 errs least: 0.2 ± 0.04, 5 leaves" in words
    assert "0.2 + 0.04 = 0.24 is step 3: 0.23, 3 leaves" in words
    alone = by_hand([0.3, 0.2, 0.3, 0.3, 0.3, 0.5], [0.01] * 6)
    assert [mark.text for mark in chosen_marks(alone)] == ["minimum = 1 SE"]
    assert "No smaller tree" in choice_words(HAND, alone)


def test_the_matrix_adds_up() -> None:
    fit = grown(data="iris")
    found = sequence_of(fit, "misclassification")
    validated = cross_validation(fit, found, 10)
    assert validated is not None
    html = matrix_html(found, validated, 0)
    assert html.count("<td") == 13 * found.n_steps
    total = [f"<td>{round(each * 105)}</td>" for each in validated.error[1:]]
    assert all(each in html.split("rows misclassified")[1].split("mean of all")[0] for each in total)
    assert "minimum" in html
    assert "∞" in html
    many = replace(
        validated,
        steps=validated.steps * 10,
        error=np.repeat(validated.error, 10),
        standard_error=np.repeat(validated.standard_error, 10),
    )
    assert {many.best, many.one_standard_error, 7} <= set(shown_steps(many, 7))


# -- twins


def test_twins_are_what_the_library_grows_and_fall_one_by_one() -> None:
    X, y = [], []
    for cell, (zeros, ones) in {(0, 0): (6, 0), (0, 1): (0, 1), (1, 0): (0, 5), (1, 1): (3, 0)}.items():
        X += [cell] * (zeros + ones)
        y += [0] * zeros + [1] * ones
    tree = DecisionTreeClassifier().fit(X, y).tree_
    for name in ("feature", "threshold", "children_left", "n_samples", "class_weights"):
        assert np.array_equal(getattr(tree, name), getattr(TWINS, name), equal_nan=True)
    words = twin_words()
    assert "α = 0.0667 only the left one falls: 3 leaves, risk 0.0667, R + α·leaves = 0.267" in words
    assert "2 leaves, risk 0.267, R + α·leaves = 0.4." in words
    found = replace(HAND, tree=TWINS, risk=node_risk(TWINS), steps=tuple(weakest_links(TWINS)))
    assert twins_in(found, 0) == [(1, 2)]
    assert twins_in(HAND, 0) == []


# -- formulas and words


def test_the_formula_has_the_numbers_of_the_node() -> None:
    text = strength_formula(HAND, HAND.branches(0), 8)
    assert r"\frac{7}{17}\cdot\frac{17}{100}=0.07" in text
    assert r"=0.02+0.01+0.01\\&=0.04\quad(\text{3 leaves})" in text
    assert r"\frac{0.07-0.04}{3-1}" in text
    assert text.endswith(r"=\mathbf{0.015}\end{aligned}")
    leaf = strength_formula(HAND, HAND.branches(0), 3)
    assert r"\frac{2}{32}\cdot\frac{32}{100}=0.02" in leaf
    assert "g(t)" not in leaf


def test_a_verdict_names_both_branches() -> None:
    assert verdict_on_link(HAND, 0, 8) == "You: node 8, g = 0.015. Right."
    assert verdict_on_link(HAND, 0, 6) == "You: node 6, g = 0.02. Node 8 falls: g = 0.015."


# -- the picture


def drawn(found: PruningSequence, hidden: bool, step: int) -> Path:
    nodes = spots(
        found.tree,
        found.leaf_at,
        None if hidden else found.risk,
        text=lambda i: "",
        label=str,
        title=str,
        node_fill=lambda i: "#eef0f3",
    )
    tree = Shrinking("", "", found.tree.n_leaves, False, nodes)
    return alpha_path(found, None, tree, step, 0, hidden=hidden)


def test_what_is_guessed_is_not_in_the_picture() -> None:
    for step in range(HAND.n_steps):
        path = drawn(HAND, True, step)
        assert {node.risk for node in path.trees[0].nodes} == {None}
        for plot in path.plots:
            assert max(max(line.x) for line in plot.lines) == step + 0.5
            assert plot.marks == ()


def test_places_of_the_nodes() -> None:
    nodes = {node.index: node for node in drawn(HAND, False, 0).trees[0].nodes}
    order = [nodes[i].x for i in (3, 4, 5, 7, 11, 12, 10)]
    assert order == [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5]
    assert nodes[1].x == 1.0
    assert [nodes[i].at for i in (8, 6, 1, 2, 0, 3)] == [1, 2, 3, 4, 5, 0]
    assert nodes[9].at is None


def test_a_huge_tree_is_not_drawn() -> None:
    found = sequence_of(grown(data="cos_x2", max_depth=10), "squared_error")
    assert found.tree.n_leaves > MOST_LEAVES
    assert drawn(found, False, 0).trees[0].nodes == ()


def test_stairs_are_a_step_wide() -> None:
    assert stairs(np.array([3.0, 1.0])) == ((-0.5, 0.5, 0.5, 1.5), (3.0, 3.0, 1.0, 1.0))


# -- gamma

XOR = xor_charged()
EXACT = {"root": Fr(1, 63), "left": Fr(38, 105), "right": Fr(1, 5), "even": Fr(26, 135)}


def test_xor_by_hand() -> None:
    assert XOR.tree.gain[:3] == pytest.approx([float(EXACT[name]) for name in ("root", "left", "right")])
    assert XOR.break_even == pytest.approx(float(EXACT["even"]), abs=1e-12)
    early, bottom_up, best = (way.leaf_at[:3] for way in XOR.ways)
    assert early == pytest.approx([1 / 63, 38 / 105, 1 / 5], abs=1e-12)
    assert bottom_up == pytest.approx([38 / 105, 38 / 105, 1 / 5], abs=1e-12)
    assert best[0] == pytest.approx(26 / 135, abs=1e-12)
    assert np.isinf(best[1:]).all()


@pytest.mark.parametrize(
    ("gamma", "n_leaves"),
    [
        (0.0, (4, 4, 4)),
        (1 / 63 - NEAR, (4, 4, 4)),
        (0.1, (1, 4, 4)),
        (26 / 135 - NEAR, (1, 4, 4)),
        (26 / 135 + NEAR, (1, 4, 1)),
        (1 / 5 + NEAR, (1, 3, 1)),
        (38 / 105 - NEAR, (1, 3, 1)),
        (38 / 105 + NEAR, (1, 1, 1)),
    ],
)
def test_xor_at_every_gamma(gamma: float, n_leaves: tuple[int, ...]) -> None:
    assert tuple(int(XOR.leaves(way, gamma).sum()) for way in XOR.ways) == n_leaves
    worse = float(EXACT["even"]) < gamma < float(EXACT["left"])
    pruned = XOR.objective(XOR.ways[1], gamma)
    assert (pruned > XOR.single(gamma) + 1e-12) == worse
    assert ("a single leaf would be better" in verdict_words(XOR, gamma)) == worse


def test_xor_in_words() -> None:
    assert "Pre-stopping stops too soon" in verdict_words(XOR, 0.1)
    assert "All agree on 1 leaf" in verdict_words(XOR, 0.4)
    assert "γ = 0.1926" in break_even_words(XOR)
    assert "root at 0.3619, pre-stopping at 0.01587" in break_even_words(XOR)
    assert kept_gains(XOR, 1, 0.25) == pytest.approx([1 / 63, 38 / 105])
    assert f"{2 * 0.25 - 1 / 63 - 38 / 105:.4g}" in objective_formula(XOR, 0.25)


LESSONS = [
    {"data": "moons", "noise": 0.3, "max_depth": 4, "n_estimators": 2},
    {"data": "iris", "n_estimators": 2},
    {"data": "diabetes", "n_estimators": 2, "reg_alpha": 5.0},
    {"data": "moons", "subsample": 0.6, "colsample_bynode": 0.5, "n_estimators": 2, "max_depth": 4},
    {"data": "xor", "pruning": "full", "gamma": 0.5, "n_estimators": 2},
]


@pytest.fixture(params=LESSONS, ids=str, scope="module")
def boosted(request: pytest.FixtureRequest) -> tuple[BoostedModel, Charged]:
    fit = fit_boosted_model(Settings(**request.param))
    return fit, charged_tree(fit, 2, 0)


def regrown(fit: BoostedModel, gamma: float, pruning: str) -> Tree:
    model, round_ = fit.model, fit.trace[1]
    params = replace(model.params_, gamma=gamma, pruning=pruning)
    criterion = second_order(column(round_.gradient, 0), column(round_.hessian, 0), params)
    draw = feature_draw(params, 2, 0, model.columns_)
    return grow_tree(model.columns_, criterion, params, rows=round_.rows, draw_features=draw).tree


def test_gamma_leaves_what_the_library_leaves(boosted: tuple[BoostedModel, Charged]) -> None:
    """Pre-stopping and pruning as gbtlib grows and prunes, at gammas between all turns."""
    fit, found = boosted
    after = "full" if fit.settings.pruning == "full" else "post"
    turns = [0.0, *found.turns(), found.top]
    for gamma in [(low + high) / 2 for low, high in pairwise(turns) if high > low + 1e-9]:
        for way, pruning in zip(found.ways[:2], ("pre", after), strict=False):
            tree = regrown(fit, gamma, pruning)
            leaf = found.leaves(way, gamma)
            assert sorted(found.tree.n_samples[leaf]) == sorted(tree.n_samples[tree.leaves])


def subtrees(tree: Tree, cost: np.ndarray, node: int = 0) -> list[tuple[int, float]]:
    """Leaves and cost of every subtree with its root at a node, one after the other."""
    every = [(1, float(cost[node]))]
    if not tree.is_leaf[node]:
        sides = (subtrees(tree, cost, int(side[node])) for side in (tree.children_left, tree.children_right))
        every += [(a[0] + b[0], a[1] + b[1]) for a, b in product(*sides)]
    return every


def test_the_whole_objective_is_the_best_of_all_subtrees(boosted: tuple[BoostedModel, Charged]) -> None:
    _, found = boosted
    every = subtrees(found.tree, found.cost)
    for gamma in np.linspace(0, found.top, 23).tolist():
        least = min(cost + gamma * n for n, cost in every)
        assert found.objective(found.ways[2], gamma) == pytest.approx(least, abs=1e-9)
        assert all(found.objective(way, gamma) >= least - 1e-9 for way in found.ways)


def test_the_single_leaf_and_its_gains_add_up(boosted: tuple[BoostedModel, Charged]) -> None:
    """Objectives differ from the single leaf's by the gains of the splits, each less gamma."""
    _, found = boosted
    for way in range(2):
        for gamma in (0.0, found.start, found.top / 2):
            kept = kept_gains(found, way, gamma)
            difference = found.objective(found.ways[way], gamma) - found.single(gamma)
            assert difference == pytest.approx(gamma * len(kept) - sum(kept), rel=1e-6, abs=1e-9)


def test_the_curves_over_gamma() -> None:
    path = gamma_path(XOR, [way_tree(XOR, way) for way in XOR.ways], 0.25)
    assert path.positions[path.now] == 0.25
    assert list(path.positions) == sorted(set(path.positions))
    for way, tree in zip(XOR.ways, path.trees, strict=True):
        values = dict(tree.columns)
        assert values["leaves"][path.now] == XOR.leaves(way, 0.25).sum()
        assert values["objective"][path.now] == pytest.approx(XOR.objective(way, 0.25))
        beside = values["beside a single leaf"][path.now]
        assert beside == pytest.approx(XOR.objective(way, 0.25) - XOR.single(0.25), abs=1e-7)
        assert [node.text for node in tree.nodes[:3]] == ["0.0159", "0.362", "0.2"]
    (plot,) = path.plots
    worst = max(max(line.y) for line in plot.lines)
    assert worst == pytest.approx(2 * 38 / 105 - 1 / 63 - 38 / 105, abs=1e-5)


# -- words that fit the case


def test_several_branches_fall_in_one_sentence() -> None:
    found = sequence_of(grow_single_tree(TreeSettings(data="sonar")), "misclassification")
    nodes = found.falls_next(0)
    assert len(nodes) == 4
    text = ", ".join(map(str, nodes[:3])) + f" and {nodes[3]}"
    assert step_words(found, 0).endswith(f"nodes {text} fall.")
    wrong = next(node for node in found.inner(0) if node not in found.weakest(0))
    assert f"Nodes {text} fall: g = " in verdict_on_link(found, 0, wrong)
    rest = f"{nodes[1]}, {nodes[2]} and {nodes[3]}"
    assert verdict_on_link(found, 0, nodes[0]).endswith(f"Right; with it nodes {rest}.")
    assert listed((1, 2, 3, 4, 5, 6)) == "nodes 1, 2, 3, 4 and 2 more"


def test_a_single_leaf_is_told_as_one() -> None:
    found = sequence_of(grow_single_tree(TreeSettings(data="iris", min_samples_leaf=75)), "misclassification")
    assert "1 of 1 leaf. Nothing is left to cut." in step_words(found, 0)
    assert "let the tree grow" in task_words(found, 0)
    assert "single leaf" in end_words(found)
    assert "go back" in task_words(HAND, HAND.n_steps - 1)
    assert "smallest g" in task_words(HAND, 0)


def test_leaves_that_count_come_first() -> None:
    found = sequence_of(grow_single_tree(TreeSettings(data="cos_x2", max_depth=100)), "squared_error")
    risks = found.risk[found.leaves(0)]
    terms = strength_formula(found, found.branches(0), 0).split("leaf})=")[1].split(r"\\")[0]
    largest = [rf"{each:.4g}" for each in sorted(risks.tolist(), reverse=True)[:3]]
    assert [term.replace(r"\cdot10^{", "e").replace("}", "") for term in terms.split("+")[:3]] == [
        each.replace("e-0", "e-") for each in largest
    ]
    assert r"\dots" in terms
    assert f"{(risks == 0).sum():,} of them 0" in strength_formula(found, found.branches(0), 0)


def test_the_table_has_g_of_every_inner_node_the_weakest_first() -> None:
    table = strength_table(HAND, 0)
    assert table["node"].tolist()[:3] == [8, 6, 9]  # (0.07 − 0.04) / 2, (0.11 − 0.05) / 3, ...
    assert sorted(table["node"]) == sorted(HAND.inner(0))
    strength = HAND.branches(0).strength
    assert table["g(t)"].tolist() == [number(each) for each in sorted(strength[HAND.inner(0)].tolist())]
    assert table[""].tolist()[:2] == ["falls next", ""]
    found = sequence_of(grow_single_tree(TreeSettings(data="iris")), "misclassification")
    table = strength_table(found, 1)
    assert sorted(table["node"]) == found.inner(1)
    assert [float(each) for each in table["g(t)"]] == sorted(float(each) for each in table["g(t)"])
    assert set(table["node"][table[""] == "falls next"]) == set(found.falls_next(1))
