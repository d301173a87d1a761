"""Partitions of categories, as the browser sees them."""

from fractions import Fraction as Fr

import numpy as np
import pytest

from workbench.lessons.missing_sparse_categorical import category_partitions, words
from workbench.lessons.missing_sparse_categorical.values import GROUP_LAMBDA, GROUPS, PARTITION
from workbench.link.values import read


def close(value: Fr) -> object:
    return pytest.approx(float(value), abs=1e-12, rel=0)


@pytest.mark.parametrize(
    ("reg_lambda", "best", "alone", "label"),
    [(0.0, Fr(96, 5), Fr(150, 11), Fr(54, 11)), (1.0, Fr(448, 33), Fr(175, 24), Fr(21, 8))],
)
def test_worked_example_of_categories(reg_lambda: float, best: Fr, alone: Fr, label: Fr) -> None:
    found = category_partitions.parts("five", reg_lambda)
    assert len(found.ways) == 15
    assert found.order == tuple("BDEAC")
    assert sum(way.is_cut for way in found.ways) == 4
    assert sum(way.is_alone for way in found.ways) == 5
    assert (found.best.left, found.best.right) == (tuple("BDE"), tuple("AC"))
    assert found.best.gain == close(best)
    assert found.best_cut == found.best
    assert max(way.gain for way in found.ways if way.is_alone) == close(alone)
    by_label = category_partitions.parts("five", reg_lambda, "label")
    assert by_label.best_cut.gain == close(label)
    assert by_label.best.gain == close(best)


def test_how_many_partitions_there_are_is_said() -> None:
    ways = category_partitions.parts("five", 1.0).ways
    counts = len(ways), sum(way.is_alone for way in ways), sum(way.is_cut for way in ways)
    assert "{}, {} and {}".format(*counts) in words.HOW_MANY
    assert f"{2**31 - 1:,}, 32 and 31" in words.HOW_MANY


def test_worked_example_of_the_wrong_order() -> None:
    wrong = category_partitions.parts("three", 2.0, "damped")
    assert wrong.order == tuple("CBA")
    assert wrong.best_cut.gain == close(Fr(263, 792))
    assert (wrong.best_cut.left, wrong.best_cut.right) == (("B", "C"), ("A",))
    right = category_partitions.parts("three", 2.0, "ratio")
    assert right.best_cut.gain == wrong.best.gain == close(Fr(423, 880))
    assert (right.best_cut.left, right.best_cut.right) == (("B",), ("A", "C"))
    assert category_partitions.EXAMPLES["three"].reg_lambda == 2.0


@pytest.mark.parametrize("order_by", category_partitions.ORDERS)
@pytest.mark.parametrize("reg_lambda", [0.0, 0.5, 1.0, 5.0])
@pytest.mark.parametrize("name", category_partitions.EXAMPLES)
def test_every_partition_gains_what_its_sums_say(name: str, reg_lambda: float, order_by: str) -> None:
    found = category_partitions.parts(name, reg_lambda, order_by)
    example = found.example
    sums = dict(zip(example.labels, zip(example.G, example.H, strict=True), strict=True))
    sides = set()
    for way in found.ways:
        G = [sum(sums[label][0] for label in side) for side in (way.left, way.right)]
        H = [sum(sums[label][1] for label in side) for side in (way.left, way.right)]
        assert (way.G, way.H) == (tuple(G), tuple(H))
        terms = [g**2 / (h + reg_lambda) for g, h in zip([*G, sum(G)], [*H, sum(H)], strict=True)]
        assert way.gain == pytest.approx(0.5 * (terms[0] + terms[1] - terms[2]), abs=1e-12)
        assert sorted(way.left + way.right) == list(example.labels)
        sides.add(frozenset((frozenset(way.left), frozenset(way.right))))
        parted = [(found.order[:k], found.order[k:]) for k in range(1, len(found.order))]
        assert way.is_cut == any(set(way.left) == set(part) for both in parted for part in both)
    assert len(sides) == len(found.ways) == 2 ** (len(example.labels) - 1) - 1
    gains = [way.gain for way in found.ways]
    assert gains == sorted(gains, reverse=True) or max(np.diff(gains)) < 1e-12
    if order_by == "ratio":
        assert found.best_cut.gain == pytest.approx(found.best.gain, abs=1e-12)


def test_links_about_partitions() -> None:
    assert read(GROUPS, "three") == "three"
    assert read(PARTITION, "none") is None
    with pytest.raises(ValueError, match="at most 5"):
        read(GROUP_LAMBDA, "6")
