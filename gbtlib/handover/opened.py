"""A tree ensemble of another library, opened: one record for all of them, and what it predicts.

In what the libraries differ is said by the record (Arithmetic, OpenedTree.absence), so that one loop sends
rows down the trees of all of them as the library itself does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, softmax

from gbtlib.core.tree import Frozen, Tree
from gbtlib.handover.fields import Floats, Integers
from gbtlib.loops.reasons import GIVEN
from gbtlib.loops.trees import NO_SIDE

Booleans = NDArray[np.bool_]
Categories = Mapping[int, Integers]
Codes = Mapping[int, Integers]

NAN_IS_ZERO, ZERO_TAKES_DEFAULT, NAN_TAKES_DEFAULT = 0, 1, 2  # as LightGBM numbers its MissingType
MOST_CATEGORIES = 10_000  # that a Tree is made with
TINY = float(np.float32(1e-35))  # LightGBM's kZeroThreshold, include/LightGBM/meta.h


@dataclass(frozen=True)
class Arithmetic:
    """How a library compares and adds.

    strict: left where x < threshold, else where x <= threshold. rows: the type that a row is cast to first.
    sums: the type that raw predictions are added in. listed_left: the side of listed categories.
    category: which one x is: "of its whole part", where -0.5 is 0 (LightGBM), "unless negative" (XGBoost),
        or "if whole" (scikit-learn).
    tiny_is_zero: |x| <= 1e-35 is read as 0 before any tree is asked.
    """

    strict: bool
    rows: type
    sums: type
    listed_left: bool = True
    category: str = "of its whole part"
    tiny_is_zero: bool = False

    def last_left(self, threshold: Floats) -> Floats:
        """The largest value, of those that rows can have, that goes left at each threshold."""
        with np.errstate(over="ignore"):
            found: NDArray[Any] = threshold.astype(self.rows)
            below = np.nextafter(found, self.rows(-np.inf))
        return np.where((found > threshold) | self.strict, below, found).astype(np.float64)

    def categories(self, x: NDArray[Any]) -> Integers:
        """Values as categories; -1 where there is none, as for NaN and huge values."""
        with np.errstate(invalid="ignore"):
            fits = (x > -1) & (x < 2**31)
            if self.category == "unless negative":
                fits &= x >= 0
            if self.category == "if whole":
                fits &= x == np.floor(x)
        return np.where(fits, x, -1).astype(np.int64)


@dataclass(frozen=True, repr=False)
class OpenedTree(Frozen):
    """One tree of another library: entry i of every array belongs to node i, node 0 is the root.

    feature, children_left, children_right: -1 in a leaf. threshold: as the file has it; NaN in a leaf.
    leaf_value: what a leaf adds, (n_nodes,) or (n_nodes, n_outputs); NaN in a split.
    absence: what a split does with gaps: NAN_TAKES_DEFAULT; NAN_IS_ZERO: NaN is compared as 0;
        ZERO_TAKES_DEFAULT: NaN and |x| <= 1e-35 take the default side.
    told: the weight or mean that the file has for a node, in the file's own unit. cover: H or the weighted
        number of rows. n_samples: rows. gain: as the file has it. impurity: scikit-learn's. NaN: not told.
    categories: by node, the listed categories, ascending. known: by node, those that training saw, where
        others count as missing (HistGradientBoosting).
    shrinkage: LightGBM's factor in the leaf values.
    """

    feature: NDArray[np.int32]
    threshold: Floats
    children_left: NDArray[np.int32]
    children_right: NDArray[np.int32]
    default_left: Booleans
    absence: NDArray[np.int8]
    leaf_value: Floats
    told: Floats
    cover: Floats
    n_samples: Floats
    gain: Floats
    impurity: Floats
    depth: NDArray[np.int32]
    categories: Categories = field(default_factory=dict)
    known: Categories = field(default_factory=dict)
    shrinkage: float = 1.0

    @property
    def is_leaf(self) -> Booleans:
        return self.children_left < 0

    @property
    def splits(self) -> NDArray[np.intp]:
        """The node numbers of the splits, ascending."""
        return np.flatnonzero(self.children_left >= 0)

    def adds(self, output: int) -> Floats:
        """What leaves add to an output: (n_nodes,)."""
        return self.leaf_value if self.leaf_value.ndim == 1 else self.leaf_value[:, output]

    def sums(self, of_leaves: Floats) -> Floats:
        """Numbers of the leaves, added up to the root: (n_nodes,)."""
        found = np.where(self.is_leaf, of_leaves, 0.0)
        for depth in range(int(self.depth.max()) - 1, -1, -1):
            level = np.flatnonzero((self.depth == depth) & ~self.is_leaf)
            found[level] = found[self.children_left[level]] + found[self.children_right[level]]
        return found

    def gains_of(self, score: Floats) -> Floats:
        """What splits gain: the scores of both children less their own; NaN in leaves: (n_nodes,)."""
        gain = score[self.children_left] + score[self.children_right] - score
        return np.where(self.is_leaf, np.nan, gain)

    def apply(self, rows: NDArray[Any], rule: Arithmetic) -> NDArray[np.intp]:
        """The leaf of each row, by the library's own comparison; rows as OpenedModel.rows makes them."""
        at = np.zeros(len(rows), dtype=np.intp)
        going = np.arange(len(rows)) if len(self.splits) else np.arange(0)
        while len(going):
            nodes = at[going]
            goes = self.goes_left(nodes, rows[going, self.feature[nodes]], rule)
            at[going] = np.where(goes, self.children_left[nodes], self.children_right[nodes])
            going = going[self.children_left[at[going]] >= 0]
        return at

    def goes_left(self, nodes: NDArray[Any], x: NDArray[Any], rule: Arithmetic) -> Booleans:
        """Whether a value x[i] goes left at the split nodes[i]."""
        gap, absence, threshold = np.isnan(x), self.absence[nodes], self.threshold[nodes]
        compared = np.where(gap, 0, x)
        goes = compared < threshold.astype(rule.rows) if rule.strict else compared <= threshold
        absent = gap & (absence != NAN_IS_ZERO) | (absence == ZERO_TAKES_DEFAULT) & (np.abs(x) <= TINY)
        for node in np.unique(nodes[np.isin(nodes, list(self.categories))]).tolist():
            here = nodes == node
            category = rule.categories(x[here])
            goes[here] = np.isin(category, self.categories[node]) == rule.listed_left
            if node in self.known:
                absent[here] = ~np.isin(category, self.known[node])
        return np.asarray(np.where(absent, self.default_left[nodes], goes))


