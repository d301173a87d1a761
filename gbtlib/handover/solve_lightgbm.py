"""G of every node of a LightGBM model, and the average that it folded into the leaves of the first trees.

lambda, alpha and the learning rate stand in the file's block of parameters; that they are those of the trees
is checked by every gain that the file tells (to 6 digits). A leaf is rate * w + average with
w = -T(G) / (H + lambda), and cat_l2 more below a split by sorted categories. Sources, in LightGBM:
src/treelearner/feature_histogram.hpp, feature_histogram.cpp; tree.h (AddBias sets shrinkage to 1).

What must not vouch: with lambda = alpha = 0, the default, gains do not change if all weights of a tree are
shifted. The average then stands on the root's G being 0, as where the loss starts from its best constant and
no rows are drawn and no classes weighted.
"""

from __future__ import annotations

import numpy as np

from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import Booleans, OpenedModel, OpenedTree
from gbtlib.handover.solved import UNTOLD, Estimate, NodeSums, Solved, hidden, untold

MET = 1e-4  # relative, of a gain that the file tells with 6 digits
REPLACED = ("regression_l1", "quantile", "mape")
STARTS_AT_BEST = ("regression", "binary", "multiclass", "multiclassova", "poisson", "gamma", "cross_entropy")
CHANGES_WEIGHTS = ("path_smooth", "max_delta_step", "use_quantized_grad", "linear_tree", "cegb_penalty_split")
DRAWS_OR_WEIGHTS = {"scale_pos_weight": 1, "is_unbalance": 0, "bagging_freq": 0, "pos_bagging_fraction": 1}
DRAWS_OR_WEIGHTS |= {"neg_bagging_fraction": 1}


def solve_lightgbm(model: OpenedModel) -> Solved:
    """The sums of an opened LightGBM model, where the gains in the file vouch for them."""
    why = obstacle(model)
    if why:
        return untold(why, model.trees)
    reg_lambda, alpha, rate = (number(model, name, 0) for name in ("lambda_l2", "lambda_l1", "learning_rate"))
    sums, shares, averages = [], [], {}
    for k, tree in enumerate(model.trees):
        penalty: Floats = reg_lambda + number(model, "cat_l2", 10) * below_sorted(tree, model).astype(float)
        folded = k < model.n_outputs and tree.shrinkage == 1 and rate != 1
        factor, average = (rate, root_at_0(tree, penalty, alpha, rate)) if folded else (tree.shrinkage, 0.0)
        G = sums_of_gradients(tree, penalty, alpha, (tree.leaf_value - average) / factor)
        met = gains_met(tree, G, penalty, (reg_lambda, alpha))
        shares.append(met)
        is_known = not folded or (root_is_known(model) and met[tree.splits].mean() > 0.9)
        if k < model.n_outputs and len(tree.splits) and (folded or rate != 1):
            known = Estimate(average, 1e-6 * abs(average))
            averages[f"average of output {k}"] = known if is_known else UNTOLD
        sums.append(shown(tree, G, met) if is_known and (rate != 1 or k >= model.n_outputs) else hidden(tree))
    every = np.concatenate([met[tree.splits] for met, tree in zip(shares, model.trees, strict=True)])
    share = float(every.mean()) if len(every) else 0.0
    if share < 0.5:
        return untold("the gains in the file are not those of its parameters", model.trees)
    told = {"lambda": reg_lambda, "alpha": alpha, "learning rate": rate}
    settings = {name: Estimate(value) for name, value in told.items()} | averages
    verdict = "holds" if share > 0.97 else "holds in part"
    return Solved(settings, verdict, share, tuple(sums), ("settings stand in the file; gains were checked",))


def obstacle(model: OpenedModel) -> str:
    """Why nothing can be told, or nothing."""
    if "lambda_l2" not in model.params:
        return "the file has no block of parameters"
    if model.divisor != 1 or model.params.get("boosting") == "rf":
        return "a random forest has its average in every tree"
    if model.objective in REPLACED:
        return f"{model.objective} replaces leaf values by percentiles"
    for name in CHANGES_WEIGHTS:
        if number(model, name, 0) != 0:
            return f"{name} changes weights"
    monotone = str(model.params.get("monotone_constraints", ""))
    if any(sign in monotone for sign in "123456789"):
        return "monotone_constraints clip weights"
    return "" if any(len(tree.splits) for tree in model.trees) else "no tree has a split"


def number(model: OpenedModel, name: str, default: float) -> float:
    """A parameter of the block."""
    try:
        return float(model.params.get(name, default))
    except ValueError:
        return default


def root_is_known(model: OpenedModel) -> bool:
    """Whether the root's G of the first trees is 0: all rows, no class weights, the best constant."""
    drawn = any(number(model, name, usual) != usual for name, usual in DRAWS_OR_WEIGHTS.items())
    goss = "goss" in (model.params.get("data_sample_strategy"), model.params.get("boosting"))
    return not drawn and not goss and model.objective in STARTS_AT_BEST


def below_sorted(tree: OpenedTree, model: OpenedModel) -> Booleans:
    """Nodes right below a split by sorted categories; one category against the rest has no cat_l2."""
    found = np.zeros(len(tree.feature), bool)
    infos, most = str(model.params.get("feature_infos", "")).split(" "), number(model, "max_cat_to_onehot", 4)
    for node, listed in tree.categories.items():
        feature = int(tree.feature[node])
        n_seen = len(infos[feature].split(":")) if feature < len(infos) else 0
        if len(listed) != 1 or n_seen > most:
            found[[tree.children_left[node], tree.children_right[node]]] = True
    return found


def root_at_0(tree: OpenedTree, penalty: Floats, alpha: float, rate: float) -> float:
    """The average in the leaves for which their G add up to 0."""
    leaf = tree.is_leaf
    value, size = tree.leaf_value[leaf], (tree.cover + penalty)[leaf]
    found = float(value @ size / size.sum())
    for _ in range(20 if alpha else 0):
        found = float((value @ size + rate * alpha * np.sign(value - found).sum()) / size.sum())
    return found


def sums_of_gradients(tree: OpenedTree, penalty: Floats, alpha: float, weight: Floats) -> Floats:
    """G of every node from the weights of the leaves."""
    of_leaves = -weight * (tree.cover + penalty) - np.sign(weight) * alpha
    return tree.sums(np.where(tree.is_leaf, of_leaves, 0.0))


def gains_met(tree: OpenedTree, G: Floats, penalty: Floats, settings: tuple[float, float]) -> Booleans:
    """Splits whose gain is that of G, H and the settings lambda, alpha."""
    reg_lambda, alpha = settings
    H = tree.sums(np.where(tree.is_leaf, tree.cover, 0.0))
    top = np.maximum(np.abs(G) - alpha, 0) ** 2
    with np.errstate(all="ignore"):
        as_child, as_parent = top / (H + penalty), top / (H + reg_lambda)
        gain = as_child[tree.children_left] + as_child[tree.children_right] - as_parent
        return ~tree.is_leaf & (np.abs(gain - tree.gain) <= MET * tree.gain)


def shown(tree: OpenedTree, G: Floats, met: Booleans) -> NodeSums:
    """G of splits that are met, and of their children."""
    told = met.copy()
    told[tree.children_left[met]] = told[tree.children_right[met]] = True
    size = tree.sums(np.where(tree.is_leaf, np.abs(G), 0.0))
    return NodeSums(np.where(told, G, np.nan), tree.cover, np.where(told, 1e-5 * size, np.nan))
