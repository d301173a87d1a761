"""What one question tells: each column of a table at the cut that takes most of the error away. Pure."""

from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import DecisionTreeClassifier, DecisionTreeRegressor
from gbtlib.pictures.chart import Plot, dots, line
from workbench.charts.colours import CLASSES, MODEL, OTHER
from workbench.data.catalogue import Dataset, load_dataset
from workbench.data.held_out import training_rows
from workbench.data.sources import levels_of
from workbench.text.numbers import number
from workbench.trees.box_text import question

MOST_SHOWN, MOST_DOTS = 9, 240  # the first as large as four, so that rows are full
WIDTH, HEIGHT, EDGE, GAPS = 220, 120, 5.0, 22.0  # gaps: the strip of rows without a value
BOTH_ENDS = np.array([0.0, HEIGHT])  # of a line from top to bottom
JITTER = 0.36  # of the room between two classes, or two categories

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BestCut:
    """The best cut of one column alone, on the training rows.

    Attributes:
        name: of the column; asks: the question behind it, of which a yes goes left.
        share: of the squared error, for classes of the Gini impurity, that the cut takes away: 0 to 1.
        x: (n,) place of each row, NaN where it has no value; categories stand by the side they go to.
        at: the place of the cut, inf where it parts the rows with a value from those without.
        left: (n,) whether a row goes left.
    """

    name: str
    asks: str
    share: float
    x: Floats
    at: float
    left: NDArray[np.bool_]


def best_cuts(data: Dataset) -> list[BestCut]:
    """The cuts of all columns that have one, the one that tells most first."""
    rows, _ = training_rows(data)
    cuts = (best_cut(data, column, data.X[rows, column], data.y[rows]) for column in range(data.X.shape[1]))
    return sorted((cut for cut in cuts if cut is not None), key=lambda cut: -cut.share)


def best_cut(data: Dataset, column: int, x: Floats, y: NDArray[Any]) -> BestCut | None:
    """The cut of a column; None where it has none."""
    name = data.feature_names[column]
    categories = [0] if levels_of(name) else None
    kind = DecisionTreeRegressor if data.task == "regression" else DecisionTreeClassifier
    tree = kind(max_depth=1, categorical_features=categories).fit(x[:, None], y).grown_tree_
    if tree.n_nodes == 1:
        return None
    left = tree.apply(x[:, None]) == tree.children_left[0]
    target = y[:, None] if data.task == "regression" else y[:, None] == np.arange(len(data.class_names))
    share = 1 - (error(target[left]) + error(target[~left])) / error(target)
    at = float(tree.threshold[0])
    if categories:
        x, at = by_side(x, y, left)
    gaps = " or missing" if left[np.isnan(x)].any() else ""
    asks = f"{question(tree, 0, [name]).removeprefix(name).strip()} {data.units[column]}".rstrip() + gaps
    return BestCut(name, asks, share, x, at, left)


def error(target: NDArray[Any]) -> float:
    """The squared error of the means of (n, K) numbers; of classes as 0 and 1, n times Gini's impurity."""
    return float(((target - target.mean(axis=0)) ** 2).sum())


def by_side(codes: Floats, y: NDArray[Any], left: NDArray[np.bool_]) -> tuple[Floats, float]:
    """The places of categories, those that go left first, each side by its mean; and where the cut is."""
    there = np.unique(codes[~np.isnan(codes)])
    goes_left = np.array([left[codes == code].all() for code in there])
    means = np.array([y[codes == code].mean() for code in there])
    place = np.full(int(there.max()) + 1, np.nan)
    place[there[np.lexsort((means, ~goes_left))].astype(int)] = np.arange(len(there))
    found = np.where(np.isnan(codes), np.nan, place[np.nan_to_num(codes).astype(int)])
    return found, float(goes_left.sum()) - 0.5


