"""The data sets of the workbench: measured ones from CSV files, and small ones made by formula.

`DATASETS` tells what there is without loading anything, `load_dataset` gives a `Dataset` of read-only arrays,
and `split_rows` parts its rows into training and test rows. A new data set is one entry of `DATASETS` with
its loader; every list of data sets is made from it.
"""

import math
import numbers
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.data import sources
from workbench.data.given_model import GivenModel
from workbench.data.sources import (
    Content,
    FeatureName,
    FloatArray,
    IntArray,
    Loader,
    Truth,
    levels_of,
    whole_name,
)

Task = Literal["regression", "classification"]

_Array = TypeVar("_Array", FloatArray, IntArray, FloatArray | IntArray)


@dataclass(frozen=True, slots=True)
class DatasetInfo:
    """What a menu needs to know about a data set, and what makes it.

    Attributes:
        id: short name, the one that `load_dataset` takes.
        title: name for a menu.
        task: "regression" or "classification".
        n_classes: how many classes; 0 for regression.
        takes_noise: whether noise can be added; only sets made by formula take it.
        description: one line on what the data set shows.
        provenance: where the data come from, in one sentence.
        loader: makes its rows, from the noise and a random generator.
        has_categories: whether some features are categories.
        model: the model of another library that the rows were opened with, if so.
    """

    id: str
    title: str
    task: Task
    n_classes: int
    takes_noise: bool
    description: str
    provenance: str
    loader: Loader
    has_categories: bool = False
    model: GivenModel | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Dataset:
    """One data set, ready to fit; its arrays cannot be written to.

    Attributes:
        id: short name, the one that `load_dataset` takes.
        title: name for a menu.
        task: "regression" or "classification".
        X: features, shape (n_samples, n_features), float64, rows contiguous; NaN where one is missing. A
            category is its code, a position among the feature's categories.
        y: target, shape (n_samples,): float64 values for regression, int64 positions in `class_names` for
            classification.
        feature_names: one FeatureName a column, which knows its categories, if it has any, and its values.
        units: one unit a column, "" where there is none or the source states none.
        target_name: what y is.
        class_names: a readable label a class, in the order of the codes in y; empty for regression.
        truth: the function behind the data, without noise, from X of shape (n, n_features) to (n,); None
            where there is no such function.
        provenance: where the data come from, in one sentence.
        held_out: (n,) whether a row is held out, where the data set says so itself; else None.
    """

    id: str
    title: str
    task: Task
    X: FloatArray
    y: FloatArray | IntArray
    feature_names: tuple[FeatureName, ...]
    units: tuple[str, ...]
    target_name: str
    class_names: tuple[str, ...]
    truth: Truth | None
    provenance: str
    held_out: NDArray[np.bool_] | None = None

    @property
    def categorical(self) -> list[int] | None:
        """The columns of categories, as gbtlib's estimators take them; None where there are none."""
        return [j for j, name in enumerate(self.feature_names) if levels_of(name)] or None


_LINE = "Made by formula in workbench/data/sources.py"
_PLANE = f"{_LINE}: 300 rows, two classes; noise moves the rows, not their classes."
_HAND = "Chosen by hand, small enough to check every number with pencil and paper."
_UCI = "UCI Machine Learning Repository, CC BY 4.0"
_WITHOUT_PRICE = "four cars without a price left out."
_SHIPPED = "as shipped with scikit-learn."

