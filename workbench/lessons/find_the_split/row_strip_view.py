"""Find the split: the rows of a node over one feature, with the guessed cut and the tree's own. Pure."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from workbench.charts.axes import padded, spread
from workbench.data.sources import levels_of
from workbench.gains.curves import Band, encoded, forbidden_bands
from workbench.gains.named_candidates import NamedCandidates
from workbench.lessons.find_the_split.cut_words import no_cut_words
from workbench.lessons.find_the_split.hidden_splits import (
    FeatureCuts,
    Floats,
    HiddenSplits,
    Judged,
    Rows,
    cuts_of,
    side_levels,
)
from workbench.text.numbers import number, threshold_decimals, threshold_text

MARKS = 800  # rows drawn at most
SMALL_MARKS = 70  # rows drawn at most over a feature that is shown small
BAND, LOWER = 0.5, 0.17  # of the height of a class's band: what its rows fill, and how far below its middle


@dataclass(frozen=True)
class CutLine:
    """A cut drawn through the rows."""

    x: float
    label: str
    n_left: int


@dataclass(frozen=True)
class Small:
    """A feature drawn small, to choose it by: rows as bytes in base64, by class.

    cuts: the guess and the best of all on it, by kind, with their place from 0 to 255.
    """

    feature: int
    name: str
    words: str
    marks: tuple[tuple[str, str], ...]
    cuts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Worth:
    """A cut with its gain, as a share of the best of all. kind: "guess" or "best"."""

    kind: str
    feature: int
    label: str
    gain: str
    share: float


@dataclass(frozen=True)
class StripView:
    """The rows of a node over one feature.

    kind: "stems" or "classes". x, y, code: of the drawn rows, (n_drawn,), and likewise threshold, above and
    n_left of the cuts, all float32 in base64; decimals of each threshold: see numbers.
    at: the cut that the guess stands on while it is asked for.
    guess, chosen, looked: the guess that was made, the tree's own cut, and the one that one looks at.
    classes: what stands at each class's band. levels: means left and right of the cut that is shown.
    asks: what each cut asks, where name and threshold do not say it, as of categories. none: why there is no
        cut.
    compared: the guess and the best of all, where these lie on two features.
    """

    feature: int
    name: str
    asks: tuple[str, ...]
    kind: str
    label: str
    extent: tuple[float, float, float, float]
    x: str
    y: str
    code: str
    classes: tuple[str, ...]
    n_rows: int
    threshold: str
    decimals: tuple[int, ...]
    above: str
    n_left: str
    at: int | None
    guess: CutLine | None
    chosen: CutLine | None
    looked: CutLine | None
    levels: tuple[float, float] | None
    bands: tuple[Band, ...]
    small: tuple[Small, ...]
    compared: tuple[Worth, ...]
    none: str
    note: str
    words: str


@dataclass(frozen=True)
class Turn:
    """How far the reader has come with a node, and what of it may be seen.

    asking: where the guess stands while it is asked for. guess: the one that was made. looked: the position
    of the candidate that one looks at. hidden: without the tree's own cut. choosing: with all features
    small, in the order of the columns.
    """

    asking: float | None = None
    guess: Judged | None = None
    looked: int | None = None
    hidden: bool = False
    choosing: bool = False


SEEN = Turn()


def strip_view(
    hunt: HiddenSplits, node: int, place: NamedCandidates, feature: int, turn: Turn = SEEN
) -> StripView:
    """What the rows of a node over a feature are drawn from."""
    rows = hunt.rows_in(node)
    x, y = hunt.values(node, feature), heights(hunt, rows)
    cuts = cuts_of(place, feature, x)
    drawn = drawn_rows(x)
    chosen = None if turn.hidden else chosen_line(hunt, node, place, feature)
    extent = (*x_range(x), *y_range(hunt, y))
    codes = hunt.shown[rows] if hunt.of_classes else np.zeros(len(rows))
    compared = () if turn.hidden or turn.guess is None else both_worths(place, turn.guess)
    small = small_pictures(hunt, node) if turn.choosing else ()
    return StripView(
        feature=feature,
        name=axis_name(place, feature),
        asks=tuple(place.cut(i) for i in cuts.position.tolist()) if levels_of(hunt.names[feature]) else (),
        kind="classes" if hunt.of_classes else "stems",
        label=axis_label(hunt),
        extent=extent,
        x=packed(x[drawn]),
        y=packed(y[drawn]),
        code=packed(codes[drawn]),
        classes=class_lines(hunt, rows, x, chosen),
        n_rows=len(rows),
        threshold=packed(cuts.threshold),
        decimals=tuple(threshold_decimals(hunt.names[feature], cuts.threshold).tolist()),
        above=packed(cuts.above),
        n_left=packed(cuts.n_left),
        at=None if turn.asking is None else cuts.at(turn.asking),
        guess=guess_line(place, cuts, turn.guess),
        chosen=chosen,
        looked=looked_line(place, feature, turn.looked),
        levels=None if turn.hidden else side_levels(hunt, node, place, feature, turn.looked),
        bands=forbidden_bands(place, feature, extent[:2]),
        small=marked(small, hunt, node, turn.guess if compared else None),
        compared=compared,
        none=no_cut_words(place, feature),
        note="" if place.is_unordered(feature) else drawn_words(x, hunt.names[feature]),
        words=strip_words(hunt, rows, feature, len(cuts)),
    )


def axis_name(place: NamedCandidates, feature: int) -> str:
    """What stands along the rows: the feature, or its categories."""
    if place.is_unordered(feature):
        return f"{place.names[feature]}: its categories by the alphabet"
    return place.axis(feature)


def drawn_rows(x: Floats) -> NDArray[np.intp]:
    """Which rows are drawn over the values of a feature: those that have one, if there are not too many."""
    there = np.flatnonzero(~np.isnan(x))
    return there[spread(len(there), MARKS)]


def drawn_words(x: Floats, name: str) -> str:
    """Which rows are not drawn, if any."""
    n, missing, notes = len(x), int(np.isnan(x).sum()), []
    if len(drawn_rows(x)) < n - missing:
        notes.append(f"{len(drawn_rows(x)):,} of {n:,} rows are drawn.")
    if missing:
        notes.append(f"{missing:,} rows miss {name} and are not drawn.")
    return " ".join(notes)


def heights(hunt: HiddenSplits, rows: Rows) -> Floats:
    """How high each row is drawn: its distance from the node's mean, its y - p, or in its class's band."""
    shown = hunt.shown[rows]
    if hunt.kind == "squared_error":
        return np.asarray(shown - shown.mean(), dtype=np.float64)
    if not hunt.of_classes:
        return shown
    scattered = (rows * 0.6180339887) % 1 - 0.5  # evenly, and the same at every look
    return np.asarray(len(hunt.dataset.class_names) - 1 - shown - LOWER + BAND * scattered, dtype=np.float64)


def x_range(x: Floats) -> tuple[float, float]:
    """The range of the axis for a feature's values in a node."""
    return padded(float(np.nanmin(x)), float(np.nanmax(x)), 0.04) if not np.isnan(x).all() else (0.0, 1.0)


