"""from_lightgbm: what a model file of LightGBM says, without LightGBM.

Sources, in LightGBM: src/io/tree.cpp (Tree::Tree from text), include/LightGBM/tree.h (NumericalDecision,
CategoricalDecision, GetMissingType), src/boosting/gbdt_model_text.cpp, src/c_api.cpp (|x| <= 1e-35 is 0).
"""

import json
import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from gbtlib.handover.fields import NEEDED, Field, Floats, Integers, bits_set, bytes_of, check_count, each_once
from gbtlib.handover.node_checks import MOST_OUTPUTS, MOST_TREES, opened_model, opened_tree
from gbtlib.handover.opened import NAN_IS_ZERO, NAN_TAKES_DEFAULT, Arithmetic, OpenedModel, OpenedTree

LIGHTGBM = Arithmetic(strict=False, rows=np.float64, sums=np.float64, tiny_is_zero=True)
LINKS = dict.fromkeys(("poisson", "gamma", "tweedie"), "exp") | {"multiclass": "softmax"}
LINKS |= dict.fromkeys(("binary", "multiclassova", "cross_entropy"), "logistic")
TOLD = {  # of splits and of leaves; a file need not have it
    "told": ("internal_value", ""),
    "gain": ("split_gain", ""),
    "cover": ("internal_weight", "leaf_weight"),
    "n_samples": ("internal_count", "leaf_count"),
}


def from_lightgbm(model: str | bytes | bytearray) -> OpenedModel:
    """The trees of a LightGBM model, of its text or the text's bytes.

    Its raw prediction has LightGBM's bits; a random forest's is the average, as LightGBM predicts.
    Errors: ValueError with the place and the rule for a damaged file, and for linear leaves (linear_tree).
    """
    try:
        lines = bytes_of(model).decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"the file is no text in UTF-8: {error.reason}") from None
    head, blocks, params = parts_of(lines)
    told = head.as_object
    n_features = head["max_feature_idx"].whole_number() + 1
    each = head.get("num_tree_per_iteration", told.get("num_class"))
    n_outputs = max(each.whole_number(MOST_OUTPUTS), 1)
    names = told["feature_names"].split(" ") if "feature_names" in told else []
    sizes = told.get("tree_sizes", "").split()
    for name, listed, count in (("feature_names", names, n_features), ("tree_sizes", sizes, len(blocks))):
        check_count(name, listed, count if name in told else None)
    objective, *settings = told.get("objective", "").split(" ")
    own = dict(setting.partition(":")[::2] for setting in settings)
    kept = {name: told[name] for name in ("feature_infos", "monotone_constraints") if name in told}
    return opened_model(
        *("lightgbm", LIGHTGBM, [tree_of_block(block, n_features) for block in blocks], np.zeros(n_outputs)),
        n_features=n_features,
        link=LINKS.get(objective, "identity"),
        objective=objective,
        sigmoid=Field(own.get("sigmoid", "1"), "objective sigmoid").real_number(),
        divisor=max(len(blocks) / n_outputs, 1.0) if "average_output" in told else 1.0,
        feature_names=tuple(names),
        params=params | kept,
        notes=() if "lambda_l2" in params else ("the file has no block of parameters",),
        version=told.get("version", "")[:20],
        category_names=category_names_of(lines, params.get("categorical_feature", "")),
    )


def parts_of(lines: Sequence[str]) -> tuple[Field, list[Field], dict[str, str]]:
    """The fields of the head, of every tree, and of the block of parameters. Errors: ValueError."""
    if lines and lines[0].strip() != "tree":
        raise ValueError("the first line must be 'tree', as LightGBM writes it")
    if "end of trees" not in lines:
        raise ValueError("the file is cut off: the line 'end of trees' is missing")
    end = lines.index("end of trees")
    starts = [i for i in range(1, end) if lines[i].startswith("Tree=")]
    for number, start in enumerate(starts):
        if lines[start] != f"Tree={number}" or number >= MOST_TREES:
            said = lines[start][:25]
            raise ValueError(f"tree {number} says {said!r}; at most {MOST_TREES} are counted")
    head, *blocks = (lines[start + 1 : stop] for start, stop in pairwise([0, *starts, end]))
    trees = [fields_of(block, f"tree {i}") for i, block in enumerate(blocks)]
    settings = (re.fullmatch(r"\[(\w+): (.*)\]", line) for line in lines[end:])
    return fields_of(head, ""), trees, {setting[1]: setting[2] for setting in settings if setting}


def fields_of(lines: Sequence[str], place: str) -> Field:
    """Lines, each a name and its value. Errors: ValueError for a name that is there twice."""
    pairs = (line.partition("=")[::2] for line in lines if line)
    return Field(each_once(pairs, place or "the head"), place)


