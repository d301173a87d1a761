"""The data sets: exact values, read-only arrays, and messages that name what is wrong."""

import csv
import dataclasses
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import datasets as sklearn_datasets

from workbench.data.catalogue import DATASETS, dataset_ids, load_dataset
from workbench.data.held_out import split_rows
from workbench.data.sources import levels_of, sentences, words_of
from workbench.paths import DATASETS_DIR

SHAPES = {
    "cos_x2": (5000, 1),
    "cos_x2_few": (300, 1),
    "cos_x": (2000, 1),
    "sine": (126, 1),
    "cos_xy": (1681, 2),
    "hand4": (4, 1),
    "hand5": (5, 1),
    "xor": (300, 2),
    "circles": (300, 2),
    "spiral": (300, 2),
    "spiral3": (300, 2),
    "stripes": (300, 2),
    "moons": (300, 2),
    "sonar": (208, 60),
    "diabetes": (442, 10),
    "airquality": (153, 5),
    "automobile": (201, 25),
    "breast_cancer": (569, 30),
    "drive_wheels": (201, 25),
    "iris": (150, 4),
    "wine": (178, 13),
    "sentences": (42, 69),
}
OF_CARS = {"normalized losses": 37, "doors": 2, "bore": 4, "stroke": 4, "horsepower": 2, "peak rpm": 2}
GAPS = {"airquality": {"ozone": 37, "solar radiation": 7}, "automobile": OF_CARS, "drive_wheels": OF_CARS}
LEVELS = {"automobile": [22, 2, 2, 2, 5, 3, 2, 6, 7, 8], "drive_wheels": [22, 2, 2, 2, 5, 2, 6, 7, 8]}
FORMULA_IDS = [name for name in SHAPES if DATASETS[name].takes_noise]
PLANE_IDS = ["xor", "circles", "spiral", "spiral3", "stripes", "moons"]


def test_the_catalogue_lists_every_data_set_once() -> None:
    assert dataset_ids() == tuple(SHAPES) == tuple(DATASETS)
    assert all(info.id == name for name, info in DATASETS.items())
    assert all(info.title and info.description and info.provenance for info in DATASETS.values())
    assert len({info.title for info in DATASETS.values()}) == len(SHAPES)


def test_ids_by_task() -> None:
    regression = dataset_ids("regression")
    assert regression == (
        "cos_x2",
        "cos_x2_few",
        "cos_x",
        "sine",
        "cos_xy",
        "hand4",
        "diabetes",
        "airquality",
        "automobile",
    )
    assert set(regression) | set(dataset_ids("classification")) == set(SHAPES)


@pytest.mark.parametrize("name", SHAPES)
def test_every_data_set_is_well_formed(name: str) -> None:
    data = load_dataset(name)
    n_samples, n_features = SHAPES[name]
    assert data.X.shape == (n_samples, n_features)
    assert data.X.dtype == np.float64
    assert data.X.flags.c_contiguous
    gaps = {data.feature_names[j]: int(n) for j, n in enumerate(np.isnan(data.X).sum(axis=0)) if n}
    assert gaps == GAPS.get(name, {})
    assert not np.isinf(data.X).any()
    assert DATASETS[name].has_categories == (data.categorical is not None)
    assert [len(levels_of(data.feature_names[j])) for j in data.categorical or ()] == LEVELS.get(name, [])
    assert data.y.shape == (n_samples,)
    assert len(data.feature_names) == len(data.units) == n_features
    assert len(set(data.feature_names)) == n_features
    assert (data.id, data.task, data.title) == (name, DATASETS[name].task, DATASETS[name].title)
    if data.task == "classification":
        assert data.y.dtype == np.int64
        assert np.array_equal(np.unique(data.y), np.arange(len(data.class_names)))
    else:
        assert data.y.dtype == np.float64
        assert data.class_names == ()