def y_range(hunt: HiddenSplits, y: Floats) -> tuple[float, float]:
    """The range of the other axis."""
    if hunt.of_classes:
        return -0.5, len(hunt.dataset.class_names) - 0.5
    return padded(float(y.min(initial=0.0)), float(y.max(initial=0.0)), 0.1)


def axis_label(hunt: HiddenSplits) -> str:
    """What the stems measure."""
    if hunt.kind == "logistic":
        return f"−g = y − p; y is 1 for {hunt.dataset.class_names[1]}"
    return "" if hunt.of_classes else f"{hunt.dataset.target_name} − mean of the node"


def chosen_line(hunt: HiddenSplits, node: int, place: NamedCandidates, feature: int) -> CutLine | None:
    """The tree's own cut, if it is on this feature and among the present rows."""
    best = place.candidates.best
    threshold = np.inf if best is None else float(place.x[best])
    if hunt.tree.feature[node] != feature or not np.isfinite(threshold) or place.is_unordered(feature):
        return None
    n_left = int(hunt.tree.n_samples[hunt.tree.children_left[node]])
    return CutLine(threshold, f"chosen: {threshold_text(threshold, place.names[feature])}", n_left)


def guess_line(place: NamedCandidates, cuts: FeatureCuts, guess: Judged | None) -> CutLine | None:
    """The guess, if it was made on this feature."""
    if guess is None or guess.feature != cuts.feature:
        return None
    label = f"your cut: {threshold_text(guess.threshold, place.names[cuts.feature])}"
    return CutLine(guess.threshold, label, int(cuts.n_left[guess.cut]))


