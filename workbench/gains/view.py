"""The gain curves of a node: every feature small, one enlarged. Pure, without streamlit.

Positions and candidates are counted as in named_candidates.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gbtlib import Candidates, rescan
from gbtlib.core.reasons import GAMMA, NO_GAIN
from gbtlib.estimators.gradient_boosting import GradientBoosting
from workbench.gains.curves import (
    Band,
    Thumbnail,
    Way,
    as_bytes,
    curves,
    forbidden_bands,
    gain_range,
    threshold_range,
    thumbnails,
)
from workbench.gains.named_candidates import REASONS, Mark, Places
from workbench.text.numbers import number

POINTS = 600  # drawn at most of the enlarged feature
Extent = tuple[float | None, float | None, float | None, float | None]


@dataclass(frozen=True)
class GainView:
    """The gain curves of a node.

    extent: x and y range of the enlarged feature. decimals: of its thresholds. zero: gain 0 in a thumbnail.
    below: why cuts that gain no more than `floor` are forbidden, if there are such.
    reasons: by verdict, in words.
    ghost: the curves at the fitted lambda and gamma, where others are tried; fitted: the cut chosen then.
    hidden: only cuts and axes, for a guess; gains, ranks and the best are not in the view.
    """

    feature: int
    name: str
    n_rows: int
    n_candidates: int
    n_allowed: int
    ways: tuple[Way, ...]
    ghost: tuple[Way, ...]
    fitted: Mark | None
    bands: tuple[Band, ...]
    below: str
    floor: float
    extent: tuple[float, float, float, float]
    decimals: int
    best: Mark | None
    cursor: Mark | None
    guess: Mark | None
    thumbnails: tuple[Thumbnail, ...]
    zero: int
    label: str
    note: str
    words: str
    hidden: bool
    reasons: tuple[str, ...] = REASONS


def what_if(
    model: GradientBoosting,
    number: int,
    node: int,
    k: int = 0,
    *,
    reg_lambda: float | None = None,
    gamma: float | None = None,
) -> Candidates:
    """A node's candidates with another lambda or gamma (None: as fitted); rows and sums stay the same."""
    params = replace(
        model.params_,
        reg_lambda=model.params_.reg_lambda if reg_lambda is None else reg_lambda,
        gamma=model.params_.gamma if gamma is None else gamma,
    )
    return rescan(model.columns_, params, model.trace_[number - 1], node, k)


def gain_view(
    candidates: Candidates,
    names: Sequence[str],
    *,
    feature: int | None = None,
    candidate: int | None = None,
    extent: Extent | None = None,
    guess: tuple[int, int] | None = None,
    fitted: Candidates | None = None,
    reg_lambda: float | None = None,
    gamma: float = 0.0,
    why_leaf: str = "",
    hidden: bool = False,
    at_most: int = POINTS,
) -> GainView:
    """What the gain curves of a node are drawn from.

    feature, candidate: the cursor; None for the best. Numbers out of range go to the nearest there is.
    extent: x and y range of the enlarged feature (low, high, low, high), None for what the node needs.
    guess: (feature, candidate).
    fitted: the same cuts at the fitted lambda and gamma, where `candidates` are those of others; the range of
    gains is then theirs, and their curve a ghost.
    reg_lambda, gamma: what the gains were computed with, for the label.
    why_leaf: why the node is a leaf, if it is one. at_most: points of the enlarged feature.
    """
    place = Places(candidates, names)
    usual = 0 if hidden else place.features_by_gain[0]
    feature = usual if feature is None else min(max(feature, 0), len(names) - 1)
    start, stop = place.spans[feature]
    if hidden and candidate is None:
        candidate = (stop - start) // 2
    low, high, bottom, top = extent or (None,) * 4
    x_range = filled(low, high, threshold_range(candidates.threshold[start:stop]))
    y_range = filled(bottom, top, gain_range(candidates) if fitted is None else ghost_range(fitted))
    before = None if fitted is None else Places(fitted, names)
    cursor = place.mark(place.position(feature, candidate))
    best = place.mark(place.bests[feature], best_label(place, feature, why_leaf, before))
    guessed = None if guess is None else place.guess(*guess)
    at = start if cursor is None else cursor.position
    ways = curves(place, feature, at, at_most)
    drawn = sum(len(way.x) for way in ways)
    refused = set(candidates.verdict.tolist()) & {NO_GAIN, GAMMA}
    view = GainView(
        feature=feature,
        name=names[feature],
        n_rows=int(candidates.n_left[0] + candidates.n_right[0]) if len(candidates) else 0,
        n_candidates=stop - start,
        n_allowed=int(place.allowed.sum()),
        ways=ways,
        ghost=() if before is None else curves(before, feature, at, at_most),
        fitted=None if before is None else before.mark(before.bests[feature], "as fitted"),
        bands=forbidden_bands(candidates.of_feature(feature), x_range),
        below=REASONS[max(refused)] if refused else "",
        floor=0.0
        if GAMMA in refused
        else -gamma,  # where gamma is charged later, only the rest must be positive
        extent=(*x_range, *y_range),
        decimals=place.decimals(feature),
        best=best,
        cursor=cursor,
        guess=guessed,
        thumbnails=thumbnails(place, y_range) if len(names) > 1 else (),
        zero=int(as_bytes(np.zeros(1), y_range)[0]),
        label=gain_label(reg_lambda, gamma),
        note="" if drawn == stop - start else f"{drawn:,} of {stop - start:,} cuts are drawn.",
        words=curve_words(place, cursor, guessed, why_leaf),
        hidden=False,
    )
    return without_gains(view) if hidden else view


