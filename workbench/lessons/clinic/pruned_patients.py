"""The patients that are prunings and votes, each beside its healthy twin. Pure, no streamlit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from gbtlib import CrossValidation, DecisionTreeClassifier, Tree, node_risk, samme
from gbtlib.adaboost.samme import chance
from workbench.data.catalogue import load_dataset
from workbench.lessons.clinic.findings import Findings, Stepwise, TwoCourses, one_by_one
from workbench.lessons.clinic.fold_mistakes import Sums, sums_by_interval
from workbench.lessons.clinic.tree_patients import Sample, last_of, sample_of
from workbench.models.booster import Floats
from workbench.models.hand_trees import THIRTEEN, TWINS
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree
from workbench.text.numbers import number


def forgetful_risks() -> Findings:
    """A tree of thirteen nodes: branches are cut by risks that forget how many rows they are of."""
    tree = THIRTEEN
    right = node_risk(tree, "misclassification")
    forgotten = right * tree.H[0] / tree.H
    sick, well = strengths_in_order(tree, forgotten), strengths_in_order(tree, right)
    n = min(len(sick), len(well))
    courses = TwoCourses(
        *("strength g(t)", np.arange(1.0, n + 1)),
        np.array([g for _, g in sick[:n]]),
        np.array([g for _, g in well[:n]]),
    )
    shown = strength_steps(tree, [(forgotten, sick[:n]), (right, well[:n])])
    g = [branch_strengths(tree, risk) for risk in (forgotten, right)]
    costs = (("smallest strength, which may not be negative", min(g[0].values()), min(g[1].values())),)
    said = ("strength g of node 8", g[0][8], g[1][8])
    return Findings("13 nodes, 100 rows", shown, courses, *said, costs)


def strength_steps(tree: Tree, pair: Sequence[tuple[Floats, Sequence[tuple[int, float]]]]) -> Stepwise:
    """The strengths of all inner nodes that are left before each cut; of each side its risks and its cuts."""
    inner = np.flatnonzero(~tree.is_leaf).tolist()
    found = np.full((2, len(pair[0][1]) + 1, len(inner)), np.nan)
    for i, (risk, cuts) in enumerate(pair):
        for k in range(len(cuts)):
            strengths = branch_strengths(tree, risk, [node for node, _ in cuts[:k]])
            found[i, k + 1] = [strengths.get(node, np.nan) for node in inner]
    names = tuple(f"node {node}" for node in inner)
    return Stepwise("Branch", "strength g(t)", found[0], found[1], names=names)


Falls = Callable[[int], Sequence[int]]  # from a node that is cut to all nodes that become leaves by it


def alone(node: int) -> Sequence[int]:
    """A node that is cut becomes a leaf, and no other."""
    return (node,)


def ends_of(tree: Tree, cut: Sequence[int]) -> list[int]:
    """The leaves of a tree when some nodes are cut."""
    gone = {int(i) for node in cut for i in tree.subtree(node) if i != node}
    return [t for t in range(tree.n_nodes) if t not in gone and (t in cut or tree.is_leaf[t])]


def branch_strengths(tree: Tree, risk: Floats, cut: Sequence[int] = ()) -> dict[int, float]:
    """g(t) = (R(t) - R(T_t)) / (leaves - 1) of every inner node that is left when some are cut."""
    found = {}
    ends = set(ends_of(tree, cut))
    above = {int(i) for end in ends for i in tree.path_to(end)} - ends
    for t in sorted(above):
        leaves = [int(i) for i in tree.subtree(t) if i in ends]
        found[t] = float(risk[t] - risk[leaves].sum()) / (len(leaves) - 1)
    return found


def strengths_in_order(tree: Tree, risk: Floats, falls: Falls = alone) -> list[tuple[int, float]]:
    """The weakest branches one after another, each with its strength when it is cut."""
    cut: list[int] = []
    found = []
    while 0 not in cut:
        strengths = branch_strengths(tree, risk, cut)
        weakest = min(strengths, key=lambda t: (round(strengths[t], 12), t))
        found.append((weakest, strengths[weakest]))
        cut += falls(weakest)
    return found


def namesakes(tree: Tree, node: int) -> list[int]:
    """The nodes that ask what a node asks: all that a search by the split's values finds."""
    same = (tree.feature == tree.feature[node]) & (tree.threshold == tree.threshold[node])
    return [int(i) for i in np.flatnonzero(same)]