def looked_line(place: NamedCandidates, feature: int, position: int | None) -> CutLine | None:
    """The candidate that one looks at, if it is on this feature."""
    found = place.candidates
    if position is None or found.feature[position] != feature or not np.isfinite(place.x[position]):
        return None
    if place.is_unordered(feature):
        return None
    return CutLine(float(place.x[position]), "", int(found.n_left[position]))


def class_lines(hunt: HiddenSplits, rows: Rows, x: Floats, chosen: CutLine | None) -> tuple[str, ...]:
    """What stands at the band of each class: its name and rows, and how the chosen cut parts them."""
    if not hunt.of_classes:
        return ()
    found = []
    for k, name in enumerate(hunt.dataset.class_names):
        mine = hunt.shown[rows] == k
        text = f"{name}: {int(mine.sum()):,}"
        if chosen is not None and not np.isnan(x).any():
            left = int((mine & (x <= chosen.x)).sum())
            text += f" ({left:,} left, {int(mine.sum()) - left:,} right)"
        found.append(text)
    return tuple(found)


@lru_cache(maxsize=32)
def small_pictures(hunt: HiddenSplits, node: int) -> tuple[Small, ...]:
    """Every feature small: some rows of the node as they would be drawn over it."""
    rows = hunt.rows_in(node)
    y = heights(hunt, rows)
    bottom, top = y_range(hunt, y)
    drawn = spread(len(rows), SMALL_MARKS)
    codes = hunt.shown[rows][drawn] if hunt.of_classes else np.zeros(len(drawn))
    found = []
    for feature, name in enumerate(hunt.names):
        x = hunt.values(node, feature)
        low, high = x_range(x)
        across, there = (x[drawn] - low) / (high - low), ~np.isnan(x[drawn])
        up = (y[drawn] - bottom) / (top - bottom)
        marks = tuple(
            (as_base64(across[there & (codes == k)]), as_base64(up[there & (codes == k)]))
            for k in range(max(1, len(hunt.dataset.class_names) if hunt.of_classes else 1))
        )
        found.append(Small(feature, name, f"Look at {name}", marks))
    return tuple(found)


def both_worths(place: NamedCandidates, guess: Judged) -> tuple[Worth, ...]:
    """The guess and the best of all with their gains; nothing where one picture shows both."""
    best, found = place.candidates.best, place.candidates
    if best is None or found.feature[best] == guess.feature:
        return ()
    gain = f"gain {number(guess.gain)}, {number(100 * guess.share)} %"
    return (
        Worth("guess", guess.feature, f"your cut: {place.cut(guess.position)}", gain, max(0.0, guess.share)),
        Worth(
            "best",
            int(found.feature[best]),
            f"best of all: {place.cut(best)}",
            f"gain {number(float(found.gain[best]))}",
            1.0,
        ),
    )


def marked(
    small: tuple[Small, ...], hunt: HiddenSplits, node: int, guess: Judged | None
) -> tuple[Small, ...]:
    """The small pictures with the guess and the best of all in them; as they are without either."""
    if guess is None or not small:
        return small
    best = hunt.place(node).candidates.best
    lines = {"guess": (guess.feature, guess.threshold)}
    if best is not None:
        lines["best"] = int(hunt.tree.feature[node]), float(hunt.place(node).x[best])
    found = list(small)
    for kind, (feature, x) in lines.items():
        values = hunt.values(node, feature)
        low, high = x_range(values)
        if np.isfinite(x) and not hunt.place(node).is_unordered(feature):
            each = found[feature]
            place = round(255 * (x - low) / (high - low))
            found[feature] = replace(each, cuts=(*each.cuts, (kind, place)))
    return tuple(found)


def as_base64(shares: Floats) -> str:
    """Numbers from 0 to 1 as bytes in base64."""
    return encoded(np.round(255 * np.clip(shares, 0, 1)).astype(np.uint8))


def packed(values: NDArray[np.generic]) -> str:
    """Numbers as float32 in base64."""
    return base64.b64encode(np.asarray(values, dtype="<f4").tobytes()).decode()


def strip_words(hunt: HiddenSplits, rows: Rows, feature: int, n_cuts: int) -> str:
    """The picture in words."""
    what = "marks of their classes" if hunt.of_classes else f"stems of {axis_label(hunt)}"
    cuts = f"{n_cuts:,} cuts" if n_cuts else "no cut, since all values are equal"
    return f"{len(rows):,} rows over {hunt.names[feature]}, drawn as {what}; {cuts}"
