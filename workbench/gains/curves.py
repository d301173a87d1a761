"""What the gain curves of a node are drawn through: points, and forbidden stretches. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.pictures.gains import bounded, forbidden_stretches, thinned
from workbench.gains.named_candidates import REASONS, NamedCandidates


@dataclass(frozen=True)
class GainCurve:
    """One curve: candidates that send missing rows to one side. side is "" where no row misses the feature.

    x is None where the present are parted from the missing. verdict: 0 for allowed, else a position in
    REASONS. asks: the questions, where they are not said by name and x, as those about categories.
    """

    side: str
    candidate: tuple[int, ...]
    x: tuple[float | None, ...]
    gain: tuple[float, ...]
    verdict: tuple[int, ...]
    asks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Band:
    """A stretch of thresholds that one limit forbids."""

    start: float
    stop: float
    words: str


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
    )


def forbidden_bands(place: NamedCandidates, feature: int, x_range: tuple[float, float]) -> tuple[Band, ...]:
    """The stretches of a feature's thresholds that a limit forbids, whichever way missing rows go."""
    mine = slice(*place.spans[feature])
    stretches = forbidden_stretches(place.x[mine], place.candidates.verdict[mine], x_range)
    return tuple(Band(start, stop, REASONS[verdict]) for start, stop, verdict in stretches)
