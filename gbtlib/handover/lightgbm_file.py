"""to_lightgbm: a boosted model of gbtlib as the model text that LightGBM loads.

Sources, in LightGBM: src/boosting/gbdt_model_text.cpp, src/io/tree.cpp (Tree::ToString),
include/LightGBM/tree.h (NumericalDecision, CategoricalDecision).
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.tree import Tree
from gbtlib.handover.fields import Floats
from gbtlib.handover.opened import TINY
from gbtlib.handover.outgoing import Outgoing, outgoing, told_apart

OBJECTIVES = {"squared_error": "regression", "absolute_error": "regression_l1", "huber": "huber"}
OBJECTIVES |= {"quantile": "quantile", "logistic": "binary sigmoid:1", "softmax": "multiclass"}
BY_CATEGORY, DEFAULT_LEFT, MISSING_IS_NAN = 1, 2, 8  # the parts of decision_type


def to_lightgbm(model: Any) -> str:
    """The model text of a fitted GradientBoostingRegressor or GradientBoostingClassifier, for LightGBM 4 on.

    Its raw prediction has our bits: the start is a tree by itself, before all others, and LightGBM adds in
    our order. Of DART and of a fit that stopped early it has the trees that predict, with their weights.
    Features with categories take their codes: the place in features_.categories; a code that is none goes
    the default way, as here. LightGBM reads a number up to 1e-35 from 0 as 0: only for such rows may it part
    otherwise. For two labels it predicts the second one's probability.
    Errors: ValueError for a loss that LightGBM has not, surrogates, a threshold next to 0 that LightGBM
    cannot tell from it, or another kind of model.
    """
    found = sent_to_lightgbm(model)
    of_classes = f" num_class:{found.n_outputs}" if found.objective == "multiclass" else ""
    head = {
        "version": "v4",
        "num_class": found.n_outputs,
        "num_tree_per_iteration": found.n_outputs,
        "label_index": 0,
        "max_feature_idx": found.features.n_features - 1,
        "objective": found.objective + of_classes,
        "feature_names": listed(names_of(found)),
        "feature_infos": listed(infos_of(found)),
    }
    starts = [{"num_leaves": 1, "num_cat": 0, "leaf_value": repr(each)} for each in found.start.tolist()]
    trees = [tree_fields(tree, value[:, 0]) for tree, value, _ in found.trees]
    blocks = [
        lines_of({"Tree": number} | fields | {"is_linear": 0, "shrinkage": 1})
        for number, fields in enumerate([*starts, *trees])
    ]
    return "\n".join(["tree", lines_of(head), *blocks, "end of trees\n\nparameters:\nend of parameters\n"])


def sent_to_lightgbm(model: Any) -> Outgoing:
    """What is written of a model. Errors: ValueError, see to_lightgbm."""
    found = outgoing(model, "LightGBM", OBJECTIVES)
    for number, (tree, _, _) in enumerate(found.trees):
        near = np.flatnonzero((np.abs(tree.threshold) <= TINY) & (tree.threshold != 0))
        if len(near):
            told = f"tree {number} node {near[0]} asks x <= {tree.threshold[near[0]]:g}"
            raise ValueError(f"{told}; LightGBM reads numbers up to 1e-35 from 0 as 0")
    return found


def lines_of(fields: dict[str, Any]) -> str:
    """Fields, each on a line."""
    return "".join(f"{name}={value}\n" for name, value in fields.items())


def listed(values: Iterable[Any]) -> str:
    """Values with spaces between them."""
    return " ".join(map(str, values))


def names_of(found: Outgoing) -> list[str]:
    """The names of the features, without spaces, as LightGBM has them; numbered where they have none."""
    names = ["_".join(str(name).split()) or f"Column_{j}" for j, name in enumerate(found.features.names)]
    numbered = [f"Column_{j}" for j in range(len(names))]
    return names if found.features.named and len(set(names)) == len(names) else numbered


def infos_of(found: Outgoing) -> list[str]:
    """What values each feature has: its codes, or any number."""
    counts = found.features.n_categories
    return [":".join(map(str, range(count))) if count > 1 else "[-inf:inf]" for count in counts]


def tree_fields(tree: Tree, adds: Floats) -> dict[str, Any]:
    """One tree; adds: in its nodes, (n_nodes,)."""
    splits, leaves = np.flatnonzero(~tree.is_leaf), tree.leaves
    place = np.empty(tree.n_nodes, dtype=np.int64)  # of a split its number, of a leaf -1 less its number
    place[splits], place[leaves] = np.arange(len(splits)), -1 - np.arange(len(leaves))
    left, right, threshold = tree.children_left.copy(), tree.children_right.copy(), tree.threshold.copy()
    decision = MISSING_IS_NAN + DEFAULT_LEFT * tree.default_left
    apart = told_apart(tree)
    for segment, node in enumerate(apart):
        decision[node], threshold[node] = BY_CATEGORY, segment
        if tree.default_left[node]:  # what is not listed goes right there, gaps too
            left[node], right[node] = right[node], left[node]
    of_splits = {
        "split_feature": tree.feature,
        "split_gain": 2 * tree.gain,  # LightGBM's gain lacks the 1/2
        "threshold": threshold,
        "decision_type": decision,
        "left_child": place[left],
        "right_child": place[right],
    }
    both = {"value": adds, "weight": tree.H, "count": tree.n_samples}
    of_leaves = {f"leaf_{name}": values for name, values in both.items()}
    of_splits |= {f"internal_{name}": values for name, values in both.items()}
    fields: dict[str, Any] = {"num_leaves": len(leaves), "num_cat": len(apart)}
    parts: tuple[tuple[Any, dict[str, Any]], ...] = ((splits, of_splits), (leaves, of_leaves))
    for nodes, told in parts:
        fields |= {name: listed(values[nodes].tolist()) for name, values in told.items() if len(nodes)}
    if apart:
        words = [words_of(categories) for categories in apart.values()]
        fields["cat_boundaries"] = listed(np.cumsum([0, *map(len, words)]).tolist())
        fields["cat_threshold"] = listed(np.concatenate(words).tolist())
    return fields


def words_of(categories: NDArray[np.intp]) -> NDArray[np.uint32]:
    """Categories as bits of 32-bit words."""
    bits = np.zeros(32 * (int(categories.max(initial=0)) // 32 + 1), dtype=np.uint8)
    bits[categories] = 1
    return np.packbits(bits, bitorder="little").view("<u4")
