"""The partitions of a categorical feature: all of them ranked, and which a short cut looks at. Pure."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gbtlib import CategorySearch, SecondOrder, TreeParams, sort_columns


@dataclass(frozen=True)
class Example:
    """Categories with the sums of their rows' gradients and hessians."""

    title: str
    labels: tuple[str, ...]
    G: tuple[float, ...]
    H: tuple[float, ...]
    reg_lambda: float


EXAMPLES = {
    "five": Example("five", tuple("ABCDE"), (3, -5, 5, -4, 1), (1, 2, 1, 3, 5), 1.0),
    "three": Example("three", tuple("ABC"), (5, 3, 1), (2, 6, 1), 2.0),
}
ORDERS = {"ratio": "G / H", "damped": "G / (H + λ)", "label": "label"}


@dataclass(frozen=True)
class Partition:
    """One way to part the categories.

    number: the bits (A is 1) of the labels on the side without the last label.
    left: the side with the smaller G / H. rank: by gain, 1 for the best, equals alike.
    is_cut: of the categories in their order. is_alone: one category against the rest.
    """

    number: int
    left: tuple[str, ...]
    right: tuple[str, ...]
    G: tuple[float, float]
    H: tuple[float, float]
    gain: float
    rank: int
    is_cut: bool
    is_alone: bool


@dataclass(frozen=True)
class PartedCategories:
    """All ways, the best first. order: the labels as they are sorted, by G/H or what else."""

    example: Example
    reg_lambda: float
    order_by: str
    order: tuple[str, ...]
    ways: tuple[Partition, ...]

    @property
    def best(self) -> Partition:
        return self.ways[0]

    @property
    def best_cut(self) -> Partition:
        """The best of the cuts of the sorted categories."""
        return next(way for way in self.ways if way.is_cut)


def sort_keys(example: Example, reg_lambda: float, order_by: str) -> tuple[float, ...]:
    """What sorts the categories: G/H, G/(H + lambda), or their place in the alphabet."""
    if order_by == "label":
        return tuple(float(i) for i in range(len(example.labels)))
    damping = reg_lambda if order_by == "damped" else 0.0
    return tuple(G / (H + damping) for G, H in zip(example.G, example.H, strict=True))


@lru_cache(maxsize=256)
def parts(name: str, reg_lambda: float, order_by: str = "ratio") -> PartedCategories:
    """Every partition of an example's categories, with the cuts of one order marked."""
    example = EXAMPLES[name]
    n = len(example.labels)
    criterion = SecondOrder(np.array(example.G), np.array(example.H), reg_lambda=reg_lambda)
    columns = sort_columns(np.arange(n, dtype=float)[:, np.newaxis], (n,))
    found = CategorySearch(columns, criterion, TreeParams(reg_lambda=reg_lambda)).partitions(
        0, way="exhaustive"
    )
    keys = sort_keys(example, reg_lambda, order_by)
    order = sorted(range(n), key=keys.__getitem__)
    cuts = {bits(order[:k], n) for k in range(1, n)}
    ways = []
    for i in range(len(found)):
        sums = ((found.GL[i], found.HL[i]), (found.GR[i], found.HR[i]))
        codes = found.left(i)
        sides = [codes, tuple(c for c in range(n) if c not in codes)]
        small, large = (0, 1) if sums[0][0] / sums[0][1] <= sums[1][0] / sums[1][1] else (1, 0)
        number_ = bits(codes, n)
        ways.append(
            Partition(
                number=number_,
                left=tuple(example.labels[c] for c in sorted(sides[small])),
                right=tuple(example.labels[c] for c in sorted(sides[large])),
                G=(float(sums[small][0]), float(sums[large][0])),
                H=(float(sums[small][1]), float(sums[large][1])),
                gain=float(found.gain[i]),
                rank=1 + int((found.gain > found.gain[i] + 1e-12).sum()),
                is_cut=number_ in cuts,
                is_alone=1 in (len(sides[0]), len(sides[1])),
            )
        )
    ways.sort(key=lambda way: (-round(way.gain, 12), way.number))
    labels = tuple(example.labels[c] for c in order)
    return PartedCategories(example, reg_lambda, order_by, labels, tuple(ways))


def bits(codes: tuple[int, ...] | list[int], n: int) -> int:
    """A partition as a number: the bits of the side without the last category."""
    found = sum(1 << code for code in codes)
    return found if found < 1 << (n - 1) else (1 << n) - 1 - found
