"""What the stage draws: every cut with the packet on both sides, stand-ins, partitions; and its file."""

import itertools
from fractions import Fraction as Fr
from typing import Any

import numpy as np
import pytest

from tests.lessons.missing_sparse_categorical.blanks import BLANKS, EVERY, MEANINGS, gaps
from tests.saved_pages import is_alone
from workbench.lessons.missing_sparse_categorical import LESSON
from workbench.lessons.missing_sparse_categorical.blank_table import START, TARGET, BlankTable, packet_record
from workbench.lessons.missing_sparse_categorical.category_partitions import EXAMPLES, ORDERS, category_record
from workbench.lessons.missing_sparse_categorical.stage import HELD, stage_of_act
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit, standin_record
from workbench.shell.registry import PAGES

ASKED = "1.0,2.0,7.0"
MOST_BYTES = 2_000_000


def by_hand(left: list[int], reg_lambda: float) -> tuple[list[float], list[float], float]:
    """G of both sides, their weights, and the gain of sending these rows left."""
    sides = left, [row for row in range(8) if row not in left]
    G = [sum(START - TARGET[row] for row in side) for side in sides]
    H = [len(side) for side in sides]
    score = [g**2 / (h + reg_lambda) for g, h in zip([*G, sum(G)], [*H, sum(H)], strict=True)]
    weight = [-g / (h + reg_lambda) for g, h in zip(G, H, strict=True)]
    return G, weight, 0.5 * (score[0] + score[1] - score[2])


@pytest.mark.parametrize("reg_lambda", [0.5, 1.0])
@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", [ASKED, *BLANKS])
def test_every_cut_gains_with_the_packet_on_either_side_what_counting_says(
    text: str, absent: str, reg_lambda: float
) -> None:
    found = BlankTable(gaps(text).blank, absent, reg_lambda)
    for feature in range(4):
        record = packet_record(found, feature, 1)
        packet = record["packet"]
        assert record["n_steps"] == len(record["cuts"]) + 1
        known = np.unique([x for x in found.X[:, feature] if not np.isnan(x)])
        apart = absent == "missing" and 0 < len(packet) < 8
        assert [cut["at"] for cut in record["cuts"]] == [
            *((low + high) / 2 for low, high in itertools.pairwise(known)),
            *([None] if apart else []),
        ]
        for cut in record["cuts"]:
            x, at = found.X[:, feature], np.inf if cut["at"] is None else cut["at"]
            left = [row for row in range(8) if row not in packet and x[row] <= at]
            assert cut["n"] == [len(left), 8 - len(left) - len(packet)]
            joins = [left + packet, left] if len(cut["ways"]) == 2 else [left]
            if absent == "zero" and packet and cut["at"] >= 0:
                joins = [left + packet]
            for rows, way in zip(joins, cut["ways"], strict=True):
                G, weight, gain = by_hand(rows, reg_lambda)
                assert (way["G"], way["H"]) == (G, [len(rows), 8 - len(rows)])
                assert way["weight"] == pytest.approx(weight, abs=1e-12)
                assert way["gain"] == pytest.approx(gain, abs=1e-12)
                assert sum(way["score"]) == pytest.approx(gain, abs=1e-12)  # G of all rows is 0
            if cut["at"] is not None and absent == "missing":
                gains = [way["gain"] for way in cut["ways"]]
                alike = len(gains) == 1 or abs(gains[0] - gains[1]) < 1e-9
                assert cut["side"] == (None if alike else gains.index(max(gains)))


def test_rows_2_3_and_8_are_asked_about_by_hand() -> None:
    """At x1 <= -0.5: 49/6/2 + 49/4/2 with them left, 25/3/2 + 25/7/2 right; F is 4 - 7/6, or 4 + 7/4."""
    record = packet_record(gaps(ASKED), 0, 1)
    assert (record["asked"], record["answer"], record["best"]) == (1, 2, 1)
    cut = record["cuts"][1]
    left, right = (way["gain"] for way in cut["ways"])
    assert (left, right) == (pytest.approx(float(Fr(245, 24))), pytest.approx(float(Fr(125, 21))))
    assert (cut["asks"], cut["side"], cut["out"]) == ("x1 ≤ −0.5", 0, pytest.approx([-5 / 3, 7 / 4]))
    told = [(each["told"], each["side"], each["value"]) for each in record["new"]]
    assert told == [("?", 0, pytest.approx(4 - 7 / 6)), ("0", 1, pytest.approx(4 + 7 / 4))]