# A table reads better than one argument a line.
# fmt: off
_ENTRIES = (
    DatasetInfo("cos_x2", "cos(x²)", "regression", 0, True,
        "A wave that gets faster: each round repairs a finer detail.",
        f"{_LINE}: x = 0, 0.001, ..., 4.999.",
        sources.FromFormula(partial(sources.line, 5000, 0.001), sources.cos_x2, ("x",), "cos(x²)")),
    DatasetInfo("cos_x2_few", "cos(x²), 300 rows", "regression", 0, True,
        "The same wave at 300 places: noise misleads, and there is a time to stop.",
        f"{_LINE}: x = 300 of 0, 0.01, ..., 4.99, drawn at random.",
        sources.FromFormula(partial(sources.scattered, 300, 500, 0.01), sources.cos_x2, ("x",), "cos(x²)")),
    DatasetInfo("cos_x", "cos(x)", "regression", 0, True,
        "A steady wave: many small steps against one large tree.",
        f"{_LINE}: x = 0, 0.01, ..., 19.99.",
        sources.FromFormula(partial(sources.line, 2000, 0.01), sources.cos_x, ("x",), "cos(x)")),
    DatasetInfo("sine", "Sine with outliers", "regression", 0, True,
        "One wave, and seven rows that lie far above it: which losses chase them?",
        f"{_LINE}: x = 0, 0.05, ..., 6.25; every 18th row, from x = 0.4 on, is 2.5 too high.",
        sources.WithOutliers(
            sources.FromFormula(partial(sources.line, 126, 0.05), sources.sine, ("x",), "sin(x)"),
            slice(8, None, 18), 2.5)),
    DatasetInfo("cos_xy", "cos(x1·x2)", "regression", 0, True,
        "A surface over two features, each of which tells little without the other.",
        f"{_LINE}: a grid of 41 by 41 points, x1 and x2 from 0 to 3.",
        sources.FromFormula(partial(sources.grid), sources.cos_xy, ("x1", "x2"), "cos(x1·x2)")),
    DatasetInfo("hand4", "Four rows by hand", "regression", 0, False,
        "Four rows, so few that every gain is a simple fraction.",
        _HAND,
        sources.by_hand((1, 2, 6, 7))),
    DatasetInfo("hand5", "Five rows by hand", "classification", 2, False,
        "Five rows in two classes; every gain is a simple fraction.",
        _HAND,
        sources.by_hand((0, 0, 1, 1, 1), ("0", "1"))),
    DatasetInfo("xor", "XOR", "classification", 2, True,
        "Opposite quarters belong together, so the first split alone looks worthless.",
        _PLANE,
        sources.InThePlane(sources.xor)),
    DatasetInfo("circles", "Circles", "classification", 2, True,
        "A ring inside a ring, which a tree must cut out with straight lines.",
        _PLANE,
        sources.InThePlane(sources.circles)),
    DatasetInfo("spiral", "Spiral", "classification", 2, True,
        "Two arms wound around each other: hard for shallow trees.",
        _PLANE,
        sources.InThePlane(sources.spiral)),
    DatasetInfo("spiral3", "Spiral of three", "classification", 3, True,
        "Three arms wound around each other, a class each.",
        f"{_LINE}: 300 rows, three classes; noise moves the rows, not their classes.",
        sources.InThePlane(sources.spiral3, ("A", "B", "C"))),
    DatasetInfo("stripes", "Diagonal stripes", "classification", 2, True,
        "Slanted borders, which a tree can only follow in stairs.",
        _PLANE,
        sources.InThePlane(sources.stripes)),
    DatasetInfo("moons", "Moons", "classification", 2, True,
        "Two half circles that reach into each other.",
        _PLANE,
        sources.InThePlane(sources.moons)),
    DatasetInfo("sonar", "Sonar", "classification", 2, False,
        "Mine or rock, from the echo in 60 frequency bands.",
        f"Gorman and Sejnowski (1988); {_UCI}; values of the R package mlbench 2.1-3.",
        sources.from_csv("sonar.csv", (("R", "rock"), ("M", "mine")))),
    DatasetInfo("diabetes", "Diabetes", "regression", 0, False,
        "How far the disease goes in a year, from ten measurements.",
        f"Efron, Hastie, Johnstone and Tibshirani (2004); unscaled, {_SHIPPED}",
        sources.from_csv("diabetes.csv")),
    DatasetInfo("airquality", "Air quality", "regression", 0, False,
        "How warm a day in New York was, from its air: on 42 of 153 days a measurement is missing.",
        "New York State Department of Conservation and National Weather Service, May to September 1973.",
        sources.from_csv("airquality.csv")),
    DatasetInfo("automobile", "Automobile", "regression", 0, False,
        "The price of a car of 1985: ten features are categories, as the 22 makes; 51 cells are missing.",
        f"Schlimmer (1987), from Ward's Automotive Yearbook 1985; UCI Automobile; {_WITHOUT_PRICE}",
        sources.from_csv("automobile.csv"), has_categories=True),
    DatasetInfo("breast_cancer", "Breast cancer", "classification", 2, False,
        "Malignant or benign, from the cell nuclei in an image.",
        f"Wolberg, Mangasarian and Street; {_UCI}; {_SHIPPED}",
        sources.from_csv("breast_cancer.csv", sources.same_labels("malignant", "benign"))),
    DatasetInfo("drive_wheels", "Drive wheels", "classification", 3, False,
        "Which wheels of a car are driven: nine features are categories, as the 22 makes; some have gaps.",
        f"Schlimmer (1987), from Ward's Automotive Yearbook 1985; UCI Automobile; {_WITHOUT_PRICE}",
        sources.from_csv("automobile.csv", (("fwd", "front"), ("rwd", "rear"), ("4wd", "all")), target=7),
        has_categories=True),
    DatasetInfo("iris", "Iris", "classification", 3, False,
        "Three species, two of which overlap.",
        f"Fisher (1936); {_UCI}; {_SHIPPED}",
        sources.from_csv("iris.csv", sources.same_labels("setosa", "versicolor", "virginica"))),
    DatasetInfo("wine", "Wine", "classification", 3, False,
        "Three cultivars, from 13 chemical measurements.",
        f"Aeberhard and Forina; {_UCI}; {_SHIPPED}",
        sources.from_csv("wine.csv", sources.same_labels("cultivar 1", "cultivar 2", "cultivar 3"))),
    DatasetInfo("sentences", "Sentences", "classification", 3, False,
        "Kitchen, garden or sea, from how often a sentence has a word: most counts are 0.",
        "42 sentences written for this workbench, in datasets/sentences.csv.",
        sources.word_counts(("kitchen", "garden", "sea"))),
)
# fmt: on

