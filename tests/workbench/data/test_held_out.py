"""Which rows are trained on: all of what lies on its formula, seven in ten of everything else."""

import math

import numpy as np
import pytest

from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.held_out import training_rows, unseen_rows
from workbench.data.sources import levels_of

BY_FORMULA = ("cos_x2", "cos_x2_few", "cos_x", "cos_xy")
BY_HAND = ("hand4", "hand5")
OTHERS = tuple(name for name in DATASETS if name not in BY_FORMULA + BY_HAND)


@pytest.mark.parametrize("name", BY_FORMULA + BY_HAND)
def test_nothing_is_held_out_of_exact_formulas_and_of_sets_by_hand(name: str) -> None:
    data = load_dataset(name)
    train, held_out = training_rows(data)
    assert np.array_equal(train, np.arange(len(data.y)))
    assert len(held_out) == 0


@pytest.mark.parametrize("name", BY_FORMULA)
def test_a_formula_without_noise_has_unseen_rows_that_are_not_its_training_rows(name: str) -> None:
    data = load_dataset(name)
    X, y = unseen_rows(data, training_rows(data)[1])
    assert X.shape == (1000, data.X.shape[1])
    assert np.array_equal(y, data.truth(X))
    assert (X >= data.X.min(axis=0)).all()
    assert (X <= data.X.max(axis=0)).all()
    assert not np.isin(X[:, 0], data.X[:, 0]).any()
    assert np.array_equal(X, unseen_rows(data, training_rows(data)[1])[0])


@pytest.mark.parametrize("name", [*OTHERS, *BY_HAND])
def test_else_the_unseen_rows_are_those_held_out(name: str) -> None:
    data = load_dataset(name)
    held_out = training_rows(data)[1]
    X, y = unseen_rows(data, held_out)
    assert np.array_equal(X, data.X[held_out], equal_nan=True)
    assert np.array_equal(y, data.y[held_out])


@pytest.mark.parametrize(("name", "noise"), [*((n, 0.0) for n in OTHERS), *((n, 0.1) for n in BY_FORMULA)])
def test_three_rows_in_ten_are_held_out(name: str, noise: float) -> None:
    data = load_dataset(name, noise=noise)
    train, held_out = training_rows(data)
    alone = {"automobile": 2, "drive_wheels": 3}.get(name, 0)  # rows of categories that no other row has
    assert len(held_out) == math.ceil(0.3 * len(data.y) - 1e-9) - alone
    assert np.array_equal(np.sort(np.concatenate((train, held_out))), np.arange(len(data.y)))


@pytest.mark.parametrize("name", [name for name in OTHERS if DATASETS[name].task == "classification"])
def test_every_class_has_its_share(name: str) -> None:
    data = load_dataset(name)
    _, held_out = training_rows(data)
    share = np.bincount(data.y[held_out]) - 0.3 * np.bincount(data.y)
    moved = 2 if name == "drive_wheels" else 0  # rows of categories that no other row has
    assert np.abs(share).max() < 1 + moved


@pytest.mark.parametrize("name", ["automobile", "drive_wheels"])
def test_every_category_has_a_row_to_be_learned_from(name: str) -> None:
    data = load_dataset(name)
    train, _ = training_rows(data)
    for j in data.categorical:
        seen = np.unique(data.X[train, j])
        assert seen[~np.isnan(seen)].tolist() == list(range(len(levels_of(data.feature_names[j]))))


def test_held_out_rows_of_a_regression_do_not_depend_on_its_target() -> None:
    """Values of a target are no classes: other noise leaves the same rows out."""
    rows = [training_rows(load_dataset("cos_x", noise=noise))[1] for noise in (0.1, 0.5)]
    assert np.array_equal(*rows)