def found_by_question() -> Findings:
    """Two nodes that ask the same: where one is pruned, the other falls with it."""
    tree = TWINS
    risk = node_risk(tree, "misclassification")
    ways = (lambda node: namesakes(tree, node), alone)
    wrong = np.empty((2, 4))
    shares = np.full((2, 5, tree.n_nodes), np.nan)
    n_leaves: list[float] = []
    for i, falls in enumerate(ways):
        cuts = [node for node, _ in strengths_in_order(tree, risk, falls)]
        fallen = [[node for each in cuts[:k] for node in falls(each)] for k in range(len(cuts) + 1)]
        left = [ends_of(tree, each) for each in fallen]
        wrong[i] = [risk[left[min(k, len(cuts))]].sum() for k in range(4)]
        for k in range(4):
            ends = left[min(k, len(cuts))]
            shares[i, k + 1, ends] = tree.H[ends] / tree.H[0]
        n_leaves.append(float(len(left[1])))
    courses = TwoCourses("share of wrong rows", np.arange(4.0), wrong[0], wrong[1])
    costs = (("share of wrong rows after the first step", float(wrong[0, 1]), float(wrong[1, 1])),)
    said = "leaves left when the weakest branch, node 1, is cut"
    nodes = tuple(f"node {node}" for node in range(tree.n_nodes))
    shown = Stepwise("Step", "share of the rows in a leaf", shares[0], shares[1], names=nodes)
    return Findings("15 rows, 7 nodes", shown, courses, said, n_leaves[0], n_leaves[1], costs)


@cache
def validated_wrongly() -> tuple[SingleTree, CrossValidation, Sums]:
    """The full tree of Sonar, its cross-validation in ten folds, and the same summed wrongly."""
    fit = grow_single_tree(TreeSettings(data="sonar", max_depth=100))
    validated = fit.model.cross_validate_alpha(n_folds=10, measure="misclassification")
    return fit, validated, sums_by_interval(fit, "misclassification", validated)


def wrong_subtree() -> Findings:
    """Sonar pruned by cross-validation whose folds add the wrong subtree, or none."""
    _, validated, sums = validated_wrongly()
    step = np.arange(float(len(sums.right)))
    courses = TwoCourses(
        *("errors summed over the folds", step),
        np.where(sums.counted > 0, sums.total, np.nan),
        sums.right,
    )
    names = tuple(str(k) for k in range(len(step)))
    shown = Stepwise(
        "Step", courses.measure, one_by_one(courses.patient), one_by_one(sums.right), names=names
    )
    leaves = [validated.steps[k].n_leaves for k in (sums.chosen, validated.best)]
    costs = (
        (
            "errors of all folds at the chosen step",
            float(sums.right[sums.chosen]),
            float(sums.right[validated.best]),
        ),
        ("leaves kept", float(leaves[0]), float(leaves[1])),
    )
    said = f"the sum at step {sums.chosen}"
    numbers = float(sums.total[sums.chosen]), float(sums.right[sums.chosen])
    return Findings("Sonar, a full tree, ten folds", shown, courses, said, *numbers, costs)


@dataclass(frozen=True, eq=False)
class Vote:
    """A run of AdaBoost: of each round weighted error, tree weight, and shares of wrong rows.

    asked: the feature and the threshold of each round's stump.
    weights: of the rows before the first round and after each, as multiples of their mean.
    """

    error: list[float]
    alpha: list[float]
    seen: list[float]
    unseen: list[float]
    weights: list[Floats]
    asked: list[tuple[int, float]]


