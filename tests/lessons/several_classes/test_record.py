"""What the stage is sent: raw predictions as gbtlib's, leaf by leaf, for every row; rows worth a look."""

from typing import Any

import numpy as np
import pytest

from tests.lessons.several_classes.courses import course
from tests.workbench.stage.unpacking import unpacked
from workbench.data.catalogue import dataset_ids
from workbench.lessons.several_classes.record import record_of
from workbench.stage.packing import packed


def sent(data: str, **values: Any) -> dict[str, Any]:
    found: dict[str, Any] = unpacked(packed(record_of(course(data, **values))))
    return found


@pytest.mark.parametrize("data", dataset_ids("classification"))
def test_leaves_add_up_to_the_raw_predictions_of_every_row(data: str) -> None:
    found, record = course(data), sent(data)
    R, n, K = found.n_rounds, len(found.fit.dataset.y), found.fit.n_classes
    raw = np.tile(record["base"], (n, 1))
    for r in range(R):
        assert np.array_equal(raw, found.raw[r])
        for k, each in enumerate(record["outputs"]):
            leaf = each["cell"].reshape(R, n)[r]
            raw[:, k] += record["rate"] * each["weight"][each["start"][r] + leaf]
    assert np.array_equal(raw, found.raw[R])
    assert len(record["outputs"]) == len(record["trees"]) == K


@pytest.mark.parametrize(("data", "depth"), [("iris", 3), ("sentences", 3), ("drive_wheels", 8)])
def test_a_row_ends_at_the_node_of_its_tree_that_is_drawn(data: str, depth: int) -> None:
    found, record = course(data, max_depth=depth), sent(data, max_depth=depth)
    fit = found.fit
    for r, round_ in enumerate(fit.trace):
        for k, (each, trees) in enumerate(zip(record["outputs"], record["trees"], strict=True)):
            leaf = each["cell"].reshape(len(fit.trace), -1)[r]
            drawn = trees["start"][r] + each["node"][each["start"][r] + leaf]
            ends = round_.trees[k].apply(fit.dataset.X)
            shallow = round_.trees[k].depth[ends] <= 5
            assert np.array_equal(trees["id"][drawn][shallow], ends[shallow])
            assert (trees["hidden"][drawn][~shallow] > 0).all()


def test_one_step_of_a_class_moves_a_row_on_the_line_through_its_corner() -> None:
    """The others' probabilities keep their ratio: what the picture draws as a straight leg."""
    found = course("iris")
    for k in range(3):
        raw = found.raw[1].copy()
        raw[:, k] = found.raw[2][:, k]
        before, after = found.p[1], found.fit.model.loss_.inverse_link(raw)
        i, j = (each for each in range(3) if each != k)
        assert after[:, i] / after[:, j] == pytest.approx(before[:, i] / before[:, j], rel=1e-12)


def test_rows_worth_a_look_in_every_state_and_what_is_asked() -> None:
    found, record = course("wine", n_estimators=12), sent("wine", n_estimators=12)
    assert record["least_sure"].tolist() == [found.least_sure(r) for r in range(13)]
    assert record["most_wrong"].tolist() == [found.most_wrong(r) for r in range(13)]
    assert (record["row"], record["asked"]) == (found.least_sure(12), 10)
    assert sent("wine", n_estimators=4)["asked"] == 4
    assert np.flatnonzero(record["seen"]).tolist() == found.fit.train.tolist()
