"""What the stage of the laboratory is sent: deals, orders of test rows, areas, and what all pairs say."""

from typing import Any

import numpy as np
import pytest
import scipy.stats
from sklearn.metrics import roc_auc_score

from workbench.lessons.sonar_laboratory.findings import Areas, areas_of
from workbench.lessons.sonar_laboratory.notebook import N_FIRST
from workbench.lessons.sonar_laboratory.record import apart_from, record_of
from workbench.lessons.sonar_laboratory.runs import Job
from workbench.lessons.sonar_laboratory.splits import Splits, sonar
from workbench.lessons.sonar_laboratory.stage import n_drawn, stage_name, stage_of_deals
from workbench.lessons.sonar_laboratory.statistics import Spread
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.stage.packing import packed, unpacked

N = len(VARIANTS)


def shipped(level: int = 95, n_deals: int = N_FIRST) -> tuple[Areas, dict[str, Any]]:
    areas = areas_of(Job(Splits(), n_deals), "published_10", "published_5", level)
    return areas, unpacked(packed(record_of(areas, n_deals)))


def of_pair(record: dict[str, Any], name: str, i: int, j: int) -> Any:
    """The numbers of a pair i > j."""
    return record[name].reshape(N * (N - 1) // 2, -1)[i * (i - 1) // 2 + j]


def test_test_rows_in_the_order_of_their_ranks_have_the_area_that_is_sent() -> None:
    areas, record = shipped(n_deals=12)
    test = record["test"].reshape(12, record["n_test"])
    ranks, area = (record[name].reshape(N, 12, -1) for name in ("ranks", "area"))
    for k in range(12):
        training, _ = areas.job.splits.rows(k)
        assert sorted([*training, *test[k]]) == list(range(len(sonar().y)))
        y = record["y"][test[k]]
        assert record["mines"][k] == y.sum()
        for v in range(N):
            assert area[v, k, 0] == pytest.approx(roc_auc_score(y, ranks[v, k]), abs=1e-12)


@pytest.mark.parametrize("level", [80, 95])
def test_intervals_of_a_pair_are_students_of_its_differences_so_far(level: int) -> None:
    areas, record = shipped(level)
    n_test, n_train = areas.job.splits.n_test, areas.job.splits.n_train
    for i, j in ((1, 0), (5, 4), (7, 6)):
        gaps = areas.areas[i] - areas.areas[j]
        course = {name: of_pair(record, name, i, j) for name in ("mean", "sd", "of_mean", "of_new", "of_one")}
        assert np.isnan(course["mean"][:2]).all()
        for m in (2, 3, 17, N_FIRST):
            found = gaps[:m]
            low, high = scipy.stats.t.interval(level / 100, m - 1, found.mean(), scipy.stats.sem(found))
            t = scipy.stats.t.ppf((1 + level / 100) / 2, m - 1)
            sd = found.std(ddof=1)
            wanted = {
                "mean": (low + high) / 2,
                "sd": sd,
                "of_mean": (high - low) / 2,
                "of_new": t * sd * np.sqrt(1 / m + n_test / n_train),
                "of_one": t * sd * np.sqrt(1 + 1 / m),
            }
            for name, value in wanted.items():
                assert course[name][m] == pytest.approx(value, rel=1e-5, abs=1e-8)
            assert record["t"][m] == pytest.approx(t, rel=1e-12)


@pytest.mark.parametrize("level", [80, 95, 99])
def test_two_are_told_apart_from_the_first_deal_on_after_which_0_stays_outside(level: int) -> None:
    _, record = shipped(level)
    for i in range(N):
        for j in range(i):
            mean, half, one = (of_pair(record, name, i, j) for name in ("mean", "of_mean", "of_one"))
            outside = np.abs(mean) > half
            number = int(of_pair(record, "apart_from", i, j)[0])
            assert outside[number:].all()
            assert not outside[number - 1]
            assert of_pair(record, "is_one_enough", i, j)[0] == (abs(mean[-1]) > one[-1])


def test_the_published_two_are_told_apart_at_80_per_cent_alone() -> None:
    known = {level: int(of_pair(shipped(level)[1], "apart_from", 1, 0)[0]) for level in (80, 90, 95, 99)}
    assert known[80] < N_FIRST
    assert [known[level] for level in (90, 95, 99)] == [N_FIRST + 1] * 3


def spread(mean: float, half: float) -> Spread:
    return Spread(3, mean, 1.0, 1.0, half, 1.0)


@pytest.mark.parametrize(
    ("halves", "number"), [((0.5, 0.5), 2), ((0.5, 2.0), 4), ((2.0, 0.5), 3), ((0.5, 1.0, 0.5), 4), ((), 2)]
)
def test_from_which_deal_on_by_hand(halves: tuple[float, ...], number: int) -> None:
    """A mean of 1 after two deals, three, ...: outside where half the interval is less."""
    assert apart_from([None, None, *(spread(-1.0, half) for half in halves)]) == number


def test_nothing_known_is_a_stage_without_a_deal() -> None:
    areas = areas_of(Job(Splits(999), 10), "forest", "tree")
    assert (areas.n_whole, n_drawn(areas, is_running=True)) == (0, 0)
    stage = stage_of_deals(areas, 0)
    record = unpacked(stage.packed_record)
    assert (stage.n_steps, record["n_deals"], record["n_wanted"], len(record["area"])) == (0, 0, 10, 0)


def test_while_others_are_computed_deals_come_five_at_a_time() -> None:
    areas, _ = shipped()
    areas.areas[:, 13:] = np.nan
    assert areas.n_whole == 13
    assert n_drawn(areas, is_running=True) == 10
    assert n_drawn(areas, is_running=False) == 13


def test_other_deals_or_another_confidence_are_another_stage_and_another_pair_is_not() -> None:
    names = {
        stage_name(areas_of(Job(Splits(seed), 10), pair, "tree", level), n)
        for seed, level, n, pair in (
            *((0, 95, 10, "forest"), (1, 95, 10, "forest"), (0, 90, 10, "forest")),
            *((0, 95, 9, "forest"), (0, 95, 10, "corrected")),
        )
    }
    assert len(names) == 4
