"""A tree of an opened model with the sums of rows, and how many of its leaves those rows meet."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.boosting import Round, column, derivatives
from gbtlib.core.criteria import soft_threshold
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
) -> Tree:
    """A tree with the sums of rows. folded: what its leaves have that is no step."""
    source, (gradient, hessian, leaf) = model.trees[which], sums
    each_row, n_nodes = (gradient, hessian, np.ones(len(leaf))), len(source.feature)
    G, H, n = (source.sums(np.bincount(leaf, each, n_nodes).astype(np.float64)) for each in each_row)
    shrunk, size = soft_threshold(G, params.reg_alpha), H + params.reg_lambda
    best = np.divide(-shrunk, size, out=np.zeros(n_nodes), where=size > 0)
    scaled = (source.leaf_value * float(model.tree_weight[which]) - folded) / params.learning_rate
    return replace(
        tree_of(source, model, codes=codes),
        n_samples=n.astype(np.int32),
        G=G,
        H=H,
        gain=source.gains_of(-0.5 * shrunk * best),
        weight=np.where(source.is_leaf, scaled, best),
    )


def leaves_met(round_: Round, estimator: Any, y: NDArray[Any], n_steps: int) -> NDArray[np.intp]:
    """How many leaves of a round have the weight of a Newton step from where rows stand, the last of several
    where a leaf took them, and how many have rows."""
    params, found = estimator.params_, np.zeros(2, dtype=np.intp)
    for k, tree in enumerate(round_.trees):
        g, h, leaf = (column(each, k) for each in (round_.gradient, round_.hessian, round_.leaf))
        at = np.zeros(len(leaf))
        for _ in range(n_steps - 1 if len(round_.trees) == 1 else 0):
            G, H = np.bincount(leaf, g), np.bincount(leaf, h) + params.reg_lambda
            at -= (G / np.where(H > 0, H, np.inf))[leaf]
            g, h = derivatives(estimator.loss_, y, round_.raw_before + at, None)
        each_row = (g, h, np.ones(len(leaf)), np.abs(g), at)
        G, H, n, size, start = (np.bincount(leaf, each, tree.n_nodes) for each in each_row)
        asked = tree.is_leaf & (n > 0)
        step = tree.weight[asked] - start[asked] / n[asked]
        off = np.abs(step * (H + params.reg_lambda)[asked] + soft_threshold(G, params.reg_alpha)[asked])
        found += np.array([(off <= MET * size[asked]).sum(), len(off)])
    return found


def steps_of(model: OpenedModel) -> int:
    """How many Newton steps a leaf took, one after another."""
    told = model.params.get("leaf_estimation_iterations", 1)
    return told if isinstance(told, int) and 1 <= told <= MOST_STEPS else 1
