"""What follows once lambda and eta are known: G of more nodes, bounds, the rows, and the loss. Pure.

What rests on G and H alone stands here, with the reason where it cannot be told. A split whose children are
leaves gains at least gamma, XGBoost's src/tree/updater_prune.cc; a round changes the loss by the sum of
G v + H v^2 / 2 over leaves of value v, exactly for the squared error and to second order for others.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover import OpenedModel
from gbtlib.handover.solved import Solved
from workbench.trees.file_trees import settled

Floats = NDArray[np.float64]
WHOLE = 2e-6  # relative: how near a number of rows is to a whole one, by sums in float32
MOST_ROWS = 10_000  # beyond which nearly every number is near a whole one
SQUARED = ("reg:squarederror", "reg:linear", "regression", "regression_l2")
LOGISTIC = ("binary:logistic", "reg:logistic", "binary")
NOT_THIS_LOSS = "only of single trees by squared error or two classes"
NO_ROWS = "nor is the number of rows"
HIDDEN_LEAF = "a leaf’s G is not told"
DRAWN_ROWS = "trees saw different rows"


def bounds(model: OpenedModel) -> dict[str, float]:
    """What trees say of settings that only forbid: the least gain kept, the least H."""
    gains: list[float] = []
    least: list[float] = []
    for tree in model.trees:
        both = tree.is_leaf[tree.children_left[tree.splits]] & tree.is_leaf[tree.children_right[tree.splits]]
        gains += tree.gain[tree.splits[both]].tolist()
        least += tree.cover[tree.is_leaf].tolist() if len(tree.splits) else []
    return {"gain": min(gains, default=np.nan), "H": min(least, default=np.nan)}


@dataclass(frozen=True)
class Rows:
    """The rows that the first tree saw, if each counts once, and those of class 1; None: untold."""

    count: int | None = None
    ones: float | None = None


def is_plain(model: OpenedModel) -> bool:
    """Whether rounds are single trees of one output, added as they are."""
    is_one = model.n_outputs == 1 and model.n_rounds == len(model.trees)
    return bool(is_one and (model.tree_weight == 1).all() and model.divisor == 1 and model.combine == "sum")


def start_of(model: OpenedModel, solved: Solved) -> float:
    """The raw prediction before the first tree, NaN where it is not told."""
    if model.library != "lightgbm":
        return float(model.base[0])
    average = solved.settings.get("average of output 0")
    return float("nan") if average is None else float(model.base[0]) + average.value


def rows_of(model: OpenedModel, solved: Solved) -> Rows:
    """The rows of the first tree, by their H: H = n for the squared error, n p (1 - p) for two classes."""
    if not model.trees or model.n_outputs != 1:
        return Rows()
    root, p = model.trees[0].cover[0], probability(model, solved)
    each = 1.0 if model.objective in SQUARED else model.sigmoid**2 * p * (1 - p)
    count = float(root / each) if each > 0 else np.nan
    if model.objective not in (*SQUARED, *LOGISTIC) or not 1 <= count <= MOST_ROWS:
        return Rows()
    if abs(count - round(count)) > WHOLE * count:
        return Rows()
    if model.objective in SQUARED:
        return Rows(round(count))
    of_leaves = settled(solved.sums[0])[model.trees[0].is_leaf]
    ones = float(round(count) * p - of_leaves.sum())
    return Rows(round(count), ones if np.isfinite(ones) and 0 < ones < count else None)


def probability(model: OpenedModel, solved: Solved) -> float:
    """Of class 1, before the first tree."""
    return float(1 / (1 + np.exp(-model.sigmoid * start_of(model, solved))))


@dataclass(frozen=True)
class Losses:
    """The mean training loss after so many rounds, (R + 1,); is_whole: else what was taken off it.

    why: it cannot be told, and values are then empty.
    """

    values: Floats
    is_whole: bool = False
    why: str = ""


def losses_of(model: OpenedModel, solved: Solved) -> Losses:
    """The training loss by G and H of the leaves."""
    none, rows = np.zeros(0), rows_of(model, solved)
    if model.objective not in (*SQUARED, *LOGISTIC) or not is_plain(model):
        return Losses(none, why=NOT_THIS_LOSS)
    if rows.count is None:
        return Losses(none, why=NO_ROWS)
    first, by = 0.0, [0.0]
    if model.objective in LOGISTIC:
        if rows.ones is None:
            return Losses(none, why=HIDDEN_LEAF)
        p, share = probability(model, solved), rows.ones / rows.count
        first = -share * np.log(p) - (1 - share) * np.log(1 - p)
    expected: Floats | None = None
    for k, (tree, sums) in enumerate(zip(model.trees, solved.sums, strict=True)):
        leaf, G, error = tree.is_leaf, settled(sums), sums.G_error
        value = tree.leaf_value[leaf] - (start_of(model, solved) - model.base[0] if k == 0 else 0.0)
        G, H, error = G[leaf], tree.cover[leaf], error[leaf]
        if not np.isfinite(G).all():
            return Losses(none, why=HIDDEN_LEAF)
        if expected is not None and abs(G.sum() - expected[0]) > expected[1] + error.sum():
            return Losses(none, why=DRAWN_ROWS)
        by.append(float((G * value + 0.5 * H * value**2).sum()))
        expected = np.array([(G + H * value).sum(), rest_of(model, G, H, value) + error.sum()])
    return Losses(first + np.cumsum(by) / rows.count, model.objective in LOGISTIC)


def rest_of(model: OpenedModel, G: Floats, H: Floats, value: Floats) -> float:
    """How far the next root's G may be from the sum of G + H v: 0 but for rounding where H is constant.

    Of two classes h changes on the way by a factor of at most e^|v|, and h' is never larger than h.
    """
    rounding = 1e-5 * float(np.abs(G).sum() + np.abs(H * value).sum())
    if model.objective in SQUARED:
        return rounding
    size = model.sigmoid * np.abs(value)
    return rounding + float((0.5 * H * model.sigmoid * value**2 * np.exp(size)).sum())