@pytest.mark.parametrize("name", SHAPES)
def test_arrays_and_fields_cannot_be_written(name: str) -> None:
    data = load_dataset(name)
    with pytest.raises(ValueError, match="read-only"):
        data.X[0, 0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        data.y[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        data.title = "other"


def test_curves_are_exact() -> None:
    fast, slow = load_dataset("cos_x2"), load_dataset("cos_x")
    assert np.array_equal(fast.X[:, 0], np.arange(5000) * 0.001)
    assert np.array_equal(fast.y, np.cos(fast.X[:, 0] ** 2))
    assert np.array_equal(slow.X[:, 0], np.arange(2000) * 0.01)
    assert np.array_equal(slow.y, np.cos(slow.X[:, 0]))


def test_few_rows_of_the_wave_stand_at_places_of_their_own_and_have_no_noise_of_theirs() -> None:
    few, again = load_dataset("cos_x2_few"), load_dataset("cos_x2_few", noise=0.3, seed=5)
    steps = few.X[:, 0] / 0.01
    assert np.allclose(steps, np.round(steps), rtol=0, atol=1e-9)
    assert (np.diff(few.X[:, 0]) > 0.005).all()
    assert 0 <= few.X[0, 0] < few.X[-1, 0] < 5
    assert np.array_equal(few.y, np.cos(few.X[:, 0] ** 2))
    assert np.array_equal(again.X, few.X)


def test_surface_is_a_full_grid() -> None:
    data = load_dataset("cos_xy")
    ticks = np.linspace(0.0, 3.0, 41)
    assert np.array_equal(np.unique(data.X[:, 0]), ticks)
    assert np.array_equal(np.unique(data.X[:, 1]), ticks)
    assert len(np.unique(data.X, axis=0)) == 41 * 41
    assert np.array_equal(data.y, np.cos(data.X[:, 0] * data.X[:, 1]))


@pytest.mark.parametrize("name", ["cos_x2", "cos_x2_few", "cos_x", "cos_xy"])
def test_truth_is_the_function_without_the_noise(name: str) -> None:
    clean, noisy = load_dataset(name), load_dataset(name, noise=0.25, seed=4)
    assert clean.truth is not None
    assert np.array_equal(clean.truth(clean.X), clean.y)
    assert np.array_equal(noisy.X, clean.X)
    residual = noisy.y - clean.y
    assert abs(residual.mean()) < 4 * 0.25 / np.sqrt(len(residual))
    assert residual.std() == pytest.approx(0.25, rel=0.1)


def test_only_the_curves_and_the_surface_know_their_truth() -> None:
    assert {name for name in SHAPES if load_dataset(name).truth} == {
        *("cos_x2", "cos_x2_few", "cos_x", "sine", "cos_xy")
    }


def test_the_outliers_of_the_sine_lie_above_it() -> None:
    data = load_dataset("sine")
    assert data.truth is not None
    excess = data.y - data.truth(data.X)
    assert np.flatnonzero(excess).tolist() == [8, 26, 44, 62, 80, 98, 116]
    assert excess[excess != 0] == pytest.approx(2.5, abs=1e-15)
    assert np.array_equal(data.truth(data.X), np.sin(np.arange(126) * 0.05))


def test_sets_by_hand() -> None:
    four, five = load_dataset("hand4"), load_dataset("hand5")
    assert (four.X[:, 0].tolist(), four.y.tolist()) == ([1, 2, 3, 4], [1, 2, 6, 7])
    assert (five.X[:, 0].tolist(), five.y.tolist()) == ([1, 2, 3, 4, 5], [0, 0, 1, 1, 1])
    assert five.class_names == ("0", "1")


@pytest.mark.parametrize("name", PLANE_IDS)
def test_noise_moves_rows_along_a_fixed_direction(name: str) -> None:
    still, near, far = (load_dataset(name, noise=noise, seed=3) for noise in (0.0, 0.1, 0.2))
    assert np.array_equal(near.y, still.y)
    assert near.X - still.X == pytest.approx((far.X - still.X) / 2, abs=1e-15)
    assert (near.X - still.X).std() == pytest.approx(0.1, rel=0.15)


@pytest.mark.parametrize("name", FORMULA_IDS)
def test_seed_fixes_every_bit(name: str) -> None:
    first, again, other = (load_dataset(name, noise=0.1, seed=seed) for seed in (7, 7, 8))
    assert first.X.tobytes() + first.y.tobytes() == again.X.tobytes() + again.y.tobytes()
    assert first.X.tobytes() + first.y.tobytes() != other.X.tobytes() + other.y.tobytes()


def test_shapes_in_the_plane() -> None:
    xor, stripes, circles = (load_dataset(name) for name in ("xor", "stripes", "circles"))
    assert np.array_equal(xor.y, xor.X.prod(axis=1) < 0)
    assert np.array_equal(stripes.y, np.floor(stripes.X[:, 0] + stripes.X[:, 1]) % 2)
    radius = np.hypot(circles.X[:, 0], circles.X[:, 1])
    assert radius == pytest.approx(np.where(circles.y == 0, 1.0, 0.5))


def test_the_spirals_arms_are_half_a_turn_apart() -> None:
    data = load_dataset("spiral")
    assert np.array_equal(data.X[data.y == 0], -data.X[data.y == 1])


def test_three_arms_are_a_third_of_a_turn_apart() -> None:
    data = load_dataset("spiral3")
    first, second, third = (data.X[data.y == k] @ (1, 1j) for k in range(3))
    turn = np.exp(2j * np.pi / 3)
    assert second == pytest.approx(first * turn)
    assert third == pytest.approx(second * turn)
    assert np.abs(data.X).min() > 1e-4  # no row lies on an axis but for rounding


def test_moons_are_half_circles() -> None:
    data = load_dataset("moons")
    upper, lower = data.X[data.y == 0], data.X[data.y == 1]
    assert np.hypot(upper[:, 0], upper[:, 1]) == pytest.approx(1.0)
    assert np.hypot(lower[:, 0] - 1.0, lower[:, 1] - 0.5) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["breast_cancer", "iris", "wine"])
def test_classification_files_equal_scikit_learn_to_the_bit(name: str) -> None:
    data = load_dataset(name)
    source = getattr(sklearn_datasets, f"load_{name}")()
    assert np.array_equal(data.X, source.data)
    assert np.array_equal(data.y, source.target)
    assert len(data.class_names) == len(source.target_names)


def test_diabetes_file_equals_scikit_learn_to_the_bit() -> None:
    data = load_dataset("diabetes")
    source = sklearn_datasets.load_diabetes(scaled=False)
    assert np.array_equal(data.X, source.data)
    assert np.array_equal(data.y, source.target)
    assert list(data.feature_names) == source.feature_names
    assert data.units[:3] == ("years", "", "kg/m²")


def test_air_quality_is_what_r_has_on_the_days_with_ozone() -> None:
    """The file of the rpart answers has the 116 days whose ozone is known, its columns in another order."""
    data = load_dataset("airquality")
    path = Path(__file__).parents[2] / "oracles" / "rpart" / "airquality.data.csv"
    theirs = np.genfromtxt(path, delimiter=",", skip_header=1, missing_values="NA")
    ours = np.column_stack((data.X[:, :3], data.y, data.X[:, 3:]))
    assert np.array_equal(ours[~np.isnan(ours[:, 0])], theirs, equal_nan=True)
    assert np.isnan(data.X[:, :2]).any(axis=1).sum() == 42
    assert np.isnan(data.X[:, :2]).all(axis=1).sum() == 2
    assert (data.y.min(), data.y.max()) == (56, 97)


def test_categories_are_codes_of_sorted_names() -> None:
    data = load_dataset("automobile")
    make = data.feature_names.index("make")
    levels = levels_of(data.feature_names[make])
    assert levels == tuple(sorted(levels))
    with (DATASETS_DIR / "automobile.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [levels[int(code)] for code in data.X[:, make]] == [row["make"] for row in rows]
    assert (data.y[0], data.y.min(), data.y.max()) == (13.495, 5.118, 45.4)
    doors = data.feature_names.index("doors")
    assert np.isnan(data.X[:, doors]).tolist() == [row["doors"] == "" for row in rows]


def test_one_file_has_two_targets() -> None:
    price, wheels = load_dataset("automobile"), load_dataset("drive_wheels")
    assert np.bincount(wheels.y.astype(np.int64)).tolist() == [118, 75, 8]
    j = price.feature_names.index("drive wheels")
    as_code = {"4wd": 2, "fwd": 0, "rwd": 1}
    names = levels_of(price.feature_names[j])
    assert [as_code[names[int(code)]] for code in price.X[:, j]] == wheels.y.tolist()
    assert np.array_equal(wheels.X[:, wheels.feature_names.index("price")], price.y)


def test_names_and_units_come_from_the_header() -> None:
    iris = load_dataset("iris")
    assert iris.feature_names == ("sepal length", "sepal width", "petal length", "petal width")
    assert iris.units == ("cm",) * 4
    assert iris.class_names == ("setosa", "versicolor", "virginica")
    assert load_dataset("breast_cancer").class_names == ("malignant", "benign")
    assert load_dataset("breast_cancer").feature_names == tuple(
        sklearn_datasets.load_breast_cancer().feature_names
    )


def test_sonar_codes_rock_as_0_and_mine_as_1() -> None:
    data = load_dataset("sonar")
    assert data.class_names == ("rock", "mine")
    assert np.bincount(data.y.astype(np.int64)).tolist() == [97, 111]
    assert data.X[0, :3].tolist() == [0.02, 0.0371, 0.0428]
    assert (data.X.min(), data.X.max()) == (0.0, 1.0)


def test_sentences_are_counted_by_hand() -> None:
    data, texts = load_dataset("sentences"), sentences()
    place = {word: j for j, word in enumerate(data.feature_names)}
    assert texts[4] == ("Boil the water, add salt, then add the pasta.", "kitchen")
    counts = {word: data.X[4, place[word]] for word in ("the", "add", "salt", "water", "wind")}
    assert counts == {"the": 2, "add": 2, "salt": 1, "water": 1, "wind": 0}
    assert "pasta" not in place
    assert data.X[4].sum() == 6
    assert data.class_names == ("kitchen", "garden", "sea")
    assert np.bincount(data.y.astype(np.int64)).tolist() == [14, 14, 14]
    assert np.flatnonzero(~data.X.any(axis=1)).tolist() == [41]
    assert 0.08 < (data.X > 0).mean() < 0.09
    for word, j in place.items():
        assert (data.X[:, j] > 0).sum() == sum(word in words_of(text) for text, _ in texts) > 1


def test_every_file_has_its_source_named() -> None:
    readme = (DATASETS_DIR / "README.md").read_text(encoding="utf-8")
    for path in DATASETS_DIR.glob("*.csv"):
        assert f"`{path.name}`" in readme
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        assert {len(row) for row in rows} == {len(rows[0])}
    for name in FORMULA_IDS:
        assert f"`{name}`" in readme


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"dataset_id": "titanic"}, "dataset_id='titanic' must be one of cos_x2, cos_x2_few, "),
        ({"dataset_id": "cos_x", "noise": -1.0}, "noise=-1.0 must be at least 0"),
        ({"dataset_id": "cos_x", "noise": float("nan")}, "noise=nan must be at least 0"),
        ({"dataset_id": "cos_x", "noise": float("inf")}, "noise=inf must be finite"),
        ({"dataset_id": "iris", "noise": 0.5}, "noise=0.5 must be 0 for 'iris'"),
        ({"dataset_id": "hand4", "noise": 0.5}, "noise=0.5 must be 0 for 'hand4'"),
        ({"dataset_id": "xor", "seed": -1}, "seed=-1 must be a whole number, at least 0"),
        ({"dataset_id": "xor", "seed": 1.5}, "seed=1.5 must be a whole number, at least 0"),
        ({"dataset_id": "xor", "seed": True}, "seed=True must be a whole number, at least 0"),
    ],
)
def test_load_dataset_says_what_is_wrong(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        load_dataset(**arguments)


@given(
    n_rows=st.integers(2, 300),
    test_fraction=st.floats(0.01, 0.49),
    seed=st.integers(0, 2**32),
    n_labels=st.integers(1, 5),
)
def test_a_split_is_a_partition_of_the_right_size(
    n_rows: int, test_fraction: float, seed: int, n_labels: int
) -> None:
    labels = np.arange(n_rows) % n_labels
    for strata in (None, labels):
        train, test = split_rows(n_rows, test_fraction=test_fraction, seed=seed, strata=strata)
        assert np.array_equal(np.sort(np.concatenate([train, test])), np.arange(n_rows))
        assert len(test) == np.ceil(test_fraction * n_rows - 1e-9)
        assert (np.diff(train) > 0).all()
        assert (np.diff(test) > 0).all()


def test_sonar_splits_into_145_and_63_rows() -> None:
    train, test = split_rows(208, test_fraction=0.3, seed=1)
    assert (len(train), len(test)) == (145, 63)


def test_rounding_noise_adds_no_row() -> None:
    assert 0.07 * 100 > 7
    assert len(split_rows(100, test_fraction=0.07)[1]) == 7


@given(sizes=st.lists(st.integers(1, 40), min_size=2, max_size=4), test_fraction=st.floats(0.05, 0.45))
def test_strata_keep_their_share_to_within_a_row(sizes: list[int], test_fraction: float) -> None:
    labels = np.repeat([f"class {k}" for k in range(len(sizes))], sizes)
    _, test = split_rows(len(labels), test_fraction=test_fraction, strata=labels)
    share = len(test) / len(labels)
    for label, size in zip(np.unique(labels), sizes, strict=True):
        assert abs(np.sum(labels[test] == label) - share * size) < 1


def test_split_is_fixed_by_its_seed() -> None:
    first, again, other = (split_rows(50, test_fraction=0.2, seed=seed)[1] for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_every_row_is_drawn_equally_often() -> None:
    counts = np.zeros(10)
    for seed in range(2000):
        counts[split_rows(10, test_fraction=0.3, seed=seed)[1]] += 1
    # Each count has mean 600 and standard deviation 20.5; five of those either way.
    assert np.abs(counts - 600).max() < 103
