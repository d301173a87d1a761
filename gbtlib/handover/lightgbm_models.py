"""from_lightgbm: what a model file of LightGBM says, without LightGBM.

Sources, in LightGBM: src/io/tree.cpp (Tree::Tree from text), include/LightGBM/tree.h (NumericalDecision,
CategoricalDecision, GetMissingType), src/boosting/gbdt_model_text.cpp, src/c_api.cpp (|x| <= 1e-35 is 0).
"""

import json
import re
from collections.abc import Sequence

import numpy as np

from gbtlib.handover.fields import (
    Floats,
    Integers,
    bits_set,
    bytes_of,
    check_count,
    whole_number,
    whole_numbers,
)
from gbtlib.handover.node_checks import MOST_OUTPUTS, MOST_TREES, opened_model, opened_tree
from gbtlib.handover.opened import (
    NAN_IS_ZERO,
    NAN_TAKES_DEFAULT,
    ZERO_TAKES_DEFAULT,
    Arithmetic,
    OpenedModel,
    OpenedTree,
)

Fields = dict[str, str]

LIGHTGBM = Arithmetic(strict=False, rows=np.float64, sums=np.float64, tiny_is_zero=True)
ABSENCES = np.array([NAN_IS_ZERO, ZERO_TAKES_DEFAULT, NAN_TAKES_DEFAULT])  # by MissingType: None, Zero, NaN
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
    n_features = whole_number("max_feature_idx", head.get("max_feature_idx")) + 1
    each = head.get("num_tree_per_iteration", head.get("num_class"))
    n_outputs = max(whole_number("num_tree_per_iteration", each, MOST_OUTPUTS), 1)
    names = head["feature_names"].split(" ") if "feature_names" in head else []
    if "feature_names" in head:
        check_count("feature_names", names, n_features)
    if "tree_sizes" in head:
        check_count("tree_sizes", head["tree_sizes"].split(), len(blocks))
    objective, *settings = head.get("objective", "").split(" ")
    own = dict(setting.partition(":")[::2] for setting in settings)
    kept = {name: head[name] for name in ("feature_infos", "monotone_constraints") if name in head}
    trees = tuple(tree_of_fields(f"tree {i}", block, n_features) for i, block in enumerate(blocks))
    return opened_model(
        *("lightgbm", LIGHTGBM, trees, np.zeros(n_outputs)),
        n_features=n_features,
        link=LINKS.get(objective, "identity"),
        objective=objective,
        sigmoid=float(numbers_of("objective", own, "sigmoid", 1)[0]) if "sigmoid" in own else 1.0,
        divisor=max(len(trees) / n_outputs, 1.0) if "average_output" in head else 1.0,
        feature_names=tuple(names),
        params=params | kept,
        notes=() if "lambda_l2" in params else ("the file has no block of parameters",),
        version=head.get("version", "")[:20],
        category_names=category_names_of(lines, params.get("categorical_feature", "")),
    )


def parts_of(lines: list[str]) -> tuple[Fields, list[Fields], Fields]:
    """The fields of the head, of every tree, and of the block of parameters. Errors: ValueError."""
    head: Fields = {}
    blocks: list[Fields] = []
    if lines and lines[0].strip() != "tree":
        raise ValueError("the first line must be 'tree', as LightGBM writes it")
    is_whole, into = "end of trees" in lines, head
    end = lines.index("end of trees") if is_whole else len(lines)
    for line in lines[1:end]:
        if line.startswith("Tree="):
            if whole_number("Tree", line[5:]) != len(blocks) or len(blocks) >= MOST_TREES:
                raise ValueError(f"tree {len(blocks)} says {line[:25]!r}; at most {MOST_TREES} are counted")
            into = {}
            blocks.append(into)
        elif line:
            name, _, value = line.partition("=")
            if name in into:
                raise ValueError(f"{name[:40]!r} is there twice, before tree {len(blocks)}")
            into[name] = value
    if not is_whole:
        raise ValueError("the file is cut off: the line 'end of trees' is missing")
    settings = (re.fullmatch(r"\[(\w+): (.*)\]", line) for line in lines[end:])
    return head, blocks, {setting[1]: setting[2] for setting in settings if setting}


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


