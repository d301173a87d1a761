"""Where the rows of each data set come from: a formula, a hand, or a CSV file.

A loader is a function of noise and random generator. `catalogue.py` has one in the entry of each data set,
checks the arguments, adds titles and provenance, and hands out the result.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from workbench.paths import DATASETS_DIR

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Truth = Callable[[FloatArray], FloatArray]

N_PLANE_ROWS = 300
N_SURFACE_STEPS = 41


NO_VALUES: FloatArray = np.empty(0)


class FeatureName(str):
    """The name of a feature, which knows what stands in its column.

    levels: the categories that its codes 0, 1, ... stand for; () for numbers. values: its different values,
    ascending; empty where nobody knows them. So whatever says a split by its feature's name can say it in the
    words of the data, and a threshold with the digits that part their rows. whole: what its column is called
    where it is from, if that is shown by another name.
    """

    levels: tuple[str, ...]
    values: FloatArray
    whole: str

    def __new__(
        cls, name: str, levels: tuple[str, ...] = (), values: FloatArray = NO_VALUES, whole: str = ""
    ) -> Self:
        found = super().__new__(cls, name)
        found.levels, found.values, found.whole = levels, values, whole or name
        return found


def levels_of(name: str) -> tuple[str, ...]:
    """The categories of a feature; () where its values are numbers."""
    return name.levels if isinstance(name, FeatureName) else ()


def values_of(name: str) -> FloatArray:
    """The different values of a feature, ascending; empty where its name does not know them."""
    return name.values if isinstance(name, FeatureName) else NO_VALUES


def whole_name(name: str) -> str:
    """What a feature's column is called where it is from."""
    return name.whole if isinstance(name, FeatureName) else name


@dataclass(frozen=True, slots=True)
class Content:
    """The part of a data set that its loader knows; see `catalogue.Dataset` for the meaning of the fields."""

    X: FloatArray
    y: FloatArray | IntArray
    feature_names: tuple[str, ...]
    target_name: str
    units: tuple[str, ...] = ()
    class_names: tuple[str, ...] = ()
    truth: Truth | None = None
    held_out: NDArray[np.bool_] | None = None


# A loader takes the noise and a random generator; one that needs neither ignores them.
Loader = Callable[[float, np.random.Generator], Content]


# --- regression by formula


def cos_x2(X: FloatArray) -> FloatArray:
    """A wave that gets faster."""
    return np.cos(X[:, 0] ** 2)


def cos_x(X: FloatArray) -> FloatArray:
    """A steady wave."""
    return np.cos(X[:, 0])


def cos_xy(X: FloatArray) -> FloatArray:
    """A surface over two features."""
    return np.cos(X[:, 0] * X[:, 1])


def sine(X: FloatArray) -> FloatArray:
    """One wave."""
    return np.sin(X[:, 0])


def line(n_rows: int, step: float) -> FloatArray:
    """Rows at equal steps along one feature, from 0."""
    x: FloatArray = np.arange(n_rows) * np.float64(step)
    return x[:, np.newaxis]


def scattered(n_rows: int, n_steps: int, step: float) -> FloatArray:
    """Rows at some of the places of a line, drawn without replacement, the same each time, ascending."""
    drawn = np.random.default_rng(0).choice(n_steps, n_rows, replace=False)
    x: FloatArray = np.sort(drawn) * np.float64(step)
    return x[:, np.newaxis]


def grid() -> FloatArray:
    """Rows on a grid over two features, from 0 to 3."""
    ticks: FloatArray = np.linspace(0.0, 3.0, N_SURFACE_STEPS)
    return np.column_stack([np.repeat(ticks, N_SURFACE_STEPS), np.tile(ticks, N_SURFACE_STEPS)])


@dataclass(frozen=True)
class FromFormula:
    """Loader of fixed rows whose target is a function of them, with noise added to it.

    Attributes:
        rows: makes X: a function of this module with its arguments.
        truth: the function, of this module.
    """

    rows: partial[FloatArray]
    truth: Truth
    feature_names: tuple[str, ...]
    target_name: str

    def __call__(self, noise: float, rng: np.random.Generator) -> Content:
        """The rows."""
        X = self.rows()
        y = self.truth(X)
        if noise:
            y = y + noise * rng.standard_normal(X.shape[0])
        return Content(X, y, self.feature_names, self.target_name, truth=self.truth)


@dataclass(frozen=True)
class WithOutliers:
    """Loader of the same rows, the targets of some of which are shifted: no function of x knows which."""

    loader: FromFormula
    outliers: slice
    shift: float

    def __call__(self, noise: float, rng: np.random.Generator) -> Content:
        """The rows."""
        content = self.loader(noise, rng)
        content.y[self.outliers] += self.shift
        return content


# --- classes in the plane