def filled(low: float | None, high: float | None, usual: tuple[float, float]) -> tuple[float, float]:
    """A range of which one end or both may be given; the usual one where that makes no range."""
    found = usual[0] if low is None else low, usual[1] if high is None else high
    return found if found[0] < found[1] else usual


def ghost_range(fitted: Candidates) -> tuple[float, float]:
    """A range of the axis that stays while lambda and gamma are tried, with room for gains that fall."""
    low, high = gain_range(fitted)
    return min(low, -0.4 * high), high


def best_label(place: Places, feature: int, why_leaf: str, before: Places | None) -> str:
    """What stands at the best cut of a feature."""
    at = place.bests[feature]
    if at is None:
        return ""
    gain = number(place.candidates.gain[at])
    if not place.allowed[at]:
        return f"best, but forbidden: {gain}"
    if at != place.candidates.best:
        return f"best of this feature: {gain}"
    return f"best: {gain}" if why_leaf else f"chosen: {gain}" if before is None else f"now best: {gain}"


def gain_label(reg_lambda: float | None, gamma: float) -> str:
    """The name of the axis."""
    if reg_lambda is None:
        return "gain"
    return f"gain at λ = {number(reg_lambda)}, γ = {number(gamma)}"


def curve_words(place: Places, cursor: Mark | None, guess: Mark | None, why_leaf: str) -> str:
    """The curves in words, for those who cannot see them."""
    best = place.mark(place.candidates.best)
    words = [f"The gain of {len(place.candidates):,} cuts of {len(place.names)} features."]
    if best is None:
        words.append("None of them is allowed.")
    else:
        words.append(f"The best is {best.words}.")
    if why_leaf:
        words.append(f"The node is a leaf: {why_leaf}.")
    if cursor is not None and (best is None or cursor.position != best.position):
        words.append(f"Shown is {cursor.words}.")
    if guess is not None:
        words.append(f"The guess is {guess.words}.")
    return " ".join(words)


def without_gains(view: GainView) -> GainView:
    """The cuts alone: nothing of what a guess is about reaches the browser."""
    nothing = replace(view.cursor, gain=0.0, label="", words=view.cursor.cut) if view.cursor else None
    return replace(
        view,
        hidden=True,
        ways=tuple(replace(way, gain=(0.0,) * len(way.x), rank=(0,) * len(way.x)) for way in view.ways),
        ghost=(),
        fitted=None,
        below="",
        floor=0.0,
        best=None,
        cursor=nothing,
        guess=None,
        thumbnails=tuple(
            replace(small, label="", words=small.name, is_allowed=True, lines=())
            for small in sorted(view.thumbnails, key=lambda small: small.feature)
        ),
        words=f"The {view.n_candidates:,} cuts of {view.name}; their gains are hidden.",
    )