@lru_cache(maxsize=16)
def best_cuts_html(data_id: str) -> str:
    """The columns that tell most of a data set, each with its rows and its cut."""
    data = load_dataset(data_id)
    rows, _ = training_rows(data)
    cuts, y = best_cuts(data), data.y[rows]
    if not cuts:
        return "No cut of a single column tells anything."
    panels = "".join(panel(cut, data, y) for cut in cuts[:MOST_SHOWN])
    rest = cuts[MOST_SHOWN:]
    more = f"<p>Of {len(rest)} others none takes away more than {rest[0].share:.0%}.</p>" if rest else ""
    taken = "squared error" if data.task == "regression" else "impurity"
    up = ", ".join(map(lane, range(len(data.class_names)), data.class_names)) or escape(data.target_name)
    lines = "" if data.class_names else "; the blue lines are the means on both sides"
    has_gaps = any(np.isnan(cut.x).any() for cut in cuts[:MOST_SHOWN])
    gaps = " Right of the dotted line are the rows without a value." if has_gaps else ""
    return (
        f"<p><strong>What one question tells of {escape(data.target_name)}</strong> "
        f"Each column at its best cut, and the share of the {taken} that it takes away. "
        f"Upwards: {up}{lines}.{gaps}</p>"
        f'<div class="cuts">{panels}</div>{more}'
    )


def lane(code: int, name: str) -> str:
    """A class, with the dot that its rows are."""
    return f'<span style="color:{colour_of(code)}" aria-hidden="true">●</span> {escape(name)}'


def colour_of(code: int) -> str:
    """That of a class; those behind the first few have none of their own."""
    return CLASSES[code] if code < len(CLASSES) else OTHER


def panel(cut: BestCut, data: Dataset, y: NDArray[Any]) -> str:
    """A column: its name, how much its cut tells, its rows, and what the cut says."""
    left, right = (side_says(y[side], data.class_names) for side in (cut.left, ~cut.left))
    return (
        f"<figure><figcaption><strong>{escape(cut.name)}</strong><b>{cut.share:.0%}</b></figcaption>"
        f"{picture(cut, y, len(data.class_names))}"
        f'<small title="{escape(cut.asks)}">{escape(cut.asks)}</small>'
        f"<small><span><b>{escape(left)}</b>,</span> <span>else <b>{escape(right)}</b></span></small>"
        "</figure>"
    )


def side_says(y: NDArray[Any], classes: tuple[str, ...]) -> str:
    """The mean of a side, or its most frequent class."""
    if not classes:
        return number(float(y.mean()))
    counts = np.bincount(y, minlength=len(classes))
    return f"{counts.max() / len(y):.0%} {classes[int(counts.argmax())]}"


def picture(cut: BestCut, y: NDArray[Any], n_classes: int) -> str:
    """The rows of a column, its cut, and of numbers the means on both sides."""
    there = ~np.isnan(cut.x)
    right = WIDTH - EDGE - (0.0 if there.all() else GAPS)
    scatter = np.random.default_rng(0).uniform(-JITTER, JITTER, (2, len(y)))
    across = cut.x + scatter[0] if cut.asks.startswith("in ") else cut.x
    up = y + scatter[1] if n_classes else y.astype(float)
    low, high = float(np.nanmin(across)), float(np.nanmax(across))
    extent = (low, high if high > low else low + 1.0, float(up.min()), float(up.max()))
    axes = Plot(extent, (EDGE, EDGE, right, HEIGHT - EDGE))
    places = np.where(there, axes.x(np.nan_to_num(across)), WIDTH - GAPS / 2 + 24 * scatter[0] * JITTER)
    shown = np.linspace(0, len(y) - 1, min(len(y), MOST_DOTS)).round().astype(int)
    parts = []
    for code in range(max(n_classes, 1)):
        some = shown[y[shown] == code] if n_classes else shown
        colour = colour_of(code) if n_classes else OTHER
        parts.append(dots(places[some], axes.y(up[some]), colour, 4.0))
    at = float(np.clip(axes.x(cut.at), EDGE, right + 2))
    parts.append(line(np.array([at, at]), BOTH_ENDS, "currentColor", 1.5))
    if not n_classes:
        sides = ((cut.left, EDGE, at), (~cut.left, at, float(WIDTH if at > right else right)))
        for side, start, end in sides:
            parts.append(line(np.array([start, end]), np.full(2, axes.y(y[side].mean())), MODEL, 3.0))
    if not there.all():
        parts.append(line(np.full(2, right + 2), BOTH_ENDS, "currentColor", 0.6, dash="2 3"))
    words = f"{cut.name} {cut.asks} takes away {cut.share:.0%}"
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(words)}">{"".join(parts)}</svg>'
    )