def xor(rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Opposite quarters of a square belong together."""
    X = rng.uniform(-1.0, 1.0, size=(N_PLANE_ROWS, 2))
    return X, ((X[:, 0] > 0) != (X[:, 1] > 0)).astype(np.int64)


def stripes(rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Diagonal stripes of a square, by turns."""
    X = rng.uniform(-1.0, 1.0, size=(N_PLANE_ROWS, 2))
    return X, np.floor(X.sum(axis=1)).astype(np.int64) % 2


def circles(_: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """A ring inside a ring."""
    angle = np.linspace(0.0, 2 * np.pi, N_PLANE_ROWS // 2, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return _two_classes(ring, 0.5 * ring)


def spiral(_: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Two arms wound around each other."""
    radius = np.linspace(0.1, 1.0, N_PLANE_ROWS // 2)
    angle = np.linspace(0.0, 3 * np.pi, N_PLANE_ROWS // 2)
    arm = radius[:, np.newaxis] * np.column_stack([np.cos(angle), np.sin(angle)])
    return _two_classes(arm, -arm)


def moons(_: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Two half circles that reach into each other."""
    angle = np.linspace(0.0, np.pi, N_PLANE_ROWS // 2)
    upper = np.column_stack([np.cos(angle), np.sin(angle)])
    return _two_classes(upper, np.array([1.0, 0.5]) - upper)


def spiral3(_: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Three arms wound around each other: one, and the same turned by a third of a circle, twice."""
    n_rows = N_PLANE_ROWS // 3
    radius = np.linspace(0.1, 1.0, n_rows)
    # From an angle where no row lies on an axis, so that thresholds are numbers one can read.
    angle = np.linspace(0.3, 0.3 + 1.5 * np.pi, n_rows) + 2 * np.pi / 3 * np.arange(3)[:, np.newaxis]
    arms = radius[:, np.newaxis] * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return arms.reshape(-1, 2), np.repeat(np.arange(3), n_rows)


def _two_classes(first: FloatArray, second: FloatArray) -> tuple[FloatArray, IntArray]:
    return np.vstack([first, second]), np.repeat(np.arange(2), [len(first), len(second)])


@dataclass(frozen=True)
class InThePlane:
    """Loader of classes in the plane, whose rows are moved by the noise. draw: a function of this module."""

    draw: Callable[[np.random.Generator], tuple[FloatArray, IntArray]]
    class_names: tuple[str, ...] = ("A", "B")

    def __call__(self, noise: float, rng: np.random.Generator) -> Content:
        """The rows."""
        X, codes = self.draw(rng)
        if noise:
            # Drawn after the rows, so that more noise moves the same rows further in the same direction.
            X = X + noise * rng.standard_normal(X.shape)
        return Content(X, codes, ("x1", "x2"), "class", class_names=self.class_names)


# --- by hand and from files


def by_hand(y: Sequence[float], class_names: tuple[str, ...] = ()) -> Loader:
    """Loader of rows at 1, 2, 3, ... with these targets; with class_names these are codes of classes."""

    def load(_noise: float, _rng: np.random.Generator) -> Content:
        X = np.arange(1.0, len(y) + 1)[:, np.newaxis]
        target = np.array(y, dtype=np.int64) if class_names else np.array(y, dtype=np.float64)
        return Content(X, target, ("x",), "y", class_names=class_names)

    return load


def from_csv(filename: str, classes: tuple[tuple[str, str], ...] = (), target: int = -1) -> Loader:
    """Loader of a CSV file with a column that is the target.

    Args:
        filename: name of a file in the datasets folder; a header "age (years)" names a column and its unit.
            An empty cell is a missing value; a column of texts is one of categories, sorted.
        classes: for classification, pairs (label in the file, label to show) in the order of the codes.
        target: position of the target's column.
    """

    def load(_noise: float, _rng: np.random.Generator) -> Content:
        with (DATASETS_DIR / filename).open(newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        columns = [[row[j] for row in rows] for j in range(len(header))]
        title, labels = header.pop(target), columns.pop(target)
        names, units = zip(*(_name_and_unit(each) for each in header), strict=True)
        values, levels = zip(*(_values_and_levels(column) for column in columns), strict=True)
        named = tuple(FeatureName(*each) if each[1] else each[0] for each in zip(names, levels, strict=True))
        code_of = {label: code for code, (label, _) in enumerate(classes)}
        y = np.array([code_of[label] for label in labels]) if classes else np.array(labels, dtype=np.float64)
        shown = tuple(each for _, each in classes)
        return Content(np.column_stack(values), y, named, title, units, shown)

    return load


def _values_and_levels(cells: list[str]) -> tuple[FloatArray, tuple[str, ...]]:
    """A column of numbers; or of the codes of its categories, and these. NaN for an empty cell."""
    try:
        # float() rounds correctly, where pandas' fast parser may miss the last bit.
        return np.array([float(cell or "nan") for cell in cells]), ()
    except ValueError:
        levels = tuple(sorted(set(cells) - {""}))
        return np.array([float(levels.index(cell)) if cell else np.nan for cell in cells]), levels


def sentences() -> tuple[tuple[str, str], ...]:
    """The sentences of `sentences.csv`, each with its topic."""
    with (DATASETS_DIR / "sentences.csv").open(newline="", encoding="utf-8") as file:
        _, *rows = csv.reader(file)
    return tuple((sentence, topic) for sentence, topic in rows)


def words_of(sentence: str) -> list[str]:
    """The words of a sentence in lower case, in their order."""
    return re.findall(r"[a-z]+", sentence.lower())


def word_counts(topics: tuple[str, ...]) -> Loader:
    """Loader of the document-term matrix: how often each sentence has each word that several of them have."""

    def load(_noise: float, _rng: np.random.Generator) -> Content:
        documents = [(Counter(words_of(sentence)), topic) for sentence, topic in sentences()]
        in_sentences = Counter(word for counts, _ in documents for word in counts)
        terms = tuple(sorted(word for word, n in in_sentences.items() if n > 1))
        X = np.array([[float(counts[term]) for term in terms] for counts, _ in documents])
        y = np.array([topics.index(topic) for _, topic in documents], dtype=np.int64)
        return Content(X, y, terms, "topic", class_names=topics)

    return load


def _name_and_unit(title: str) -> tuple[str, str]:
    match = re.fullmatch(r"(.+) \((.+)\)", title)
    return (match[1], match[2]) if match else (title, "")


def same_labels(*labels: str) -> tuple[tuple[str, str], ...]:
    """Classes that are shown as the file calls them."""
    return tuple((label, label) for label in labels)
