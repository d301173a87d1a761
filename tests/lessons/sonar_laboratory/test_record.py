"""What the stage of the laboratory is sent: deals, orders of test rows, areas, and what all pairs say."""

from typing import Any

import numpy as np
import pytest
import scipy.stats
from sklearn.metrics import roc_auc_score

from tests.workbench.stage.unpacking import unpacked
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.record import apart_from, record_of
from workbench.lessons.sonar_laboratory.splits import N_SPLITS, SHARES, Splits, sonar
from workbench.lessons.sonar_laboratory.stage import stage_of_deals
from workbench.lessons.sonar_laboratory.statistics import Spread
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.stage.packing import packed

N = len(VARIANTS)


def shipped(level: int = 95, share: int = 70) -> tuple[Areas, dict[str, Any]]:
    areas = Areas(Splits(share), level=level)
    return areas, unpacked(packed(record_of(areas)))


def of_pair(record: dict[str, Any], name: str, i: int, j: int) -> Any:
    """The numbers of a pair i > j."""
    return record[name].reshape(N * (N - 1) // 2, -1)[i * (i - 1) // 2 + j]


@pytest.mark.parametrize("share", SHARES)
def test_test_rows_in_the_order_of_their_ranks_have_the_area_that_is_sent(share: int) -> None:
    areas, record = shipped(share=share)
    test = record["test"].reshape(N_SPLITS, record["n_test"])
    ranks, area = (record[name].reshape(N, N_SPLITS, -1) for name in ("ranks", "area"))
    for k in range(12):
        training, _ = areas.splits.rows(k)
        assert sorted([*training, *test[k]]) == list(range(len(sonar().y)))
        y = record["y"][test[k]]
        assert record["mines"][k] == y.sum()
        for v in range(N):
            assert area[v, k, 0] == pytest.approx(roc_auc_score(y, ranks[v, k]), abs=1e-12)


@pytest.mark.parametrize("level", [80, 95])
def test_intervals_of_a_pair_are_students_of_its_differences_so_far(level: int) -> None:
    areas, record = shipped(level)
    n_test, n_train = areas.splits.n_test, areas.splits.n_train
    for i, j in ((1, 0), (5, 4), (7, 6)):
        gaps = areas.areas[i] - areas.areas[j]
        course = {name: of_pair(record, name, i, j) for name in ("mean", "sd", "of_mean", "of_new", "of_one")}
        assert np.isnan(course["mean"][:2]).all()
        for m in (2, 3, 17, N_SPLITS):
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
    assert known[80] < N_SPLITS
    assert [known[level] for level in (90, 95, 99)] == [N_SPLITS + 1] * 3


def spread(mean: float, half: float) -> Spread:
    return Spread(3, mean, 1.0, 1.0, half, 1.0)


@pytest.mark.parametrize(
    ("halves", "number"), [((0.5, 0.5), 2), ((0.5, 2.0), 4), ((2.0, 0.5), 3), ((0.5, 1.0, 0.5), 4), ((), 2)]
)
def test_from_which_deal_on_by_hand(halves: tuple[float, ...], number: int) -> None:
    """A mean of 1 after two deals, three, ...: outside where half the interval is less."""
    assert apart_from([None, None, *(spread(-1.0, half) for half in halves)]) == number


def test_another_share_or_confidence_is_another_stage_and_another_pair_is_not() -> None:
    names = {
        stage_of_deals(Areas(Splits(share), pair, "tree", level)).name
        for share, level, pair in (
            (70, 95, "forest"),
            (66, 95, "forest"),
            (70, 90, "forest"),
            (70, 95, "corrected"),
        )
    }
    assert len(names) == 3
