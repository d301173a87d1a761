"""Partitions of categories, as the browser sees them."""

from fractions import Fraction as Fr

import numpy as np
import pytest

from workbench.lessons.missing_sparse_categorical import words
from workbench.lessons.missing_sparse_categorical.category_partitions import EXAMPLES, ORDERS, category_record
from workbench.lessons.missing_sparse_categorical.values import GROUP_LAMBDA, GROUPS, PARTITION
from workbench.link.values import read


def close(value: Fr) -> object:
    return pytest.approx(float(value), abs=1e-12, rel=0)


@pytest.mark.parametrize(
    ("reg_lambda", "best", "alone", "label"),
    [(0.0, Fr(96, 5), Fr(150, 11), Fr(54, 11)), (1.0, Fr(448, 33), Fr(175, 24), Fr(21, 8))],
)
def test_worked_example_of_categories(reg_lambda: float, best: Fr, alone: Fr, label: Fr) -> None:
    found = category_record("five", reg_lambda)
    ways = found["ways"]
    assert len(ways) == 15
    assert [found["labels"][code] for code in found["order"]] == list("BDEAC")
    assert sum(way["is_cut"] for way in ways) == 4
    assert sum(way["is_alone"] for way in ways) == 5
    assert ways[0]["name"] == "BDE | AC"
    assert ways[0]["gain"] == close(best)
    assert (found["best_cut"], found["is_best"]) == (0, True)
    assert max(way["gain"] for way in ways if way["is_alone"]) == close(alone)
    by_label = category_record("five", reg_lambda, "label")
    assert by_label["ways"][by_label["best_cut"]]["gain"] == close(label)
    assert by_label["ways"][0]["gain"] == close(best)


def test_how_many_partitions_there_are_is_said() -> None:
    ways = category_record("five", 1.0)["ways"]
    counts = len(ways), sum(way["is_alone"] for way in ways), sum(way["is_cut"] for way in ways)
    assert "{}, {} and {}".format(*counts) in words.HOW_MANY
    assert f"{2**31 - 1:,}, 32 and 31" in words.HOW_MANY


def test_worked_example_of_the_wrong_order() -> None:
    wrong, right = (category_record("three", 2.0, order) for order in ("damped", "ratio"))
    assert wrong["order"] == [2, 1, 0]
    cuts = [each["ways"][each["best_cut"]] for each in (wrong, right)]
    assert [(cut["name"], cut["gain"]) for cut in cuts] == [
        ("BC | A", close(Fr(263, 792))),
        ("B | AC", close(Fr(423, 880))),
    ]
    assert wrong["ways"][0]["gain"] == cuts[1]["gain"]
    assert EXAMPLES["three"].reg_lambda == 2.0


@pytest.mark.parametrize("order_by", ORDERS)
@pytest.mark.parametrize("reg_lambda", [0.0, 0.5, 1.0, 5.0])
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_partition_gains_what_its_sums_say(name: str, reg_lambda: float, order_by: str) -> None:
    found, example = category_record(name, reg_lambda, order_by), EXAMPLES[name]
    ways, order, codes = found["ways"], found["order"], range(len(example.labels))
    for way in ways:
        sides = [set(way["left"]), set(codes) - set(way["left"])]
        names = ["".join(example.labels[code] for code in sorted(side)) for side in sides]
        assert way["name"] == " | ".join(names)
        G, H = ([sum(sums[code] for code in side) for side in sides] for sums in (example.G, example.H))
        assert (way["G"], way["H"]) == (G, H)
        terms = [g**2 / (h + reg_lambda) for g, h in zip([*G, sum(G)], [*H, sum(H)], strict=True)]
        assert way["gain"] == pytest.approx(0.5 * (terms[0] + terms[1] - terms[2]), abs=1e-12)
        assert way["is_cut"] == any(set(order[:k]) in sides for k in codes[1:])
    assert len({frozenset(way["name"].split(" | ")) for way in ways}) == len(ways) == 2 ** len(codes[1:]) - 1
    assert sorted(way["number"] for way in ways) == [*range(1, len(ways) + 1)]
    gains = [way["gain"] for way in ways]
    assert gains == sorted(gains, reverse=True) or max(np.diff(gains)) < 1e-12
    if order_by == "ratio":
        assert gains[found["best_cut"]] == pytest.approx(gains[0], abs=1e-12)


def test_links_about_partitions() -> None:
    assert read(GROUPS, "three") == "three"
    assert read(PARTITION, "none") is None
    with pytest.raises(ValueError, match="at most 5"):
        read(GROUP_LAMBDA, "6")
