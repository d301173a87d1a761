"""Every tree of depth two at most on a few rows, with what it gains, and the one that greed finds. Pure.

Gradients, hessians, cuts, their gains and the greedy tree are gbtlib's; here its cuts are only put together.
A tree gains what its splits gain, each with gamma charged: Obj of one leaf less Obj of the tree, where Obj is
the sum over the leaves of gamma - 1/2 G^2 / (H + lambda). T. Chen and C. Guestrin, KDD 2016, equation 6.
"""

from dataclasses import dataclass, fields, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import (
    Candidates,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    SecondOrder,
    Tree,
    TreeParams,
    grow_tree,
    sort_columns,
    split_search,
)
from workbench.lessons.greedy_or_best.rows import FEATURES, ROW_SETS, Task
from workbench.trees.taken_files import Taken, fitted_to

Floats = NDArray[np.float64]
Positions = NDArray[np.intp]

DEPTH = 2
NO_CUT = -1
SAME = 1e-12  # gains of this many units of the loss apart are one gain, rounded twice
PRUNINGS = ("pre", "post", "full")


@dataclass(frozen=True, eq=False)
class EveryTree:
    """All trees of a task; tree 0 is the single leaf.

    cuts: of the root, that which gains most first. below: for each the cuts of its left and its right child.
    root, left, right: (n_trees,) which of these cuts a tree makes, NO_CUT where it has a leaf.
    gain: (n_trees,) of the whole tree, in the unit of the loss.
    """

    task: Task
    criterion: SecondOrder
    cuts: Candidates
    below: tuple[tuple[Candidates, Candidates], ...]
    root: Positions
    left: Positions
    right: Positions
    gain: Floats

    def __len__(self) -> int:
        return len(self.gain)

    @property
    def top(self) -> float:
        """What the best tree gains."""
        return float(self.gain.max())

    def best_of(self, cut: int) -> int:
        """The best tree with a root cut, NO_CUT: the single leaf; of equal ones the first."""
        trees = np.flatnonzero(self.root == cut)
        return int(trees[first_largest(self.gain[trees])])

    def is_best(self, tree: int) -> bool:
        """Whether no tree gains more."""
        return bool(self.gain[tree] >= self.top - SAME)


def first_largest(gains: Floats) -> int:
    """The position of the largest gain, the first of those that rounding alone tells apart."""
    return int(np.flatnonzero(gains >= gains.max() - SAME)[0])


def largest_first(cuts: Candidates) -> Candidates:
    """Cuts by what they gain, as greed ranks them; those that rounding alone tells apart as they stand."""
    order = np.argsort(-cuts.gain.round(11), kind="stable")
    columns = [each.name for each in fields(cuts) if each.name != "category_sides"]
    return replace(cuts, **{name: getattr(cuts, name)[order] for name in columns})


@lru_cache(maxsize=64)
def every_tree(task: Task) -> EveryTree:
    """All trees of a task: every cut of the root, below it every cut or none in each child."""
    columns, criterion = sort_columns(task.X), task.criterion
    search = split_search(columns, criterion, TreeParams(reg_lambda=task.reg_lambda, gamma=task.gamma))
    cuts = largest_first(search.candidates())
    below, parts = [], [(np.array([[NO_CUT, NO_CUT, NO_CUT]]), np.zeros(1))]
    for cut in range(len(cuts)):
        is_left = task.X[:, cuts.feature[cut]] <= cuts.threshold[cut]
        sides = (search.candidates(np.flatnonzero(is_left)), search.candidates(np.flatnonzero(~is_left)))
        below.append(sides)
        left, right = (np.arange(NO_CUT, len(side)) for side in sides)
        gains = [np.concatenate(([0.0], side.gain)) for side in sides]
        pairs = np.stack(np.meshgrid(left, right, indexing="ij"), axis=-1).reshape(-1, 2)
        of_pairs = float(cuts.gain[cut]) + np.add.outer(gains[0], gains[1]).ravel()
        parts.append((np.insert(pairs, 0, cut, axis=1), of_pairs))
    made, gain = np.concatenate([each[0] for each in parts]), np.concatenate([each[1] for each in parts])
    return EveryTree(task, criterion, cuts, tuple(below), made[:, 0], made[:, 1], made[:, 2], gain)


def greedy_tree(every: EveryTree, pruning: str) -> Tree:
    """The tree that gbtlib grows: in every node the cut that gains most there, and then on."""
    task = every.task
    params = TreeParams(max_depth=DEPTH, reg_lambda=task.reg_lambda, gamma=task.gamma, pruning=pruning)
    return grow_tree(sort_columns(task.X), every.criterion, params).tree


def greedy_model(task: Task, pruning: str) -> Taken:
    """The greedy tree as the first and only one of a booster, and the rows."""
    is_classes = task.loss == "logistic"
    model = (GradientBoostingClassifier if is_classes else GradientBoostingRegressor)(
        n_estimators=1,
        learning_rate=1.0,
        max_depth=DEPTH,
        reg_lambda=task.reg_lambda,
        gamma=task.gamma,
        pruning=pruning,
        base_score=0.5 if is_classes else 0.0,
    )
    return fitted_to(ROW_SETS[task.rows].title, FEATURES, task.X, task.y, model)


def greedy_of(every: EveryTree, pruning: str) -> int:
    """Which of all trees greed finds."""
    tree = greedy_tree(every, pruning)
    if tree.is_leaf[0]:
        return 0
    root = place_of(every.cuts, tree, 0)
    sides = zip(every.below[root], (tree.children_left[0], tree.children_right[0]), strict=True)
    left, right = (NO_CUT if tree.is_leaf[node] else place_of(cuts, tree, int(node)) for cuts, node in sides)
    found = (every.root == root) & (every.left == left) & (every.right == right)
    return int(np.flatnonzero(found)[0])


def place_of(cuts: Candidates, tree: Tree, node: int) -> int:
    """Where in a list of cuts that of a node stands."""
    found = (cuts.feature == tree.feature[node]) & (cuts.threshold == tree.threshold[node])
    return int(np.flatnonzero(found)[0])


def best_of(every: EveryTree, greedy: int) -> int:
    """The best tree: greed's own if none is better, else the one with fewest leaves, the first of equals."""
    if every.is_best(greedy):
        return greedy
    leaves = 1 + sum((made != NO_CUT).astype(int) for made in (every.root, every.left, every.right))
    best = np.flatnonzero(every.gain >= every.top - SAME)
    return int(best[leaves[best].argmin()])


def outcome(every: EveryTree, greedy: int) -> str:
    """How greed fares: best, early (it stopped too soon), late (it kept too much), astray (another root)."""
    if every.is_best(greedy):
        return "best"
    if greedy == 0:
        return "early"
    return "late" if best_of(every, greedy) == 0 else "astray"
