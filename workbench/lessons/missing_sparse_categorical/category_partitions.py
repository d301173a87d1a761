"""The partitions of a categorical feature, ranked, and which of them are cuts of an order. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gbtlib import CategorySearch, Partitions, SecondOrder, TreeParams, sort_columns
from workbench.lessons.missing_sparse_categorical.gap_column import ALIKE, Record


@dataclass(frozen=True)
class Example:
    """Categories with the sums of their rows' gradients and hessians."""

    labels: tuple[str, ...]
    G: tuple[float, ...]
    H: tuple[float, ...]
    reg_lambda: float


EXAMPLES = {
    "five": Example(tuple("ABCDE"), (3, -5, 5, -4, 1), (1, 2, 1, 3, 5), 1.0),
    "three": Example(tuple("ABC"), (5, 3, 1), (2, 6, 1), 2.0),
}
ORDERS = {"ratio": "G / H", "damped": "G / (H + λ)", "label": "label"}


def category_record(name: str, reg_lambda: float, order_by: str = "ratio") -> Record:
    """The categories of an example in their order, and every partition, the best first.

    order: the categories by their places in labels. ways: see partition_record, with the rank by gain, equals
    alike, and whether it is a cut of the sorted categories. cuts: of these, after each category but the last,
    the place of their partition in ways. is_best: whether the best of all is one of them.
    """
    example = EXAMPLES[name]
    labels, n = example.labels, len(example.labels)
    G, H = np.array(example.G, dtype=float), np.array(example.H, dtype=float)
    columns = sort_columns(np.arange(n, dtype=float)[:, np.newaxis], (n,))
    search = CategorySearch(
        columns, SecondOrder(G, H, reg_lambda=reg_lambda), TreeParams(reg_lambda=reg_lambda)
    )
    found = search.partitions(0, way="exhaustive")
    keys = {"ratio": G / H, "damped": G / (H + reg_lambda), "label": np.arange(n)}
    order = keys[order_by].argsort(kind="stable").tolist()
    sorted_cuts = [bits(order[:at], n) for at in range(1, n)]
    ways = [partition_record(labels, found, i) for i in range(len(found))]
    for way in ways:
        way["rank"] = 1 + int((found.gain > way["gain"] + 1e-12).sum())
        way["is_cut"] = way["number"] in sorted_cuts
    ways.sort(key=lambda way: (-round(way["gain"], 12), way["number"]))
    places = {way["number"]: k for k, way in enumerate(ways)}
    cuts = [places[each] for each in sorted_cuts]
    return {
        "act": "categories",
        "n_steps": n,
        "asked": 0,
        "answer": n,
        "labels": labels,
        "G": G.tolist(),
        "H": H.tolist(),
        "lambda": reg_lambda,
        "key": ORDERS[order_by],
        "order": order,
        "by_ratio": keys["ratio"].argsort(kind="stable").tolist(),
        "ways": ways,
        "cuts": cuts,
        "best_cut": min(cuts),
        "is_best": abs(ways[min(cuts)]["gain"] - ways[0]["gain"]) < ALIKE,
    }


def partition_record(labels: tuple[str, ...], found: Partitions, i: int) -> Record:
    """One way to part the categories: the sums of both sides, the smaller G / H first, and what that gains.

    number: the bits (A is 1) of the side without the last label. left: the first side by places in labels.
    is_alone: whether it is one category against the rest.
    """
    codes = found.left(i)
    rest = [code for code in range(len(labels)) if code not in codes]
    sides = [(found.GL[i], found.HL[i], codes), (found.GR[i], found.HR[i], rest)]
    G, H, parted = zip(*sorted(sides, key=lambda side: side[0] / side[1]), strict=True)
    return {
        "number": bits(codes, len(labels)),
        "left": sorted(parted[0]),
        "name": " | ".join("".join(labels[code] for code in sorted(side)) for side in parted),
        "G": [float(each) for each in G],
        "H": [float(each) for each in H],
        "gain": float(found.gain[i]),
        "is_alone": 1 in map(len, parted),
    }


def bits(codes: Sequence[int], n: int) -> int:
    """A partition as a number: the bits of the side without the last category."""
    found = sum(1 << code for code in codes)
    return found if found < 1 << (n - 1) else (1 << n) - 1 - found