def numbers_of(place: str, fields: Fields, name: str, count: int | None = None) -> Floats:
    """The numbers of one field. Errors: ValueError naming it for other than `count` of them."""
    if name not in fields:
        raise ValueError(f"{place} has no {name}")
    try:
        found = np.array(fields[name].split(), dtype=np.float64)
    except ValueError as error:
        raise ValueError(f"{place} {name}: {str(error)[:80]}") from None
    check_count(f"{place} {name}", found, count)
    return found


def tree_of_fields(place: str, fields: Fields, n_features: int) -> OpenedTree:
    """One tree: its splits are nodes 0, 1, ..., its leaves come after them."""
    if fields.get("is_linear", "0").strip() != "0":
        raise ValueError(f"{place} has linear leaves (linear_tree), which are not read")
    values = numbers_of(place, fields, "leaf_value")
    n_leaves, n_splits = len(values), len(values) - 1
    if whole_number(f"{place} num_leaves", fields.get("num_leaves")) != n_leaves or n_leaves == 0:
        raise ValueError(f"{place} has {n_leaves} leaf values; num_leaves must say so, and one at least")

    def of_splits(name: str) -> Floats:
        return numbers_of(place, fields, name, n_splits) if n_splits else np.empty(0)

    def told(name: str, count: int) -> Floats:
        """Numbers that a file need not have."""
        has = fields.get(name, "").strip()
        return numbers_of(place, fields, name, count) if has else np.full(count, np.nan)

    feature = whole_numbers(f"{place} split_feature", of_splits("split_feature"))
    decision = whole_numbers(f"{place} decision_type", of_splits("decision_type"), most=15)
    if n_splits and not (decision.min() >= 0 and (decision >> 2).max() < len(ABSENCES)):
        raise ValueError(f"{place} decision_type must be a sum of 1, 2 and 4 or 8")
    threshold, absence = of_splits("threshold"), ABSENCES[decision >> 2]
    by_category = np.flatnonzero(decision & 1)
    absence[by_category] = NAN_IS_ZERO  # CategoricalDecision: NaN is a category that is not listed
    asked = {"feature": feature, "threshold": threshold, "default_left": decision & 2, "absence": absence}
    columns = {name: np.append(each, np.zeros(n_leaves)) for name, each in asked.items()} | {
        "children_left": children_of(f"{place} left_child", of_splits("left_child")),
        "children_right": children_of(f"{place} right_child", of_splits("right_child")),
        "leaf_value": np.append(np.zeros(n_splits), values),
    }
    for name, (split, leaf) in TOLD.items():
        columns[name] = np.append(told(split, n_splits), told(leaf, n_leaves))
    categories = categories_of(place, fields, dict(zip(by_category, threshold[by_category], strict=True)))
    shrinkage = numbers_of(place, {"shrinkage": "1"} | fields, "shrinkage", 1)
    return opened_tree(place, n_features, columns, categories, shrinkage=float(shrinkage[0]))


def children_of(name: str, told: Floats) -> Integers:
    """Node numbers from LightGBM's, where -1, -2, ... are leaves, which come after the splits here."""
    found, n_splits = whole_numbers(name, told), len(told)
    if n_splits and not -n_splits - 1 <= found.min() <= found.max() < n_splits:
        raise ValueError(f"{name} must name one of the {n_splits} splits and {n_splits + 1} leaves each time")
    return np.append(np.where(found < 0, n_splits + ~found, found), np.full(n_splits + 1, -1))


def categories_of(place: str, fields: Fields, segments: dict[int, float]) -> dict[int, Integers]:
    """By node, the categories of its segment of cat_threshold, which holds them as bits of 32-bit words."""
    if not segments:
        return {}
    bounds = whole_numbers(f"{place} cat_boundaries", numbers_of(place, fields, "cat_boundaries"))
    told = numbers_of(place, fields, "cat_threshold")
    words = whole_numbers(f"{place} cat_threshold", told, most=2**32 - 1)
    if (words < 0).any() or (np.diff(bounds, prepend=0) < 0).any() or bounds[-1:].sum() != len(words):
        raise ValueError(f"{place} cat_boundaries must rise to {len(words)}, the number of 32-bit words")
    found = {}
    for node, segment in segments.items():
        if not 0 <= segment < len(bounds) - 1 or segment != int(segment):
            raise ValueError(f"{place} node {node} has no segment {segment} of categories")
        found[int(node)] = bits_set(words[bounds[int(segment)] : bounds[int(segment) + 1]].astype("<u4"))
    return found
