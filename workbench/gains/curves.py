"""What the gain curves of a node are drawn through: points, forbidden stretches, small pictures. Pure."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates
from gbtlib.core.reasons import MIN_SAMPLES as FEW_SAMPLES
from gbtlib.core.reasons import MIN_WEIGHT as LOW_WEIGHT
from gbtlib.core.reasons import NOT_DRAWN
from workbench.charts.axes import padded, spread
from workbench.gains.named_candidates import REASONS, NamedCandidates, bounded
from workbench.text.numbers import number, threshold_decimals

NEAR = 60  # candidates on each side of the cursor that are all drawn, so that it can step one by one
THUMBNAIL_POINTS = 60
BY_LIMIT = (FEW_SAMPLES, LOW_WEIGHT, NOT_DRAWN)  # verdicts that forbid a stretch of thresholds
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class GainCurve:
    """One curve: candidates that send missing rows to one side. side is "" where no row misses the feature.

    x is None where the present are parted from the missing. rank: among the allowed of all features, 0 if
    forbidden. verdict: 0 for allowed, else a position in REASONS. asks: the questions, where they are not
    said by name and x, as those about categories. decimals: of each x, see numbers.threshold_decimals.
    """

    side: str
    candidate: tuple[int, ...]
    x: tuple[float | None, ...]
    gain: tuple[float, ...]
    n_left: tuple[int, ...]
    rank: tuple[int, ...]
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
    name: str
    label: str
    words: str
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
        n_left=tuple(found.n_left[at].tolist()),
        rank=tuple(place.ranks[at].tolist()),
        verdict=tuple(found.verdict[at].tolist()),
        asks=tuple(place.cut(i) for i in at.tolist()) if place.sides(start) is not None else (),
        decimals=tuple(threshold_decimals(place.names[int(found.feature[start])], place.x[at]).tolist()),
    )


def thinned(gain: Floats, at_most: int, keep: Sequence[int]) -> NDArray[np.intp]:
    """Which points of a curve to draw: its ends, peaks and dips, and those to keep with their neighbours.

    keep: positions; the last one keeps NEAR neighbours on both sides.
    """
    n = len(gain)
    if n <= at_most:
        return np.arange(n)
    near = np.arange(keep[-1] - NEAR, keep[-1] + NEAR + 1) if keep else np.empty(0, dtype=np.intp)
    kept = np.array([0, n - 1, *keep, *near], dtype=np.intp)
    kept = kept[(kept >= 0) & (kept < n)]
    size = -(-n // max((at_most - len(np.unique(kept))) // 2, 1))
    stretches = np.full((-(-n // size), size), np.nan)
    stretches.flat[:n] = bounded(gain)
    starts = size * np.arange(len(stretches))
    peaks, dips = starts + np.nanargmax(stretches, axis=1), starts + np.nanargmin(stretches, axis=1)
    return np.unique(np.concatenate([kept, peaks, dips]))


def forbidden_bands(place: NamedCandidates, feature: int, x_range: tuple[float, float]) -> tuple[Band, ...]:
    """The stretches of a feature's thresholds that a limit forbids, whichever way missing rows go."""
    mine = slice(*place.spans[feature])
    x, verdicts = place.x[mine], place.candidates.verdict[mine]
    finite = np.isfinite(x)
    thresholds, first = np.unique(x[finite], return_inverse=True)
    if len(thresholds) == 0:
        return ()
    verdict = np.full(len(thresholds), 127, dtype=np.int8)
    np.minimum.at(verdict, first, verdicts[finite])  # 0 where one of two ways is allowed
    edges = np.array([x_range[0], *((thresholds[1:] + thresholds[:-1]) / 2), x_range[1]])
    turns = [0, *(np.flatnonzero(np.diff(verdict)) + 1).tolist(), len(verdict)]
    return tuple(
        Band(float(edges[a]), float(edges[b]), REASONS[verdict[a]])
        for a, b in pairwise(turns)
        if verdict[a] in BY_LIMIT
    )


def thumbnails(place: NamedCandidates, y_range: tuple[float, float]) -> tuple[Thumbnail, ...]:
    """Every feature small, best first, on one scale of gains."""
    found, gains = [], bounded(place.candidates.gain)
    for feature in place.features_by_gain:
        best = place.bests[feature]
        name, label, words = place.names[feature], "no cut", f"{place.names[feature]}: all values are equal"
        if best is not None:
            gain = number(place.candidates.gain[best])
            label = gain if place.allowed[best] else "forbidden"
            reason = "" if place.allowed[best] else f", {REASONS[place.candidates.verdict[best]]}"
            words = f"{name}: best gain {gain}{reason}"
        is_allowed = best is not None and bool(place.allowed[best])
        lines = small_lines(place, feature, gains, y_range)
        found.append(Thumbnail(feature, name, label, words, is_allowed, lines))
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


def threshold_range(thresholds: Floats) -> tuple[float, float]:
    """A range of the axis for a feature's thresholds."""
    finite = thresholds[np.isfinite(thresholds)]
    return padded(float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)


def gain_range(candidates: Candidates) -> tuple[float, float]:
    """A range of the axis for the gains of a node, with 0 in it.

    Cuts that leave a side without hessians may gain without bound: they do not stretch the axis.
    """
    gain = bounded(candidates.gain)
    sound = gain[(candidates.verdict != LOW_WEIGHT) & (np.abs(gain) < 1e200)]
    if len(sound) == 0:
        sound = np.sort(gain)[: len(gain) // 2 + 1]
    low, high = padded(float(sound.min(initial=0.0)), float(sound.max(initial=0.0)), 0.12)
    return (low, high) if low < high < 1e200 else (-0.1, 1.0)
