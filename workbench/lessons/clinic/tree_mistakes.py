"""What the write-ups get wrong about growing a tree, each beside what is right. Pure, without streamlit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import DecisionTreeClassifier, DecisionTreeRegressor, Tree
from gbtlib.cart.impurity import entropy, gini
from workbench.charts.axes import padded, spread
from workbench.charts.colours import CHOSEN, TRUTH
from workbench.charts.panels import DASHED, PAIR, Dots, Line, Panel, floats
from workbench.data.catalogue import load_dataset
from workbench.text.numbers import number

Floats = NDArray[np.float64]

LEAST_POINTS, MOST_POINTS, LEVELS, ALL_LEVELS = 150, 400, 50, 100


@dataclass(frozen=True, eq=False)
class RootLosses:
    """Two losses of every cut of cos(x²) at the root.

    x: the thresholds. signed: |sum of y - mean, left + right|, with the signs of the deviations. squared: the
    sum of squared deviations, left + right.
    """

    x: Floats
    signed: Floats
    squared: Floats

    @property
    def signed_cut(self) -> int:
        """The cut with the smallest signed loss, the first of equals."""
        return int(self.signed.argmin())

    @property
    def squared_cut(self) -> int:
        """The cut with the smallest squared loss."""
        return int(self.squared.argmin())


@lru_cache(maxsize=1)
def root_losses() -> RootLosses:
    """Both losses, each computed as its formula is written."""
    data = load_dataset("cos_x2")
    x, y = data.X[:, 0], data.y.astype(np.float64)
    cuts = np.arange(1, len(y))
    signed, squared = np.empty((2, len(cuts)))
    for i, cut in enumerate(cuts.tolist()):
        left, right = y[:cut] - y[:cut].mean(), y[cut:] - y[cut:].mean()
        signed[i] = abs(left.sum() + right.sum())
        squared[i] = left @ left + right @ right
    return RootLosses((x[cuts - 1] + x[cuts]) / 2, signed, squared)


def loss_panels(found: RootLosses) -> list[Panel]:
    """Both losses over the threshold, each with the cut that it would choose."""
    some = spread(len(found.x), MOST_POINTS)
    panels = []
    for title, values, best, colour in (
        ("loss of the cut, signed deviations", found.signed, found.signed_cut, PAIR[1]),
        ("loss of the cut, squared deviations", found.squared, found.squared_cut, PAIR[0]),
    ):
        line = Line(floats(found.x[some]), floats(values[some]), colour, "", "", 1.2 if best else 2.5)
        mark = Dots(
            floats(found.x[[best]]), floats(values[[best]]), CHOSEN, "the cut it chooses", "circle", 6
        )
        extent = (*padded(0.0, 5.0, 0.01), 0.0, 1.1 * float(values.max()))
        panels.append(Panel("", extent, "threshold on x", title, (line,), (mark,)))
    return panels


def loss_words(found: RootLosses) -> str:
    """What the two losses are, with the numbers of the root."""
    wrong, right = found.signed_cut, found.squared_cut
    whole = root_tree().impurity
    assert whole is not None
    total = float(whole[0]) * 5000
    return (
        "**Signed deviations add up to nothing.** Deviations from a mean sum to 0 whatever the cut, so that "
        f"|Σ(y − mean)| left and right is rounding alone, here at most {number(float(found.signed.max()))}: "
        f"its smallest value lies at x ≤ {number(float(found.x[wrong]), 4)}, by chance. Squared deviations "
        f"know better: x ≤ {number(float(found.x[right]), 4)} takes {number(total)} down to "
        f"{number(float(found.squared[right]))}, the chance cut to {number(float(found.squared[wrong]))}."
    )


@lru_cache(maxsize=1)
def root_tree() -> Tree:
    """The tree of cos(x²) by squared deviations, in which nodes of 150 points and more are split."""
    data = load_dataset("cos_x2")
    return DecisionTreeRegressor(min_samples_split=LEAST_POINTS).fit(data.X, data.y).tree_


def only(tree: Tree, splits: set[int]) -> Tree:
    """The tree with these splits alone; all other nodes are leaves."""
    leaf = np.array([i not in splits for i in range(tree.n_nodes)])
    return replace(
        tree,
        feature=np.where(leaf, -1, tree.feature),
        threshold=np.where(leaf, np.nan, tree.threshold),
        children_left=np.where(leaf, -1, tree.children_left),
        children_right=np.where(leaf, -1, tree.children_right),
        gain=np.where(leaf, np.nan, tree.gain),
    )


def counted(tree: Tree, levels: int) -> Tree:
    """The tree by a counter of levels that never goes down, left branches first.

    It ends where the counter is beyond the limit: after one split more than levels are allowed.
    """
    made: set[int] = set()
    waiting = [0]
    while waiting and len(made) <= levels:
        node = waiting.pop()
        if not tree.is_leaf[node]:
            made.add(node)
            waiting += [int(tree.children_right[node]), int(tree.children_left[node])]
    return only(tree, made)


def upto_depth(tree: Tree, levels: int) -> Tree:
    """The tree with so many levels of splits."""
    return only(tree, set(np.flatnonzero(~tree.is_leaf & (tree.depth < levels)).tolist()))


def level_panel(levels: int = LEVELS) -> Panel:
    """cos(x²) by the counter that never goes down, and by levels."""
    data, tree = load_dataset("cos_x2"), root_tree()
    x = data.X[spread(len(data.y), MOST_POINTS), 0]
    lines = [Line(floats(x), floats(np.cos(x**2)), TRUTH, "truth", DASHED, 2)]
    for found, name, colour in (
        (upto_depth(tree, levels), f"{levels} levels allowed", PAIR[0]),
        (counted(tree, levels), "the same, counted by a counter that never goes down", PAIR[1]),
    ):
        lines.append(Line(floats(x), floats(found.predict(x[:, np.newaxis])), colour, name))
    return Panel("", (*padded(0.0, 5.0, 0.01), *padded(-1.0, 1.0)), "x", "y", tuple(lines))


def level_words(levels: int = LEVELS) -> str:
    """What the counter does, with numbers."""
    tree = root_tree()
    wrong = counted(tree, levels)
    stopped, whole = signed_runs()
    return (
        "**A level counter that never goes down counts splits.** It is raised before both children are grown "
        f"and not lowered after them, so that max_level = {levels} ends the tree after {levels + 1} splits, "
        f"left branches first. Where nodes of {LEAST_POINTS} points are split, cos(x²) needs only "
        f"{tree.max_depth} levels: the counter makes **{splits_of(wrong)} of {splits_of(tree)} splits**, and "
        "the right end, where the wave is fastest, stays flat. The mean squared error is "
        f"**{number(error_of(wrong))}** instead of {number(error_of(tree))}. By signed deviations, where "
        f"rounding chooses the cuts, the whole tree has {whole.splits} splits and an error of "
        f"{number(whole.error)}; stopped at {stopped.splits} it has {number(stopped.error)}."
    )


@dataclass(frozen=True)
class SignedRun:
    """A tree by signed deviations: its splits, and its mean squared error on cos(x²)."""

    splits: int
    error: float


@lru_cache(maxsize=1)
def signed_runs() -> tuple[SignedRun, SignedRun]:
    """The trees of cos(x²) by signed deviations with 50 and with 100 levels of the counter."""
    y = load_dataset("cos_x2").y.astype(np.float64)
    return signed_run(y, LEVELS), signed_run(y, ALL_LEVELS)


def signed_run(y: Floats, levels: int) -> SignedRun:
    """Grow a tree by signed deviations on values in the order of x, with the counter that never goes down."""
    splits, squares, waiting = 0, 0.0, [y]
    while waiting:
        rows = waiting.pop()
        if len(rows) < LEAST_POINTS or splits > levels:
            squares += float(((rows - rows.mean()) ** 2).sum())
            continue
        splits += 1
        cut = signed_cut(rows)
        waiting += [rows[cut:], rows[:cut]]
    return SignedRun(splits, squares / len(y))


def signed_cut(y: Floats) -> int:
    """How many rows go left by the smallest |sum of y - mean, left + right|, the first of equals."""
    sums = [(y[:cut] - y[:cut].mean()).sum() + (y[cut:] - y[cut:].mean()).sum() for cut in range(1, len(y))]
    return int(np.abs(sums).argmin()) + 1


def splits_of(tree: Tree) -> int:
    """How many splits a tree has that a row can reach."""
    return int((~tree.is_leaf).sum())


def error_of(tree: Tree) -> float:
    """Its mean squared error on cos(x²)."""
    data = load_dataset("cos_x2")
    return float(np.mean((tree.predict(data.X) - data.y) ** 2))


TIED_X, TIED_Y = np.array([1.0, 2.0, 2.0, 2.0, 3.0]), np.array([0, 0, 1, 1, 1])


def gini_gain(goes_left: NDArray[np.bool_]) -> float:
    """What a parting of the five tied rows gains."""
    parts = (np.ones(5, dtype=bool), goes_left, ~goes_left)
    counts = [np.bincount(TIED_Y[part], minlength=2).astype(np.float64) for part in parts]
    whole, left, right = (float(each.sum() * gini(each[np.newaxis])[0]) for each in counts)
    return whole - left - right


def tie_table() -> pd.DataFrame:
    """The cuts of five rows, x = 1, 2, 2, 2, 3, of classes a, a, b, b, b: counted row by row, and rightly."""
    rows = []
    for n_left in (1, 2, 3, 4):
        threshold = TIED_X[n_left - 1]
        counted_left = np.arange(5) < n_left
        rows.append(
            {
                "cut after row": n_left,
                "rule": f"x ≤ {threshold:g}",
                "gain as counted": gini_gain(counted_left),
                "gain in truth": gini_gain(threshold >= TIED_X),
                "allowed": "yes" if TIED_X[n_left] > threshold else "no",
            }
        )
    return pd.DataFrame(rows).set_index("cut after row")


def empty_class_table() -> pd.DataFrame:
    """Entropy of a pure node: by the bare formula, where 0 times minus infinity is no number, and rightly."""
    counts = np.array([[3.0, 2.0], [5.0, 0.0]])
    shares = counts / counts.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        bare = -(shares * np.log2(shares)).sum(axis=1)
    return pd.DataFrame(
        {
            "rows of a, b": ["3, 2", "5, 0"],
            "Σ −p log₂ p as it stands": [number(each) if np.isfinite(each) else "NaN" for each in bare],
            "with 0 log 0 = 0": [number(float(each)) for each in entropy(counts)],
        }
    ).set_index("rows of a, b")


def rare_table() -> pd.DataFrame:
    """100 rows, 95 of one class: the five others, which one cut would part, are found or not."""
    x, y = np.arange(100.0)[:, np.newaxis], (np.arange(100) >= 95).astype(int)
    rows = []
    for stop in (0.95, None):
        model = DecisionTreeClassifier(purity_stop=stop).fit(x, y)
        said = model.predict(x)
        rows.append(
            {
                "purity_stop": "none" if stop is None else f"{stop:g}",
                "leaves": model.tree_.n_leaves,
                "gain of x ≤ 94.5": "not asked"
                if model.tree_.n_leaves == 1
                else number(float(model.tree_.gain[0])),
                "rare found": f"{int((said[y == 1] == 1).sum())} of 5",
            }
        )
    return pd.DataFrame(rows).set_index("purity_stop")


TIE_WORDS = (
    "**A threshold inside a tie.** Rows with the same value cannot be parted. Counted row by row the cut "
    "after row 2 looks perfect, but its rule x ≤ 2 sends four rows left. A cut lies between distinct values "
    "only."
)
EMPTY_WORDS = (
    "**Entropy of an empty class.** 0 · log₂ 0 is NaN in a computer, and every comparison with NaN is false: "
    "the purest cut of all is never chosen. A class without rows adds 0."
)
RARE_WORDS = (
    "**A 95 : 5 node is never split.** With purity_stop 0.95 a class of 5 % in the root is never found, "
    "however easy it is to part."
)
