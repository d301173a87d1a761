"""Models of scikit-learn and CatBoost, which keep their settings; and G and H of nodes, as far as they tell.

GradientBoosting keeps the mean residual of a split's rows, G = -n mean, and in leaves the step. HistGradient-
Boosting keeps weights and gains but no hessians: with a constant hessian, H is the number of rows, and the
gains say whether it was; otherwise H would follow from differences of nearly equal numbers, and is not told.
"""

from dataclasses import replace

import numpy as np

from gbtlib.handover.opened import OpenedModel, OpenedTree
from gbtlib.handover.solved import Estimate, NodeSums, Solved, by_gains, untold

CATBOOST_LAMBDA = "lambda counts times the mean weight of the rows of training, which no file tells"
OWN = "settings are the estimator's own"


def solve_sklearn(model: OpenedModel) -> Solved:
    """The sums of an opened GradientBoosting or HistGradientBoosting model, and its own settings."""
    kind, loss, params = model.objective, model.params.get("loss"), model.params
    if "GradientBoosting" not in kind:
        return untold(f"{kind} has no gradients", model.trees)
    none, rate = Estimate(0.0, why=f"{kind} has no such penalty"), float(params["learning_rate"])
    reg_lambda, is_squared, why = none, loss == "squared_error", ""
    if kind.startswith("Hist"):
        reg_lambda = Estimate(float(params["l2_regularization"]))
        found = [of_counts(tree, reg_lambda.value, rate) for tree in model.trees]
        if kind != "HistGradientBoostingRegressor" or not is_squared:
            why = f"{kind} keeps no hessians"
        elif np.concatenate([np.isfinite(sums.G) for sums in found]).mean() < 0.5:
            why = "rows were weighted, or weights clipped"
    else:
        found = [of_means(tree, is_squared) for tree in model.trees]
    told = untold(why, model.trees) if why else Solved({}, 1.0, tuple(found), (OWN,))
    settings = {"lambda": reg_lambda, "alpha": none, "learning rate": Estimate(rate)}
    return replace(told, settings=settings)


def of_means(tree: OpenedTree, is_squared: bool) -> NodeSums:
    """GradientBoosting: leaves of another loss than the squared one have a step for a mean, and no G."""
    G = np.where(tree.is_leaf & (not is_squared), np.nan, -tree.cover * tree.told)
    H = tree.cover if is_squared else np.full(len(G), np.nan)
    return NodeSums(G, H, 1e-9 * tree.cover * np.abs(tree.told))


def of_counts(tree: OpenedTree, reg_lambda: float, rate: float) -> NodeSums:
    """HistGradientBoosting with H = rows, where the gain of the split says so."""
    tree = replace(tree, cover=tree.n_samples)
    _, found = by_gains(tree, tree.told / rate, reg_lambda, reg_lambda, 0.0)
    return replace(found, H=np.where(np.isnan(found.G), np.nan, tree.cover))


def solve_catboost(model: OpenedModel) -> Solved:
    """The settings in an opened CatBoost model; it keeps nothing of a split by which G could be checked.

    H is the weight of the rows that it keeps only for the squared error. Sources, in CatBoost's
    catboost/private/libs: options/oblivious_tree_options.h has no penalty of first order on leaves, and
    ScaleL2Reg of algo_helpers/online_predictor.h multiplies that of second order.
    """
    found = untold("CatBoost keeps neither gains nor weights of splits", model.trees)
    given = {"lambda": model.params.get("l2_leaf_reg"), "learning rate": model.params.get("learning_rate")}
    told = {name: Estimate(value) for name, value in given.items() if value is not None}
    sums = found.sums
    if model.objective != "RMSE":
        sums = tuple(replace(each, H=np.full(len(each.G), np.nan)) for each in sums)
    settings = {**found.settings, "alpha": Estimate(0.0, why="CatBoost has no such penalty"), **told}
    return replace(found, settings=settings, sums=sums, notes=(CATBOOST_LAMBDA,))