MOST_OWN = 64  # tables of readers that a server knows at once


class Catalogue(dict[str, DatasetInfo]):
    """Every data set by its id, in the order of a menu; tables of readers are known, but not listed."""

    def __init__(self, entries: Mapping[str, DatasetInfo]) -> None:
        super().__init__(entries)
        self._own: OrderedDict[str, DatasetInfo] = OrderedDict()

    def __missing__(self, dataset_id: str) -> DatasetInfo:
        return self._own[dataset_id]

    def __contains__(self, dataset_id: object) -> bool:
        return super().__contains__(dataset_id) or dataset_id in self._own

    def keep(self, info: DatasetInfo) -> None:
        """Know a reader's table; where there are too many, the oldest is forgotten."""
        self._own[info.id] = info
        self._own.move_to_end(info.id)
        while len(self._own) > MOST_OWN:
            self._own.popitem(last=False)


DATASETS = Catalogue({info.id: info for info in _ENTRIES})


def dataset_ids(task: Task | None = None) -> tuple[str, ...]:
    """Ids of the data sets, in the order of a menu.

    Args:
        task: "regression" or "classification" to have only those; None for all.
    """
    return tuple(name for name, info in DATASETS.items() if task is None or info.task == task)


def load_dataset(dataset_id: str, *, noise: float = 0.0, seed: int = 0) -> Dataset:
    """Load a measured data set, or make one by its formula.

    Args:
        dataset_id: one of `dataset_ids()`.
        noise: standard deviation of Gaussian noise, in the unit of what it is added to: y for regression, the
            two coordinates for the classes in the plane. Measured sets and those by hand take none.
        seed: whole number from 0 that fixes whatever is random; where nothing is, it changes nothing. With
            the same seed, more noise moves the same rows further in the same direction.

    Returns:
        The data set; the same call gives the same bits.

    Raises:
        ValueError: unknown id, negative or infinite noise, noise where none is taken, or a bad seed.
    """
    if dataset_id not in DATASETS:
        raise ValueError(f"dataset_id={dataset_id!r} must be one of {', '.join(DATASETS)}")
    info = DATASETS[dataset_id]
    rng = np.random.default_rng(_checked_seed(seed))
    content = info.loader(_checked_noise(noise, info), rng)
    return Dataset(
        id=info.id,
        title=info.title,
        task=info.task,
        X=_read_only(content.X),
        y=_read_only(content.y),
        feature_names=names_with_values(content),
        units=content.units or ("",) * len(content.feature_names),
        target_name=content.target_name,
        class_names=content.class_names,
        truth=content.truth,
        provenance=info.provenance,
        held_out=content.held_out,
    )


def names_with_values(content: Content) -> tuple[FeatureName, ...]:
    """The names of the columns, each with the different values that stand there."""
    columns = zip(content.feature_names, content.X.T, strict=True)
    return tuple(
        FeatureName(name, levels_of(name), np.unique(x[~np.isnan(x)]), whole_name(name))
        for name, x in columns
    )


def _read_only(values: _Array) -> _Array:
    values.setflags(write=False)
    return values


def _checked_noise(noise: float, info: DatasetInfo) -> float:
    noise = float(noise)
    if not noise >= 0:
        raise ValueError(f"noise={noise} must be at least 0")
    if math.isinf(noise):
        raise ValueError(f"noise={noise} must be finite")
    if noise and not info.takes_noise:
        raise ValueError(f"noise={noise} must be 0 for {info.id!r}, which is not made by formula")
    return noise


def _checked_seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, numbers.Integral) or seed < 0:
        raise ValueError(f"seed={seed!r} must be a whole number, at least 0")
    return int(seed)


def feature_label(data: Dataset, feature: int) -> str:
    """A feature's name with its unit; of categories what the first and the last code stand for."""
    name, unit = data.feature_names[feature], data.units[feature]
    levels = levels_of(name)
    if levels:
        return f"{name} (0 {levels[0]} to {len(levels) - 1} {levels[-1]})"
    return f"{name} ({unit})" if unit else name
