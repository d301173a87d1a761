"""The lines that make a lesson's rows give the same bits with numpy alone; long tables are packed."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.scripts import names_after
from workbench.data.catalogue import DATASETS, DatasetInfo, load_dataset
from workbench.data.held_out import training_rows, unseen_rows
from workbench.data.sources import Content
from workbench.lessons.adaboost.adaboost_run import ten_rows
from workbench.text.data_snippet import (
    LONGEST_TABLE,
    DataLines,
    data_lines,
    digits_of,
    names_lines,
    rows_lines,
    tabled,
)

CASES = [
    (name, noise, seed)
    for name, info in DATASETS.items()
    for noise, seed in ((0.0, 0), (0.3, 0), (0.05, 7))
    if info.takes_noise or not noise
]
LONGEST_SCRIPT = 60_000  # characters; more is no text to be copied from a page


def made_by(lines: DataLines) -> dict[str, Any]:
    script = lines.after()
    imported = set(re.findall(r"^(?:import|from) (\w+)", script, re.M))
    assert imported <= {"numpy", "base64", "zlib"}
    return names_after(script)


def same_bits(found: Any, wanted: Any) -> bool:
    kind = (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    return bool(kind and found.tobytes() == wanted.tobytes())


@pytest.mark.parametrize(("name", "noise", "seed"), CASES)
def test_the_lines_make_the_lessons_rows(name: str, noise: float, seed: int) -> None:
    data = load_dataset(name, noise=noise, seed=seed)
    train, held_out = training_rows(data)
    found = made_by(data_lines(name, noise, seed))
    assert same_bits(found["X"], data.X[train])
    assert same_bits(found["y"], data.y[train])
    assert "X_unseen" not in found
    found = made_by(data_lines(name, noise, seed, unseen=True))
    assert same_bits(found["X"], data.X[train])
    assert same_bits(found["y"], data.y[train])
    X, y = unseen_rows(data, held_out)
    assert ("X_unseen" in found) == (len(y) > 0)
    if len(y):
        assert same_bits(found["X_unseen"], X)
        assert same_bits(found["y_unseen"], y)


def test_rows_by_hand_of_a_lesson() -> None:
    found = made_by(rows_lines(ten_rows()))
    assert same_bits(found["X"], ten_rows().X)
    assert same_bits(found["y"], ten_rows().y)


@pytest.mark.parametrize("unseen", [False, True])
@pytest.mark.parametrize("name", DATASETS)
def test_a_script_is_short_enough_to_be_copied(name: str, unseen: bool) -> None:
    script = data_lines(name, unseen=unseen).after() + names_lines(name)
    assert len(script) < LONGEST_SCRIPT
    assert script.count("\n") < 80
    assert ("PACKED" in script) == ("import zlib" in script)


def test_a_table_is_packed_where_it_is_long() -> None:
    assert "PACKED" not in data_lines("iris").lines
    assert "\n5.1,3.5,1.4,0.2,0 5.4,3.9,1.7,0.4,0 " in data_lines("iris").lines
    packed = data_lines("sonar").lines
    assert "145 training rows" in packed
    assert "zlib and base85" in packed
    assert len(packed) < 20_000  # 60 kB as text


@pytest.mark.parametrize("n_rows", [30, 3_000])
def test_gaps_signs_and_digits_survive(n_rows: int) -> None:
    rng = np.random.default_rng(0)
    table = np.column_stack(
        (
            rng.integers(-5, 5, n_rows).astype(float),
            rng.integers(-(10**9), 10**9, n_rows) / 10**9,
            rng.integers(0, 2_000, n_rows) / 100,
            np.full(n_rows, np.nan),
        )
    )
    table[::3, 2] = np.nan
    words = {"title": "Signs", "rows": "some", "target": "y"}
    found = made_by(tabled(table, words))["table"]
    np.testing.assert_array_equal(found, table)
    assert ("PACKED" in tabled(table, words).lines) == (n_rows * 20 > LONGEST_TABLE)


def test_numbers_of_many_digits_stay_a_table() -> None:
    table = np.random.default_rng(0).standard_normal((400, 2))
    assert digits_of(table) is None
    lines = tabled(table, {"title": "Noise", "rows": "some", "target": "y"})
    assert "PACKED" not in lines.lines
    assert same_bits(made_by(lines)["table"], table)


def test_a_data_set_of_any_other_loader_comes_as_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def tides(noise: float, rng: np.random.Generator) -> Content:
        X = rng.uniform(0.0, 4.0, size=(40, 2))
        return Content(X, np.sin(X[:, 0]) + noise, ("hour", "wind"), "height")

    info: DatasetInfo = replace(DATASETS["cos_x"], id="tides_as_rows", title="Tides", loader=tides)
    monkeypatch.setitem(DATASETS, "tides_as_rows", info)
    data = load_dataset("tides_as_rows", noise=0.5, seed=2)
    train, _ = training_rows(data)
    found = made_by(data_lines("tides_as_rows", 0.5, 2))
    assert same_bits(found["X"], data.X[train])
    assert same_bits(found["y"], data.y[train])


def test_names_of_features_categories_and_classes() -> None:
    found = names_after(names_lines("drive_wheels", classes=True))
    data = load_dataset("drive_wheels")
    assert found["feature_names"] == list(data.feature_names)
    assert found["class_names"] == ["front", "rear", "all"]
    levels = {j: list(name.levels) for j, name in enumerate(data.feature_names) if name.levels}
    assert found["levels"] == levels
    assert "class_names" not in names_lines("drive_wheels")