def category_names_of(lines: Sequence[str], features: str) -> dict[int, tuple[str, ...]]:
    """What categories are called, by feature, where a table of pandas was trained on; else nothing.

    The file lists them for each column of categories in turn. features: the numbers of these columns.
    """
    start = "pandas_categorical:"
    told = next((line[len(start) :] for line in reversed(lines) if line.startswith(start)), "null")
    try:
        listed, columns = json.loads(told), [int(each) for each in features.split(",")]
    except (ValueError, RecursionError):
        return {}
    if not isinstance(listed, list) or len(listed) != len(columns):
        return {}
    by_column = zip(sorted(columns), listed, strict=True)
    return {
        column: tuple(map(category_text, names)) for column, names in by_column if isinstance(names, list)
    }


def category_text(name: object) -> str:
    """A category as text, a whole number without a point."""
    return f"{name:g}" if isinstance(name, int | float) else str(name)


def tree_of_block(block: Field, n_features: int) -> OpenedTree:
    """One tree: its splits are nodes 0, 1, ..., its leaves come after them."""
    place = block.place
    if block.as_object.get("is_linear", "0").strip() != "0":
        raise ValueError(f"{place} has linear leaves (linear_tree), which are not read")
    values = block["leaf_value"].real_numbers()
    n_leaves, n_splits = len(values), len(values) - 1
    if block["num_leaves"].whole_number() != n_leaves or n_leaves == 0:
        raise ValueError(f"{place} has {n_leaves} leaf values; num_leaves must say so, and one at least")

    def of_splits(name: str) -> Field:
        """What a file has wherever there are splits."""
        return block.get(name, NEEDED if n_splits else "")

    def told(name: str, count: int) -> Floats:
        """Numbers that a file need not have."""
        field = block.get(name, "")
        return field.real_numbers(count) if field.value.strip() else np.full(count, np.nan)

    decision = of_splits("decision_type").whole_numbers(n_splits, most=15)
    absence = decision >> 2
    if (decision < 0).any() or (absence > NAN_TAKES_DEFAULT).any():
        raise ValueError(f"{place} decision_type must be a sum of 1, 2 and 4 or 8")
    threshold, by_category = of_splits("threshold").real_numbers(n_splits), np.flatnonzero(decision & 1)
    absence[by_category] = NAN_IS_ZERO  # CategoricalDecision: NaN is a category that is not listed
    feature = of_splits("split_feature").whole_numbers(n_splits)
    asked = {"feature": feature, "threshold": threshold, "default_left": decision & 2, "absence": absence}
    columns = {name: np.append(each, np.zeros(n_leaves)) for name, each in asked.items()} | {
        "children_left": children_of(of_splits("left_child"), n_splits),
        "children_right": children_of(of_splits("right_child"), n_splits),
        "leaf_value": np.append(np.zeros(n_splits), values),
    }
    for name, (split, leaf) in TOLD.items():
        columns[name] = np.append(told(split, n_splits), told(leaf, n_leaves))
    categories = categories_of(block, dict(zip(by_category.tolist(), threshold[by_category], strict=True)))
    shrinkage = block.get("shrinkage", "1").real_number()
    return opened_tree(place, n_features, columns, categories, shrinkage=shrinkage)


def children_of(told: Field, n_splits: int) -> Integers:
    """Node numbers from LightGBM's, where -1, -2, ... are leaves, which come after the splits here."""
    found, n_leaves = told.whole_numbers(n_splits), n_splits + 1
    if n_splits and not -n_leaves <= found.min() <= found.max() < n_splits:
        raise ValueError(f"{told.place} must name one of {n_splits} splits and {n_leaves} leaves each time")
    return np.append(np.where(found < 0, n_splits + ~found, found), np.full(n_leaves, -1))


def categories_of(block: Field, segments: dict[int, float]) -> dict[int, Integers]:
    """By node, the categories of its segment of cat_threshold, which holds them as bits of 32-bit words."""
    if not segments:
        return {}
    place, bounds = block.place, block["cat_boundaries"].whole_numbers()
    words = block["cat_threshold"].whole_numbers(most=2**32 - 1)
    if (words < 0).any() or (np.diff(bounds, prepend=0) < 0).any() or bounds[-1:].sum() != len(words):
        raise ValueError(f"{place} cat_boundaries must rise to {len(words)}, the number of 32-bit words")
    found = {}
    for node, segment in segments.items():
        if not 0 <= segment < len(bounds) - 1 or segment != int(segment):
            raise ValueError(f"{place} node {node} has no segment {segment} of categories")
        found[node] = bits_set(words[bounds[int(segment)] : bounds[int(segment) + 1]].astype("<u4"))
    return found
