"""G and H of the nodes of scikit-learn's boosted trees, as far as what they keep tells them.

GradientBoosting keeps the mean residual of a split's rows, G = -n mean, and in leaves the step. HistGradient-
Boosting keeps weights and gains but no hessians: with a constant hessian, H is the number of rows, and the
gains say whether it was; otherwise H would follow from differences of nearly equal numbers, and is not told.
"""

from dataclasses import replace

import numpy as np

from gbtlib.handover.opened import OpenedModel, OpenedTree
from gbtlib.handover.solved import Estimate, NodeSums, Solved, untold, vouched

OWN = "settings are the estimator's own"
MET = 1e-5  # relative: scikit-learn sums gradients in float32 histograms


def solve_sklearn(model: OpenedModel) -> Solved:
    """The sums of an opened GradientBoosting or HistGradientBoosting model, and its own settings."""
    kind, loss, params = model.objective, model.params.get("loss"), model.params
    if "GradientBoosting" not in kind:
        return untold(f"{kind} has no gradients", model.trees)
    none, rate = f"{kind} has no such penalty", float(params["learning_rate"])
    reg_lambda = Estimate(0.0, why=none)
    found, why = [of_means(tree, loss == "squared_error") for tree in model.trees], ""
    if kind.startswith("Hist"):
        reg_lambda = Estimate(float(params["l2_regularization"]))
        found = [of_counts(tree, reg_lambda.value, rate) for tree in model.trees]
        if kind != "HistGradientBoostingRegressor" or loss != "squared_error":
            why = f"{kind} keeps no hessians"
        elif np.concatenate([np.isfinite(sums.G) for sums in found]).mean() < 0.5:
            why = "rows were weighted, or weights clipped"
    told = Solved({}, "holds", 1.0, tuple(found), (OWN,)) if not why else untold(why, model.trees)
    settings = {"lambda": reg_lambda, "alpha": Estimate(0.0, why=none), "learning rate": Estimate(rate)}
    return replace(told, settings=settings)


def of_means(tree: OpenedTree, is_squared: bool) -> NodeSums:
    """GradientBoosting: leaves of another loss than the squared one have a step for a mean, and no G."""
    G = np.where(tree.is_leaf & (not is_squared), np.nan, -tree.cover * tree.told)
    H = tree.cover if is_squared else np.full(len(G), np.nan)
    return NodeSums(G, H, 1e-9 * tree.cover * np.abs(tree.told))


def of_counts(tree: OpenedTree, reg_lambda: float, rate: float) -> NodeSums:
    """HistGradientBoosting with H = rows, where the gain of the split says so."""
    weight = np.where(tree.is_leaf, tree.told / rate, tree.told)
    H = tree.n_samples
    G, score = -weight * (H + reg_lambda), weight**2 * (H + reg_lambda)
    met = np.abs(tree.gains_of(score) - tree.gain) <= MET * score[0] + 1e-4 * np.abs(tree.gain)
    if len(tree.splits):  # the root's weight is written as 0, and never computed
        G[0] = G[tree.children_left[0]] + G[tree.children_right[0]]
    found = vouched(tree, met, G, H, 1e-5 * np.abs(G))
    return replace(found, H=np.where(np.isnan(found.G), np.nan, H))