def voted(
    sample: Sample, n_rounds: int, *, search_by_weight: bool = True, bound: float | None = None
) -> Vote:
    """SAMME with stumps. bound: the error beyond which it stops, with a last vote of 1; None for 1 - 1/K."""
    y = sample.y.astype(np.int64)
    n_classes = int(y.max()) + 1
    weight = np.full(len(y), 1 / len(y))
    votes = [np.zeros((len(each), n_classes)) for each in (sample.X, sample.X_unseen)]
    found = Vote([], [], [], [], [np.ones(len(y))], [])
    is_over = False
    for _ in range(n_rounds):
        model = DecisionTreeClassifier(max_depth=1).fit(sample.X, y, weight if search_by_weight else None)
        said = [model.tree_.predict(X).astype(np.int64) for X in (sample.X, sample.X_unseen)]
        step = samme(weight, said[0] != y, n_classes)
        useless = step.error >= chance(n_classes) - 1e-9
        stops = bound is not None and step.error > bound
        alpha = 0.0 if is_over or (useless and not stops) else 1.0 if stops else step.tree_weight
        is_over = is_over or stops or useless
        for each, answers in zip(votes, said, strict=True):
            each[np.arange(len(each)), answers] += alpha
        found.asked.append((int(model.tree_.feature[0]), float(model.tree_.threshold[0])))
        found.error.append(step.error)
        found.alpha.append(alpha)
        found.seen.append(float((votes[0].argmax(axis=1) != y).mean()))
        if len(sample.y_unseen):
            found.unseen.append(float((votes[1].argmax(axis=1) != sample.y_unseen).mean()))
        weight = weight if is_over else step.weights
        found.weights.append(weight * len(y))
    return found


def vote_findings(on: str, sample: Sample, pair: Sequence[Vote], said: tuple[str, float, float]) -> Findings:
    """What is found at two votes."""
    sick, well = pair
    n = len(sick.error)
    has_unseen = len(sample.y_unseen) > 0
    courses = TwoCourses(
        *("share of wrong rows", np.arange(1.0, n + 1), np.array(sick.seen), np.array(well.seen)),
        *((np.array(sick.unseen), np.array(well.unseen)) if has_unseen else ()),
    )
    order = np.argsort(sample.y, kind="stable")  # rows of a class side by side
    weights = [np.array(each.weights)[:, order] for each in pair]
    shown = Stepwise("Round", "weight of a row, their mean is 1", weights[0], weights[1])
    return Findings(on, shown, courses, *said, last_of(courses))


@cache
def votes_without_weights() -> tuple[Sample, Vote, Vote]:
    """Wine by stumps, searched without the weights and with them."""
    data = load_dataset("wine")
    sample = sample_of(data.X, data.y.astype(np.float64))
    return sample, voted(sample, 20, search_by_weight=False), voted(sample, 20)


def blind_search() -> Findings:
    """Wine by stumps: rows gain weight, and the search does not look."""
    sample, *pair = votes_without_weights()
    said = ("error of the tree of round 2", pair[0].error[1], pair[1].error[1])
    return vote_findings("Wine, stumps", sample, pair, said)


HARD = "BACCBAAABC"


@cache
def votes_of_ten() -> tuple[Sample, Vote, Vote]:
    """Ten rows of three classes by stumps, stopped at an error of 0.5 and at that of guessing."""
    y = np.array(["ABC".index(each) for each in HARD], dtype=np.float64)
    X = np.arange(1.0, 11.0)[:, np.newaxis]
    sample = Sample(X, y, X[:0], y[:0])
    return sample, voted(sample, 20, bound=0.5), voted(sample, 20)


def stops_at_half() -> Findings:
    """Ten rows of three classes: an error above 0.5 is still better than guessing."""
    sample, *pair = votes_of_ten()
    late = next(t for t, error in enumerate(pair[1].error) if error > 0.5)
    said = (
        f"the largest error that is good enough; round {late + 1} has {number(pair[1].error[late])}",
        0.5,
        2 / 3,
    )
    return vote_findings(f"Ten rows, {' '.join(HARD)}; stumps", sample, pair, said)


_EXAMINATIONS = (forgetful_risks, found_by_question, wrong_subtree, blind_search, stops_at_half)
EXAMINED: Mapping[str, Callable[[], Findings]] = {each.__name__: each for each in _EXAMINATIONS}
"""How each of them is examined, by the name of its fault."""
