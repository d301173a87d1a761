"""A tree of an opened model with the sums of rows, and how many of its leaves those rows meet."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.boosting import derivatives
from gbtlib.core.params import BoostingParams
from gbtlib.core.tree import Tree
from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import Codes, OpenedModel, tree_of

Sums = tuple[Floats, Floats, NDArray[np.intp]]  # of each row: g, h and its leaf

MOST_STEPS = 100
MET = 1e-4  # of the sum of |g|: what float32 and 16 digits of a file leave of a leaf's equation


def tree_on(
    model: OpenedModel,
    which: int,
    params: BoostingParams,
    sums: Sums,
    codes: Codes,
    folded: float,
) -> tuple[Tree, tuple[int, int]]:
    """A tree with the sums of rows. folded: what its leaves have that is no step.

    Gives, too, how many leaves have the weight of these rows, and how many have rows.
    """
    source, (gradient, hessian, leaf) = model.trees[which], sums
    each_row, n_nodes = (gradient, hessian, np.ones(len(leaf))), len(source.feature)
    G, H, n = (source.sums(np.bincount(leaf, each, n_nodes).astype(np.float64)) for each in each_row)
    reg_lambda, alpha = params.reg_lambda, params.reg_alpha
    with np.errstate(divide="ignore", invalid="ignore"):
        shrunk = np.sign(G) * np.maximum(np.abs(G) - alpha, 0)
        best = np.where(H + reg_lambda > 0, -shrunk / (H + reg_lambda), 0.0)
    score = -0.5 * shrunk * best
    scaled = (source.leaf_value * float(model.tree_weight[which]) - folded) / params.learning_rate
    tree = replace(
        tree_of(source, model, codes=codes),
        n_samples=n.astype(np.int32),
        G=G,
        H=H,
        gain=source.gains_of(score),
        weight=np.where(source.is_leaf, scaled, best),
    )
    return tree, leaves_met(tree, sums, params)


def leaves_met(tree: Tree, sums: Sums, params: BoostingParams, at: Floats | float = 0.0) -> tuple[int, int]:
    """How many leaves have the weight of a Newton step from where rows stand, and how many have rows."""
    g, h, leaf = sums
    each_row = (g, h, np.ones(len(leaf)), np.abs(g), np.broadcast_to(at, len(leaf)))
    G, H, n, size, start = (np.bincount(leaf, each, tree.n_nodes) for each in each_row)
    asked = tree.is_leaf & (n > 0)
    step = tree.weight[asked] - start[asked] / n[asked]
    shrunk = np.sign(G) * np.maximum(np.abs(G) - params.reg_alpha, 0)
    off = np.abs(step * (H + params.reg_lambda)[asked] + shrunk[asked])
    return int((off <= MET * size[asked]).sum()), len(off)


def steps_of(model: OpenedModel) -> int:
    """How many Newton steps a leaf took, one after another."""
    told = model.params.get("leaf_estimation_iterations", 1)
    return told if isinstance(told, int) and 1 <= told <= MOST_STEPS else 1


def met_after_steps(
    n_steps: int, estimator: Any, y: NDArray[Any], F: Floats, tree: Tree, leaf: NDArray[np.intp]
) -> tuple[int, int]:
    """How many leaves that took several Newton steps are met by the last, and how many have rows."""
    loss, params, at = estimator.loss_, estimator.params_, np.zeros(len(F))
    for _ in range(n_steps - 1):
        g, h = derivatives(loss, y, F + at, None)
        G, H = np.bincount(leaf, g), np.bincount(leaf, h) + params.reg_lambda
        at -= (G / np.where(H > 0, H, np.inf))[leaf]
    return leaves_met(tree, (*derivatives(loss, y, F + at, None), leaf), params, at)
