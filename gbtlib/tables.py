"""A tree in other forms: a table and back, flat tables of numbers and of classes, rules as text, and DOT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.checks.given_trees import check_downwards, check_nodes, numbered_anew, tree_from_arrays
from gbtlib.core.tree import ARRAYS, EXTRAS, Tree
from gbtlib.inputs.categories import set_in_words
from gbtlib.inputs.other_tables import table_with
from gbtlib.inputs.surrogates import no_surrogate, surrogate_type, surrogates_of
from gbtlib.loops.reasons import WHY_LEAF
from gbtlib.loops.trees import NO_SIDE

if TYPE_CHECKING:
    import graphviz
    import pandas as pd

# The types of the columns that are not numbers of any kind: a CSV file forgets them.
KINDS: dict[str, Any] = dict.fromkeys(ARRAYS, np.float64) | {
    **dict.fromkeys(("feature", "children_left", "children_right", "n_samples", "depth"), np.int32),
    **{"default_left": np.bool_, "why_leaf": object},
}

Categories = Sequence[Sequence[Any] | None]  # of each feature; None for numbers

FLAT_COLUMNS = ("NodeIndex", "LeftNodeIndex", "RightNodeIndex", "FeatureIndex", "FeatureDecisionVal", "Score")
NODE_COLUMNS = FLAT_COLUMNS[:-1]
LEAF_COLUMNS = ("LeafIndex", "LeafLabel", "LeafLabelProb")


def to_frame(tree: Tree) -> pd.DataFrame:
    """One row a node, one column an array of the tree; why_leaf in words. The index is the node number.

    What a node has several of fills a column each: class_weights_0 for the first class, category_sides_0 for
    the first category, surrogates_0_feature for the first surrogate, and so on.
    """
    import pandas as pd

    columns = {name: getattr(tree, name) for name in ARRAYS}
    columns["why_leaf"] = np.array(WHY_LEAF, dtype=object)[tree.why_leaf]
    for name in EXTRAS:
        if (array := getattr(tree, name)) is not None:
            columns |= spread(name, array)
    return pd.DataFrame(columns, index=pd.RangeIndex(tree.n_nodes, name="node"))


def from_frame(table: pd.DataFrame, n_features: int) -> Tree:
    """The tree of a table that to_frame wrote, to the last bit.

    A CSV file between them does no harm, if its numbers are read to the last digit, as pandas 3 does.
    Errors: ValueError for a missing column, an unknown reason of a leaf, or node numbers that make no tree.
    """
    table = table_with(ARRAYS, table)
    codes = {words: code for code, words in enumerate(WHY_LEAF)}
    reasons = table["why_leaf"].fillna("").tolist()  # no words are nothing in a CSV file
    for words in reasons:
        if words not in codes:
            raise ValueError(f"why_leaf={words!r} must be one of gbtlib.loops.reasons.WHY_LEAF")
    columns: dict[str, Any] = {name: np.array(table[name], dtype=kind) for name, kind in KINDS.items()}
    columns["why_leaf"] = np.array([codes[words] for words in reasons], dtype=np.int8)
    columns |= {name: gathered(table, name) for name in EXTRAS}
    check_downwards(columns["children_left"], columns["children_right"])
    return check_nodes(Tree(**columns, n_features=n_features), n_features)


def spread(name: str, array: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """An array of a tree as columns of numbers: itself, or one column for each that a node has of it."""
    if array.ndim == 1:
        return {name: array}
    if array.dtype.names is None:
        return {f"{name}_{k}": column for k, column in enumerate(array.T)}
    ranks = range(array.shape[1])
    return {f"{name}_{rank}_{field}": array[:, rank][field] for rank in ranks for field in array.dtype.names}


def gathered(table: pd.DataFrame, name: str) -> NDArray[Any] | None:
    """The array that `spread` made columns of; None if the table has none."""
    if name in table.columns:
        return np.array(table[name])
    names = [column for column in table.columns if str(column).startswith(f"{name}_")]
    if not names:
        return None
    if names[0][len(name) + 1 :].isdigit():
        rows = np.column_stack([table[column] for column in names])
        return rows.astype(np.int8) if name == "category_sides" else rows
    n_categories = sum(column.startswith(f"{name}_0_side_") for column in names)
    nothing = no_surrogate(surrogate_type(n_categories))
    fields = nothing.dtype.names or ()
    array = np.full((len(table), len(names) // len(fields)), nothing)
    for rank in range(array.shape[1]):
        for field in fields:
            array[field][:, rank] = table[f"{name}_{rank}_{field}"]
    return array


def to_flat_table(tree: Tree) -> pd.DataFrame:
    """The tree as a flat table, breadth first, with -1 for whatever a node does not have.

    Columns: NodeIndex, LeftNodeIndex, RightNodeIndex (-1 in a leaf), FeatureIndex (-1 in a leaf),
    FeatureDecisionVal (the threshold, -1 in a leaf), Score (the leaf weight, -1 in a split). A threshold or a
    weight may be -1 too, so only the index columns tell a leaf from a split. The default direction of missing
    values has no column: read back, they go left.
    Errors: ValueError for a tree that splits by category, which has no threshold, or that keeps surrogates.
    """
    import pandas as pd

    if tree.category_sides is not None and (tree.category_sides != NO_SIDE).any():
        raise ValueError("tree splits by category; a flat table must have a threshold in every split")
    if tree.surrogates is not None and (tree.surrogates["feature"] >= 0).any():
        node = int(np.flatnonzero((tree.surrogates["feature"] >= 0).any(axis=1))[0])
        rule = "a flat table must have a single question in every split"
        raise ValueError(f"tree asks surrogates at node {node}; {rule}")
    tree = numbered_anew(tree)
    columns = (
        np.arange(tree.n_nodes),
        tree.children_left,
        tree.children_right,
        tree.feature,
        np.where(tree.is_leaf, -1.0, tree.threshold),
        np.where(tree.is_leaf, tree.weight, -1.0),
    )
    return pd.DataFrame(dict(zip(FLAT_COLUMNS, columns, strict=True)))


def from_flat_table(table: pd.DataFrame, n_features: int) -> Tree:
    """The tree of a flat table; what the table does not say (G, H, gain, rows) is NaN or 0.

    Errors: ValueError for a missing column, or what is no tree with children below their parents.
    """
    arrays = arrays_of_flat_table(table)
    check_downwards(arrays["children_left"], arrays["children_right"])
    return tree_from_arrays(arrays, n_features)


def arrays_of_flat_table(table: pd.DataFrame) -> dict[str, NDArray[Any]]:
    """The arrays of a flat table, see to_flat_table.

    Errors: ValueError for a missing column, or NodeIndex other than 0, 1, ... in any order.
    """
    table = table_with(FLAT_COLUMNS, table)
    numbers = np.sort(table["NodeIndex"].to_numpy())
    if not np.array_equal(numbers, np.arange(len(table))):
        rule = f"it must have every number from 0 to {len(table) - 1} once"
        raise ValueError(f"NodeIndex has {', '.join(map(str, numbers.tolist()))}; {rule}")
    ordered = table.sort_values("NodeIndex")
    names = ("children_left", "children_right", "feature", "threshold", "weight")
    return {name: ordered[flat].to_numpy() for name, flat in zip(names, FLAT_COLUMNS[1:], strict=True)}


def predict_from_flat_table(table: pd.DataFrame, X: NDArray[np.float64]) -> NDArray[np.float64]:
    """The Score of each row of X (n, n_features), straight from a flat table: (n,). Missing goes left."""
    _, left, right, feature, threshold, score = (table[name].to_numpy() for name in FLAT_COLUMNS)
    at = np.zeros(len(X), dtype=np.intp)
    rows = np.arange(len(X))
    while (left[at] >= 0).any():
        goes_right = X[rows, feature[at]] > threshold[at]
        at = np.where(left[at] < 0, at, np.where(goes_right, right[at], left[at]))
    return np.asarray(score[at], dtype=np.float64)


def to_rules(
    tree: Tree,
    feature_names: Sequence[str] | None = None,
    digits: int = 6,
    categories: Categories | None = None,
    class_names: Sequence[str] | None = None,
) -> str:
    """The tree as nested if and else, one line a node; numbers with so many significant digits.

    categories: of each feature by their names, as in Features.categories; None for "code 0", "code 1", ...
    class_names: of a class tree's classes, by their number; None for "class 0", "class 1", ...
    """
    lines: list[str] = []
    waiting: list[tuple[str, int | None]] = [("", 0)]  # indents and nodes, the next last; None for an else
    while waiting:
        indent, node = waiting.pop()
        if node is None:
            lines.append(f"{indent}else:")
        elif tree.children_left[node] < 0:
            lines.append(f"{indent}{answer_of(tree, node, digits, class_names)}")
        else:
            lines.append(f"{indent}if {question_of(tree, node, feature_names, digits, categories)}:")
            yes, no = int(tree.children_left[node]), int(tree.children_right[node])
            waiting += [(indent + "    ", no), (indent, None), (indent + "    ", yes)]
    return "\n".join(lines)


def question_of(
    tree: Tree,
    node: int,
    feature_names: Sequence[str] | None,
    digits: int,
    categories: Categories | None = None,
) -> str:
    """What a split asks, in words; rows that answer yes go left. Surrogates follow behind a semicolon."""
    stand_ins = surrogates_of(tree, node)
    feature = int(tree.feature[node])
    name = f"x{feature}" if feature_names is None else feature_names[feature]
    if tree.category_sides is not None and (tree.category_sides[node] != NO_SIDE).any():
        known = None if categories is None else categories[feature]
        test = f"{name} in {set_in_words(tree.category_sides[node].tolist(), known)}"
    elif np.isinf(tree.threshold[node]):
        return f"{name} is not missing"
    else:
        test = f"{name} <= {tree.threshold[node]:.{digits}g}"
    test += " or missing" if tree.default_left[node] else ""
    asked = [each.question(feature_names, digits, categories) for each in stand_ins]
    return test + (f"; if missing first {', then '.join(asked)}" if asked else "")


def answer_of(tree: Tree, node: int, digits: int, class_names: Sequence[str] | None = None) -> str:
    """What a leaf says, in words: its weight, or in a class tree its class and the share."""
    if tree.class_weights is None:
        return f"weight {tree.weight[node]:.{digits}g}"
    share = tree.class_weights[node].max() / tree.class_weights[node].sum()
    code = int(tree.weight[node])
    return f"class {code if class_names is None else class_names[code]}, share {share:.{digits}g}"


def to_dot(
    tree: Tree,
    feature_names: Sequence[str] | None = None,
    digits: int = 4,
    categories: Categories | None = None,
) -> graphviz.Digraph:
    """The tree as a graphviz graph: splits with their test and gain, leaves with their weight.

    categories: as in to_rules.
    """
    import graphviz

    dot = graphviz.Digraph(node_attr={"shape": "box"})
    for node in range(tree.n_nodes):
        if tree.children_left[node] < 0:
            lines, shape = [answer_of(tree, node, digits)], "ellipse"
        else:
            test = question_of(tree, node, feature_names, digits, categories)
            lines, shape = [test, f"gain {tree.gain[node]:.{digits}g}"], "box"
        lines.append(f"{tree.n_samples[node]} rows")
        # Escaped one by one: a name is text, never HTML or an escape sequence; \\n between them is DOT's.
        label = "\\n".join(graphviz.escape(line) for line in lines)
        dot.node(str(node), label=label if not label.startswith("<") else " " + label, shape=shape)
        for child, answer in ((tree.children_left[node], "yes"), (tree.children_right[node], "no")):
            if child >= 0:
                dot.edge(str(node), str(child), label=answer)
    return dot


def to_class_tables(tree: Tree, classes: NDArray[Any]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """A class tree as two tables. classes: (n_classes,) the labels.

    The nodes, breadth first: NodeIndex, LeftNodeIndex, RightNodeIndex (-1 in a leaf), FeatureIndex (-1 in a
    leaf), FeatureDecisionVal (the threshold, -1 in a leaf). A threshold may be -1, too: only the index
    columns tell a leaf from a split. The leaves: LeafIndex, LeafLabel, LeafLabelProb, one row a leaf and
    class, classes without rows included.
    Errors: ValueError if this is not a class tree, has another number of classes, splits by category, or
    keeps surrogates, for which the tables have no place.
    """
    import pandas as pd

    shares = tree.class_shares
    if len(classes) != shares.shape[1]:
        raise ValueError(f"classes has {len(classes)} entries; it must have {shares.shape[1]}, one for each")
    nodes = to_flat_table(tree)[list(NODE_COLUMNS)]
    order = tree.breadth_first()
    numbers = np.flatnonzero(tree.is_leaf[order])
    columns = (
        np.repeat(numbers, len(classes)),
        np.tile(classes, len(numbers)),
        shares[order[numbers]].reshape(-1),
    )
    return nodes, pd.DataFrame(dict(zip(LEAF_COLUMNS, columns, strict=True)))


def from_class_tables(
    nodes: pd.DataFrame, leaves: pd.DataFrame, n_features: int
) -> tuple[Tree, NDArray[Any]]:
    """The class tree of two tables, and its classes, sorted. A class that a leaf does not list has share 0.

    What the tables do not say is NaN or 0. In the leaves class_weights holds the shares themselves (H is 1);
    in splits, which the tables say nothing about, it is NaN.
    Errors: ValueError for a missing column, node numbers that make no tree, a leaf without probabilities, or
    one whose probabilities are negative or do not add up to 1.
    """
    leaves = table_with(LEAF_COLUMNS, leaves, "leaves")
    index, label, probability = (leaves[name].to_numpy() for name in LEAF_COLUMNS)
    index = index.astype(np.intp)
    classes, k = np.unique(label, return_inverse=True)
    tree = from_flat_table(nodes.assign(Score=-1.0), n_features)
    if not np.isin(index, tree.leaves).all():
        stranger = index[~np.isin(index, tree.leaves)][0]
        raise ValueError(f"LeafIndex={stranger} must be the number of a leaf")
    shares = np.zeros((tree.n_nodes, len(classes)))
    np.add.at(shares, (index, k), probability)
    for leaf in tree.leaves:
        if not (np.isclose(shares[leaf].sum(), 1.0) and (shares[leaf] >= 0).all()):
            total = shares[leaf].sum()
            raise ValueError(f"leaf {leaf} has probabilities that add up to {total:g}; they must add up to 1")
    weight = np.where(tree.is_leaf, shares.argmax(axis=1), np.nan)
    H = np.where(tree.is_leaf, 1.0, np.nan)
    shares[~tree.is_leaf] = np.nan
    return replace(tree, weight=weight, H=H, class_weights=shares), classes