@dataclass(frozen=True, repr=False)
class OpenedModel(Frozen):
    """Trees and what is added around them.

    raw prediction of output k = (base[k] + the sum of tree_weight * leaf value over its trees) / divisor; or
    with combine="weighted median" the median of the leaf values (AdaBoost.R2).

    tree_output: the output that a tree adds to, -1 where its leaves have a value for each.
    round_starts: the first tree of each round, and the number of trees. link: from raw prediction to
    prediction: "identity", "logistic", "exp" or "softmax". sigmoid: LightGBM's factor in the logistic link.
    base_told: the base score as the file has it, before the link. best_round: None where early stopping
    told none. params: what the file says of the settings. notes: sentences that a reader should know.
    attributes: what a program has written into the file beside the model.
    version: of the library or the file's format, as the file has it. category_names: by feature, what its
    categories 0, 1, ... are called, where the file says so.
    """

    library: str
    arithmetic: Arithmetic
    trees: tuple[OpenedTree, ...]
    tree_output: Integers
    tree_weight: Floats
    base: Floats
    round_starts: Integers
    n_features: int
    link: str = "identity"
    objective: str = ""
    sigmoid: float = 1.0
    divisor: float = 1.0
    combine: str = "sum"
    best_round: int | None = None
    base_told: tuple[float, ...] = ()
    feature_names: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)
    version: str = ""
    category_names: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def n_outputs(self) -> int:
        return len(self.base)

    @property
    def n_rounds(self) -> int:
        return len(self.round_starts) - 1

    def rows(self, X: ArrayLike) -> NDArray[Any]:
        """Rows as the library reads them. Errors: ValueError for another number of columns."""
        with np.errstate(over="ignore"):
            found: NDArray[Any] = np.asarray(X, dtype=np.float64).astype(self.arithmetic.rows)
        if found.ndim != 2 or found.shape[1] != self.n_features:
            raise ValueError(f"X has shape {found.shape}; it must be (n_rows, {self.n_features})")
        if self.arithmetic.tiny_is_zero:
            found[np.abs(found) <= TINY] = 0
        return found

    def walk(self, X: ArrayLike) -> Iterator[tuple[NDArray[np.intp], NDArray[Any]]]:
        """Before all rounds and after each: the leaves of its trees, (n_rows, its trees), and the sum so far,
        (n_rows, n_outputs), in the library's own type and order; the array of the sum is one for all."""
        rows, rule, kind = self.rows(X), self.arithmetic, self.arithmetic.sums
        raw: NDArray[Any] = np.tile(self.base.astype(kind), (len(rows), 1))
        yield np.zeros((len(rows), 0), np.intp), raw
        for first, end in pairwise(self.round_starts.tolist()):
            leaves = np.zeros((len(rows), end - first), np.intp)
            for k, tree in enumerate(self.trees[first:end]):
                leaves[:, k], output = tree.apply(rows, rule), self.tree_output[first + k]
                with np.errstate(over="ignore", invalid="ignore"):
                    adds = tree.leaf_value[leaves[:, k]].astype(kind) * kind(self.tree_weight[first + k])
                    raw[:, slice(None) if output < 0 else output] += adds
            yield leaves, raw

    def apply(self, X: ArrayLike) -> NDArray[np.intp]:
        """The leaf of each row in each tree: (n_rows, n_trees)."""
        return np.hstack([leaves for leaves, _ in self.walk(X)])

    def raw_prediction(self, X: ArrayLike, n_rounds: int | None = None) -> NDArray[Any]:
        """Before the link: (n_rows, n_outputs), added up in the library's own type and order.

        n_rounds: only so many, all by default. Errors: ValueError for more than there are.
        """
        most = self.n_rounds
        n_rounds = most if n_rounds is None else n_rounds
        if not 0 <= n_rounds <= most:
            raise ValueError(f"n_rounds={n_rounds} must be from 0 to {most}, the rounds of the model")
        if self.combine == "weighted median":
            leaves = self.apply(X)[:, : self.round_starts[n_rounds]]
            values = [tree.leaf_value[leaf] for tree, leaf in zip(self.trees, leaves.T, strict=False)]
            weighed: Any = {"weights": self.tree_weight[: len(values)], "method": "inverted_cdf"}
            return np.asarray(np.quantile(values, 0.5, axis=0, **weighed))[:, np.newaxis]
        _, raw = next(islice(self.walk(X), n_rounds, None))
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(raw / self.arithmetic.sums(self.divisor))

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Predictions, (n_rows, n_outputs): the raw ones through the link, in their type."""
        return self.linked(self.raw_prediction(X))

    def linked(self, raw: NDArray[Any]) -> NDArray[Any]:
        """Raw predictions (n_rows, n_outputs) through the link."""
        if self.link == "logistic":
            return np.asarray(expit(raw * raw.dtype.type(self.sigmoid)))
        if self.link == "softmax":
            return np.asarray(softmax(raw, axis=1))
        with np.errstate(over="ignore"):
            return np.asarray(np.exp(raw)) if self.link == "exp" else raw


def tree_of(tree: OpenedTree, model: OpenedModel, output: int = 0, codes: Codes | None = None) -> Tree:
    """The tree as gbtlib has its own, for tables and pictures; its weight and H are those of the file.

    A split of the form x < t on float32 rows becomes x <= the next smaller float32, which parts them alike.
    Categories above all that the tree lists take the default side, as everywhere in gbtlib. codes: by feature
    that is split by category, the library's category of each code 0, 1, ...; None: they are the codes.
    Errors: ValueError for a split that takes zeros for missing: a Tree cannot say that.
    """
    n_nodes, leaf, arithmetic = len(tree.feature), tree.is_leaf, model.arithmetic
    if (tree.absence[tree.splits] == ZERO_TAKES_DEFAULT).any():
        raise ValueError("the tree takes zeros for missing, which a Tree of gbtlib cannot say")
    threshold = arithmetic.last_left(tree.threshold) if arithmetic.strict else tree.threshold.copy()
    listed = list(tree.categories)
    of_nan = np.where(tree.absence == NAN_IS_ZERO, tree.threshold >= 0, tree.default_left)
    threshold[listed], of_nan[listed] = np.nan, tree.default_left[listed]
    return Tree(
        *(tree.feature, threshold, of_nan & ~leaf, tree.children_left, tree.children_right),
        n_samples=np.nan_to_num(tree.n_samples).astype(np.int32),
        G=np.full(n_nodes, np.nan),
        H=tree.cover,
        gain=np.where(leaf, np.nan, tree.gain),
        weight=np.where(leaf, tree.adds(output), tree.told),
        depth=tree.depth,
        why_leaf=np.where(leaf, GIVEN, 0).astype(np.int8),
        n_features=model.n_features,
        category_sides=category_sides(tree, arithmetic, codes) if tree.categories else None,
    )


def category_sides(tree: OpenedTree, arithmetic: Arithmetic, codes: Codes | None) -> NDArray[np.int8]:
    """The sides of the codes as a Tree has them. Errors: ValueError where they are too many to draw."""
    if codes is None:
        most = max(int(listed.max(initial=0)) for listed in tree.categories.values())
        if most >= MOST_CATEGORIES:
            raise ValueError(
                f"the tree asks for category {most}; a Tree is made of {MOST_CATEGORIES} at most"
            )
        codes = dict.fromkeys(tree.feature[list(tree.categories)].tolist(), np.arange(most + 1))
    found = np.full((len(tree.feature), max(map(len, codes.values()))), NO_SIDE, dtype=np.int8)
    for node, listed in tree.categories.items():
        theirs = codes[int(tree.feature[node])]
        side = np.isin(theirs, listed) == arithmetic.listed_left
        seen = np.isin(theirs, tree.known.get(node, theirs))
        found[node, : len(theirs)] = np.where(seen, side, NO_SIDE)
    return found
