"""G of every node of a LightGBM model, and the average that it folded into the leaves of the first trees.

lambda, alpha and the learning rate stand in the file's block of parameters; that they are those of the trees
is checked by every gain that the file tells (to 6 digits). Without that block they are solved for as of an
XGBoost model, from trees that hold no average and ask for no categories. A leaf is rate * w + average with
w = -T(G) / (H + lambda), and cat_l2 more below a split by sorted categories. Sources, in LightGBM:
src/treelearner/feature_histogram.hpp, feature_histogram.cpp; tree.h (AddBias sets shrinkage to 1).

What must not vouch: with lambda = alpha = 0, the default, gains do not change if all weights of a tree are
shifted. The average then stands on the root's G being 0, as where the loss starts from its best constant and
no rows are drawn and no classes weighted. A tree that holds one has the shrinkage 1: that tells nothing under
a rate of 1, nor with DART, which shrinks trees anew.
"""

from dataclasses import replace

import numpy as np

from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import Booleans, OpenedModel, OpenedTree
from gbtlib.handover.solve_xgboost import solved_with, splits_of
from gbtlib.handover.solved import UNTOLD, Estimate, Solved, by_gains, completed, gradients_of, hidden, untold

NO_BLOCK = "the file has no block of parameters: settings are solved for, by 6 digits of each split"
DIGITS = 1e-6  # relative: about what 6 digits leave open
NO_TREE = "the file has no block of parameters, and no tree without an average or categories"
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
    if "lambda_l2" not in model.params:
        return without_parameters(model)
    reg_lambda, alpha, rate = (number(model, name, 0) for name in ("lambda_l2", "lambda_l1", "learning_rate"))
    sums, shares, averages = [], [], {}
    for k, tree in enumerate(model.trees):
        penalty: Floats = reg_lambda + number(model, "cat_l2", 10) * below_sorted(tree, model).astype(float)
        is_first = k < model.n_outputs
        folded = is_first and tree.shrinkage == 1 and rate != 1
        factor, average = (rate, root_at_0(tree, penalty, alpha, rate)) if folded else (tree.shrinkage, 0.0)
        met, found = by_gains(tree, (tree.leaf_value - average) / factor, penalty, reg_lambda, alpha)
        shares.append(met[tree.splits])
        is_told = not folded or (root_is_known(model) and met[tree.splits].mean() > 0.9)
        is_told &= not is_first or (rate != 1 and model.params.get("boosting") != "dart")
        if is_first and len(tree.splits):
            known = Estimate(average, 1e-6 * abs(average))
            averages[f"average of output {k}"] = known if is_told else UNTOLD
        sums.append(completed(tree, found) if is_told else hidden(tree))
    share = float(np.concatenate(shares).mean())
    if share < 0.5:
        return untold("the gains in the file are not those of its parameters", model.trees)
    settings = {"lambda": reg_lambda, "alpha": alpha, "learning rate": rate}
    told = {name: Estimate(value) for name, value in settings.items()}
    return Solved(told | averages, share, tuple(sums), ("settings stand in the file; gains were checked",))


def without_parameters(model: OpenedModel) -> Solved:
    """What sums and gains tell, where the file has no block of parameters; the rate stands in each tree.

    The weights of splits, gains and rates have 6 digits. cat_l2 is unknown, and with it all that is above a
    category. Where gradients may have been quantised, G is not shown: it would not be the rows' own.
    """
    rates = {tree.shrinkage for tree in model.trees} - {1.0} or {1.0}
    is_plain = len(rates) == 1 and model.trees[0].shrinkage in rates - {1.0}
    first = 0 if is_plain else model.n_outputs  # the average is in the first trees, or nowhere
    usable = [len(tree.splits) > 0 and not tree.categories for tree in model.trees]
    used = [k for k in range(first, len(usable)) if usable[k]]
    if not used:
        return untold(NO_TREE, model.trees)
    part = replace(model, trees=tuple(with_own_weights(model.trees[k]) for k in used))
    splits = splits_of(part, False)
    splits = replace(splits, scaled=np.zeros(len(splits.weight), bool), rounding=DIGITS)
    with np.errstate(all="ignore"):
        found = solved_with(part, splits)
    if found.met < 0.8:
        return untold(found.why or "few gains and sums are met", model.trees)
    sizes = {"lambda": splits.H, "alpha": np.abs(splits.weight) * splits.H}
    told = {name: found.settings[name] for name in sizes}
    for name, size in sizes.items():
        told[name] = replace(told[name], error=told[name].error + 5 * DIGITS * float(np.median(size)))
    told["learning rate"] = Estimate(rates.pop(), 5 * DIGITS) if len(rates) == 1 else UNTOLD
    told |= {f"average of output {k}": UNTOLD for k in range(model.n_outputs) if k not in used}
    sums, notes = dict(zip(used, found.sums, strict=True)), [*found.notes, NO_BLOCK]
    if not has_own_gradients(part, told["lambda"], told["alpha"]):
        sums = {}
        notes.append("G is hidden: gradients may have been quantised")
    every = tuple(sums.get(k, hidden(tree)) for k, tree in enumerate(model.trees))
    return Solved(told, found.met, every, tuple(notes))


def with_own_weights(tree: OpenedTree) -> OpenedTree:
    """The same without the learning rate in its weights, and H with all digits."""
    leaf = tree.is_leaf
    weight = np.where(leaf, tree.leaf_value, tree.told) / tree.shrinkage
    H = tree.sums(tree.cover)
    return replace(tree, told=weight, leaf_value=np.where(leaf, weight, np.nan), cover=H)


def has_own_gradients(model: OpenedModel, reg_lambda: Estimate, alpha: Estimate) -> bool:
    """Whether G of the leaves of a tree are not all multiples of one number, as those of quantised gradients.

    lambda and alpha must be round numbers for it: then G is known to all digits.
    """
    whole, at = [], []
    for each in (reg_lambda, alpha):
        at.append(float(f"{each.value:.4g}") * (each.value > each.error))
        if not abs(each.value - at[-1]) <= each.error:
            return False
    for tree in model.trees:
        weight, H = tree.leaf_value[tree.is_leaf], tree.cover[tree.is_leaf]
        whole.append(are_multiples(gradients_of(weight, H, *at)))
    return 2 * sum(whole) < len(whole)


def are_multiples(values: Floats) -> bool:
    """Whether all are multiples of one number that is not much smaller, by Euclid."""
    unit = top = float(np.abs(values).max())
    for value in np.abs(values).tolist():
        while value > 1e-8 * top:
            unit, value = value, abs(unit - value * round(unit / value))
    return unit >= 1e-5 * top


def obstacle(model: OpenedModel) -> str:
    """Why nothing can be told, or nothing."""
    if model.divisor != 1 or model.params.get("boosting") == "rf":
        return "a random forest has its average in every tree"
    if model.objective in REPLACED:
        return f"{model.objective} replaces leaf values by percentiles"
    for name in CHANGES_WEIGHTS:
        if number(model, name, 0) != 0:
            return f"{name} changes weights"
    if set("123456789") & set(str(model.params.get("monotone_constraints", ""))):
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
