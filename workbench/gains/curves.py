"""What the gain curves of a node are drawn through: points, forbidden stretches, small pictures. Pure."""

import base64
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.pictures.gains import bounded, forbidden_stretches, thinned, threshold_range
from workbench.charts.axes import spread
from workbench.gains.named_candidates import REASONS, NamedCandidates
from workbench.text.numbers import threshold_decimals

THUMBNAIL_POINTS = 60
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class GainCurve:
    """One curve: candidates that send missing rows to one side. side is "" where no row misses the feature.

    x is None where the present are parted from the missing. verdict: 0 for allowed, else a position in
    REASONS. asks: the questions, where they are not said by name and x, as those about categories. decimals:
    of each x, see numbers.threshold_decimals.
    """

    side: str
    candidate: tuple[int, ...]
    x: tuple[float | None, ...]
    gain: tuple[float, ...]
    verdict: tuple[int, ...]
    asks: tuple[str, ...] = ()
    decimals: tuple[int, ...] = ()


@dataclass(frozen=True)
class Band:
    """A stretch of thresholds that one limit forbids."""

    start: float
    stop: float
    words: str


@dataclass(frozen=True)
class Thumbnail:
    """A feature drawn small. lines: x and y of each curve, as base64 of one byte a point; zero likewise."""

    feature: int
    is_allowed: bool
    lines: tuple[tuple[str, str], ...]


def curves(place: NamedCandidates, feature: int, cursor: int, at_most: int) -> tuple[GainCurve, ...]:
    """The curves of a feature: one, or one for each side that missing rows may go to."""
    start, stop = place.spans[feature]
    best = place.bests[feature]
    sides = place.candidates.default_left[start:stop]
    turn = start + int(sides.argmax()) if sides.any() else stop
    parts = [(a, b) for a, b in ((start, turn), (turn, stop)) if a < b]
    found = []
    for a, b in parts:
        keep = [i - a for i in (best, cursor) if i is not None]
        at = a + thinned(place.candidates.gain[a:b], at_most // len(parts), keep)
        side = "" if bool(sides.all()) else "left" if a == turn else "right"
        found.append(curve(place, at, side, start))
    return tuple(found)


def curve(place: NamedCandidates, at: NDArray[np.intp], side: str, start: int) -> GainCurve:
    """Some positions as a curve, its numbers exact to seven digits, and its places to nine."""
    found = place.candidates
    return GainCurve(
        side=side,
        candidate=tuple((at - start).tolist()),
        x=tuple(None if np.isinf(x) else float(f"{x:.9g}") for x in place.x[at].tolist()),
        gain=tuple(float(f"{gain:.7g}") for gain in bounded(found.gain[at]).tolist()),
        verdict=tuple(found.verdict[at].tolist()),
        asks=tuple(place.cut(i) for i in at.tolist()) if place.sides(start) is not None else (),
        decimals=tuple(threshold_decimals(place.names[int(found.feature[start])], place.x[at]).tolist()),
    )


def forbidden_bands(place: NamedCandidates, feature: int, x_range: tuple[float, float]) -> tuple[Band, ...]:
    """The stretches of a feature's thresholds that a limit forbids, whichever way missing rows go."""
    mine = slice(*place.spans[feature])
    stretches = forbidden_stretches(place.x[mine], place.candidates.verdict[mine], x_range)
    return tuple(Band(start, stop, REASONS[verdict]) for start, stop, verdict in stretches)


def thumbnails(place: NamedCandidates, y_range: tuple[float, float]) -> tuple[Thumbnail, ...]:
    """Every feature small, best first, on one scale of gains."""
    found, gains = [], bounded(place.candidates.gain)
    for feature in place.features_by_gain:
        best = place.bests[feature]
        is_allowed = best is not None and bool(place.allowed[best])
        found.append(Thumbnail(feature, is_allowed, small_lines(place, feature, gains, y_range)))
    return tuple(found)


def small_lines(
    place: NamedCandidates, feature: int, gains: Floats, y_range: tuple[float, float]
) -> tuple[tuple[str, str], ...]:
    """The curves of a feature with few points, each the highest of its stretch, as base64."""
    start, stop = place.spans[feature]
    threshold, gain = place.x[start:stop], gains[start:stop]
    x_range = threshold_range(threshold)
    lines = []
    for left in (False, True):
        at = np.flatnonzero((place.candidates.default_left[start:stop] == left) & np.isfinite(threshold))
        if len(at):
            starts = spread(len(at), THUMBNAIL_POINTS)
            xs, ys = threshold[at][starts], np.maximum.reduceat(gain[at], starts)
            lines.append((encoded(as_bytes(xs, x_range)), encoded(as_bytes(ys, y_range))))
    return tuple(lines)


def as_bytes(values: Floats, limits: tuple[float, float]) -> NDArray[np.uint8]:
    """Values on a scale from 0 to 255."""
    low, high = limits
    inside = np.minimum(np.maximum(values, low), high)
    return np.round((255 / (high - low)) * (inside - low)).astype(np.uint8)


def encoded(values: NDArray[np.uint8]) -> str:
    """Bytes as base64."""
    return base64.b64encode(values.tobytes()).decode()
