"""Gini and entropy: what a split of a node is worth when rows belong to classes.

A node's impurity is I(t) = 1 - sum_k p_k^2 (Gini) or -sum_k p_k log2 p_k (entropy, in bits), of the weighted
class shares p_k of its rows; a class without rows adds nothing. With W the sum of row weights,

    gain = W I(node) - W_left I(left) - W_right I(right).

Scale: this is in units of row weight, so that gains of different nodes can be compared and added. It is W_all
(of all rows) times scikit-learn's weighted impurity decrease, and with weights of 1 rpart's `improve`: the
same number for Gini, and log 2 times ours for entropy, which rpart takes in nats.

Source: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and regression trees", 1984, chapters
2 and 4.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Criterion, fixed_point
from gbtlib.core.reasons import NO_GAIN, ONE_CLASS, PURE, SPLIT
from gbtlib.core.search import ENOUGH

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def gini(class_weights: Floats) -> Floats:
    """Gini impurity of nodes, from sums of row weights by class (n_nodes, n_classes): (n_nodes,)."""
    shares = class_weights / class_weights.sum(axis=1, keepdims=True)
    impurity: Floats = 1.0 - (shares**2).sum(axis=1)
    return impurity


def entropy(class_weights: Floats) -> Floats:
    """Entropy of nodes in bits, from sums of row weights by class (n_nodes, n_classes): (n_nodes,)."""
    shares = class_weights / class_weights.sum(axis=1, keepdims=True)
    logs = np.zeros_like(shares)
    np.log2(shares, out=logs, where=shares > 0)  # a class without rows: 0 log 0 = 0
    impurity: Floats = 0.0 - (shares * logs).sum(axis=1)
    return impurity


@dataclass(frozen=True)
class ClassCandidates(Candidates):
    """Candidate cuts of a node of a class tree: GL and GR are NaN, HL and HR sums of row weights.

    class_weights_left, class_weights_right: (n_candidates, n_classes) sums of row weights by class.
    gain: score(left) + score(right) - score(parent), see above.
    """

    class_weights_left: NDArray[np.float64]
    class_weights_right: NDArray[np.float64]

    MORE: ClassVar[tuple[str, ...]] = ("class_weights_left", "class_weights_right")


class ClassCriterion(Criterion):
    """What Gini and Entropy share: the statistics of a row are its weight in its class, and 0 in the others.

    codes: (n_samples,) class numbers, 0 to n_classes - 1. sample_weight: (n_samples,), or None for 1.
    purity_stop: a node in which one class has this share, or more, stays a leaf; None: only a pure one does.

    Where all weights are equal, sums are row counts, and the score is made of a table t[c] over counts: with
    S = sum_k t[c_k], a row more of class k adds t[c_k + 1] - t[c_k] to S. So a running sum of these steps is
    enough, whatever the number of classes. The table holds whole numbers, so that the sums are exact.
    """

    record: type[Candidates] = ClassCandidates
    table: Integers

    def __init__(
        self,
        codes: NDArray[np.integer],
        n_classes: int,
        *,
        sample_weight: Floats | None = None,
        purity_stop: float | None = None,
    ) -> None:
        self.codes, self.n_classes, self.purity_stop = codes, n_classes, purity_stop
        self.labels = codes.astype(np.uint8 if n_classes <= 2**8 else np.uint16)  # these sort fastest
        weight = np.ones(len(codes)) if sample_weight is None else sample_weight
        self.weighted = bool((weight != weight[0]).any())
        self.needs_positive_hessian = False
        if self.weighted:
            self.integers, self.weight_unit = fixed_point(weight)
            self.needs_positive_hessian = bool((self.integers <= 0).any())
        else:
            self.integers, self.weight_unit = np.ones(len(codes), dtype=np.int64), float(weight[0])
        self.unit = self.weight_unit

    @cached_property
    def statistics(self) -> list[Integers]:  # type: ignore[override]
        """For each class the weight of its rows, and 0 for the others: (n_samples,)."""
        return [np.where(self.codes == k, self.integers, 0) for k in range(self.n_classes)]

    @cached_property
    def steps(self) -> Integers:
        """By how much the sum over the table grows when a class gets a row more than c: (n_samples,)."""
        return np.diff(self.table)

    @abstractmethod
    def score_of_counts(self, table_sum: Any, count: Any) -> Any:
        """The score from the sum of the table over the class counts, and the row count."""

    @abstractmethod
    def score_of_weights(self, weight: Any, *sums: Any) -> Any:
        """The score from the sums of weights by class, and the sum of those."""

    def score(self, count: Any, *sums: Any) -> Any:
        if self.weighted:
            weight = added_up(sums)
            if self.needs_positive_hessian:
                weight = np.maximum(weight, 0.5)  # half a unit: below every sum that is not zero
            return self.score_of_weights(weight, *sums)
        in_table = [look_up(self.table, each) for each in sums]
        return self.score_of_counts(added_up(in_table), count)

    def hessian_sum(self, count: Any, *sums: Any) -> Any:
        """The sum of row weights, in its true unit."""
        return (added_up(sums) if self.weighted else count) * self.weight_unit

    def totals(self, rows: NDArray[np.intp]) -> tuple[int, ...]:
        if self.weighted:
            return super().totals(rows)
        return tuple(np.bincount(self.labels.take(rows), minlength=self.n_classes).tolist())

    def cut_scores(self, rows: NDArray[np.intp], totals: tuple[int, ...]) -> tuple[Any, Any] | None:
        if self.weighted:
            return self.weighted_cut_scores(rows[:, :-1], totals)
        n_features, n_rows = rows.shape
        # place[f, i]: where row i of feature f's order stands when the rows are sorted by class. Within a
        # class the order stays, so that the place tells the row's class and how many of it came before.
        by_class = self.labels.take(rows).argsort(axis=1, kind="stable")
        by_class += n_rows * np.arange(n_features)[:, np.newaxis]
        place = np.empty(rows.shape, dtype=np.intp)
        place.reshape(-1)[by_class] = np.arange(n_rows)
        place = place[:, :-1]
        enters_left = np.concatenate([self.steps[:total] for total in totals])
        leaves_right = np.concatenate([self.steps[:total][::-1] for total in totals])
        left = enters_left.take(place).cumsum(axis=1)
        right = int(self.table.take(totals).sum()) - leaves_right.take(place).cumsum(axis=1)
        n_left = np.arange(1, n_rows)
        return self.score_of_counts(left, n_left), self.score_of_counts(right, n_left[::-1])

    def weighted_cut_scores(self, rows: NDArray[np.intp], totals: tuple[int, ...]) -> tuple[Any, Any]:
        """The scores of the cuts after sorted rows, by a running sum for each class that is there."""
        labels, integers = self.labels.take(rows), self.integers.take(rows)
        left, right = [], []
        for k, total in enumerate(totals):
            if total > 0:
                running = np.where(labels == k, integers, 0).cumsum(axis=1)
                left.append(running.astype(np.float64))
                right.append((total - running).astype(np.float64))
        return self.score(None, *left), self.score(None, *right)

    def settled(self, totals: tuple[int, ...]) -> int:
        largest, everything = max(totals), sum(totals)
        if largest == everything:
            return ONE_CLASS
        stop = self.purity_stop
        return PURE if stop is not None and largest >= stop * everything * ENOUGH else SPLIT

    def in_common(self, rows: NDArray[np.intp]) -> int:
        """Nothing: nodes of one class are settled."""
        return NO_GAIN

    def node_values(self, count: NDArray[Any], totals: Integers) -> dict[str, NDArray[Any]]:
        class_weights = np.asarray(totals.T * self.weight_unit, dtype=np.float64)
        return {
            "G": np.full(len(count), np.nan),
            "H": class_weights.sum(axis=1),
            "weight": totals.argmax(axis=0).astype(np.float64),
            "class_weights": class_weights,
            "impurity": self.impurity(class_weights),
        }

    def side_values(self, count: NDArray[Any], totals: Integers) -> tuple[NDArray[Any], ...]:
        class_weights = totals.T * self.weight_unit
        return np.full(len(count), np.nan), class_weights.sum(axis=1), class_weights

    @abstractmethod
    def impurity(self, class_weights: Floats) -> Floats:
        """The impurity of nodes, from sums of row weights by class (n_nodes, n_classes): (n_nodes,)."""


class Gini(ClassCriterion):
    """Gini impurity: score = sum_k c_k^2 / W, of the sums c_k of row weights by class and their sum W.

    W I(t) = W - score, so that the score rises as the impurity falls. The table over counts is t[c] = c^2.
    """

    @cached_property
    def table(self) -> Integers:  # type: ignore[override]
        return np.arange(len(self.codes) + 1, dtype=np.int64) ** 2

    def score_of_counts(self, table_sum: Any, count: Any) -> Any:
        return table_sum / count

    def score_of_weights(self, weight: Any, *sums: Any) -> Any:
        squares, *others = sums
        squares *= squares
        for each in others:
            each *= each
            squares += each
        squares /= weight
        return squares

    def impurity(self, class_weights: Floats) -> Floats:
        return gini(class_weights)


class Entropy(ClassCriterion):
    """Entropy in bits: score = W B + sum_k c_k log2(c_k / W), of sums of row weights by class.

    W I(t) = W B - score. B, the same for all nodes, falls out of every gain. It exceeds any entropy there can
    be, so that the score stays large against its own rounding: the search takes what is below 2^-48 of the
    score for noise. B is one bit more than log2 of the number of classes; where the score is made of a table
    over counts, t[c] = c log2 c in fixed point, it is log2 of the number of rows.
    """

    def __init__(self, codes: NDArray[np.integer], n_classes: int, **options: Any) -> None:
        super().__init__(codes, n_classes, **options)
        self.most_bits = np.log2(n_classes) + 1
        if not self.weighted:
            self.unit = self.weight_unit * self.fixed[1]

    @cached_property
    def fixed(self) -> tuple[Integers, float]:
        """n log2 n for 0 to n_samples as integers, and their unit: no sum over a table exceeds its last."""
        n = np.arange(len(self.codes) + 1, dtype=np.float64)
        values = n * np.log2(np.maximum(n, 1))
        exponent = 61 - int(np.frexp(max(values[-1], 1.0))[1])
        return np.rint(values * 2.0**exponent).astype(np.int64), 2.0**-exponent

    @cached_property
    def table(self) -> Integers:  # type: ignore[override]
        return self.fixed[0]

    @cached_property
    def base(self) -> Integers:
        """W B - W log2 W for every row count."""
        most = len(self.table) - 1
        each = -(-int(self.table[-1]) // most)  # rounded up
        return np.arange(most + 1) * each - self.table

    def score_of_counts(self, table_sum: Any, count: Any) -> Any:
        return (table_sum + look_up(self.base, count)).astype(np.float64)

    def score_of_weights(self, weight: Any, *sums: Any) -> Any:
        score = weight * self.most_bits
        for each in sums:
            share = np.asarray(each / weight)
            logs = np.zeros_like(share)
            np.log2(share, out=logs, where=share > 0)
            score = score + each * logs
        return score

    def impurity(self, class_weights: Floats) -> Floats:
        return entropy(class_weights)


def added_up(sums: Sequence[Any]) -> Any:
    """The sum over the classes, which overwrites none of them."""
    total = sums[0] + 0
    for each in sums[1:]:
        total += each
    return total


def look_up(table: Integers, count: Any) -> Any:
    """The entries of a table for whole counts; the nearest one for those beyond it, where no cut is."""
    return table.take(np.asarray(count).astype(np.intp), mode="clip")


CRITERIA: dict[str, type[ClassCriterion]] = {"gini": Gini, "entropy": Entropy}