def test_what_cannot_be_asked_is_not() -> None:
    assert packet_record(gaps("none"), 0, 1)["asked"] is None
    nothing = packet_record(gaps(EVERY), 0, 1)
    assert (nothing["n_steps"], nothing["asked"], nothing["new"], nothing["cuts"]) == (1, None, [], [])
    alike = packet_record(gaps("3.0,4.0"), 0, 1)["cuts"]  # G of the packet is 0
    assert {cut["side"] for cut in alike if len(cut["ways"]) == 2} != {0, 1}
    lone = standin_record(SurrogateSplit(gaps(EVERY), on_full=False), 1)
    assert (lone["is_split"], lone["n_steps"], lone["asked"]) == (False, 1, None)


@pytest.mark.parametrize("on_full", [True, False])
@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", [ASKED, *BLANKS])
def test_stand_ins_send_as_many_rows_the_same_way_as_counted(text: str, absent: str, on_full: bool) -> None:
    found = SurrogateSplit(gaps(text, absent), on_full)
    record = standin_record(found, 1)
    if not record["is_split"]:
        assert not on_full
        return
    sides = record["sides"]
    for other in record["others"]:
        x = record["x"][other["feature"]]
        rows = [row for row in range(8) if x[row] is not None and sides[row] is not None]
        for at, same in zip(other["at"], other["same"], strict=True):
            assert same == sum((x[row] > at) == sides[row] for row in rows)
        if other["best"] is None:
            continue
        assert other["n"] == len(rows)
        same = other["same"][other["best"]]
        assert other["n_same"] == (other["n"] - same if other["is_turned"] else same)
        assert other["n_same"] == max(max(s, other["n"] - s) for s in other["same"]) or other["agreement"]
        if other["agreement"] is not None:
            assert other["agreement"] * record["n_known"] == pytest.approx(other["n_same"])
    ranked = [record["others"][k] for k in record["rank"]]
    assert [each["feature"] for each in ranked if each["agreement"]] == [s.feature for s in found.ranked]
    goes_left = found.tree.apply(found.gaps.X) == found.tree.children_left[0]
    assert [way["side"] == 0 for way in record["ways"]] == goes_left.tolist()
    for row, way in enumerate(record["ways"]):
        values = [None if feature is None else record["now"][feature][row] for feature in way["asked"]]
        assert all(value is None for value in values[:-1])
        assert absent == "missing" or len(values) == 1
        assert values[-1] is not None or way["asked"][-1] is None


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", EXAMPLES)
def test_sorted_cuts_are_partitions_and_the_best_is_said(name: str, order: str) -> None:
    record = category_record(name, EXAMPLES[name].reg_lambda, order)
    n = len(record["labels"])
    for at, place in enumerate(record["cuts"], 1):
        left = set(record["ways"][place]["left"])
        assert left in (set(record["order"][:at]), set(record["order"][at:]))
        assert record["ways"][place]["is_cut"]
    gains = [way["gain"] for way in record["ways"]]
    assert record["is_best"] == (max(gains) == pytest.approx(gains[record["best_cut"]]))
    assert (len(record["cuts"]), len(gains)) == (n - 1, 2 ** (n - 1) - 1)
    assert (record["n_steps"], record["asked"], record["answer"]) == (n, 0, n)


def records() -> list[dict[str, Any]]:
    standins = SurrogateSplit(gaps(ASKED), on_full=True)
    return [packet_record(gaps(ASKED), 0, 1), standin_record(standins, 1), category_record("five", 1.0)]


@pytest.mark.parametrize("record", records(), ids=lambda record: record["act"])
def test_an_act_is_one_small_file(record: dict[str, Any]) -> None:
    assert any(entry.name == "missing_sparse_categorical" for entry in PAGES)
    stage = stage_of_act(record)
    page = LESSON.saved(stage, dict.fromkeys(HELD), {"part": record["act"]})
    assert (stage.low, stage.first, stage.n_steps) == (0, record["asked"], record["n_steps"])
    assert is_alone(page.decode())
    assert len(page) < MOST_BYTES
