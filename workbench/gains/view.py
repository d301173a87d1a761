"""The gain curves of a node: every feature small, one enlarged. Pure, without streamlit.

Positions and candidates are counted as in named_candidates.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gbtlib import Candidates, rescan
from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.loops.reasons import GAMMA, NO_GAIN
from gbtlib.pictures.gains import gain_range, threshold_range
from workbench.gains.curves import (
    Band,
    GainCurve,
    Thumbnail,
    as_bytes,
    curves,
    forbidden_bands,
    thumbnails,
)
from workbench.gains.named_candidates import REASONS, NamedCandidate, NamedCandidates
from workbench.text.numbers import beside, number

POINTS = 600  # drawn at most of the enlarged feature
GainExtent = tuple[float | None, float | None, float | None, float | None]


@dataclass(frozen=True)
class GainView:
    """The gain curves of a node.

    axis: what is counted along the axis. extent: x and y range of the enlarged feature. zero: gain 0 in a
        thumbnail.
    below: why cuts that gain no more than `floor` are forbidden, if there are such.
    reasons: by verdict, in words.
    ghost: the curves at the fitted lambda and gamma, where others are tried; fitted: the cut chosen then.
    hidden: only cuts and axes, for a guess; gains, ranks and the best are not in the view.
    sums: what the cursor's gain is made of; "" if not told. leaf: why the node is one, where no cut of it is
    looked at; then the sums tell its weight.
    """

    feature: int
    name: str
    axis: str
    n_rows: int
    n_candidates: int
    n_allowed: int
    ways: tuple[GainCurve, ...]
    ghost: tuple[GainCurve, ...]
    fitted: NamedCandidate | None
    bands: tuple[Band, ...]
    below: str
    floor: float
    extent: tuple[float, float, float, float]
    best: NamedCandidate | None
    cursor: NamedCandidate | None
    guess: NamedCandidate | None
    thumbnails: tuple[Thumbnail, ...]
    zero: int
    label: str
    note: str
    words: str
    hidden: bool = False
    reasons: tuple[str, ...] = REASONS
    sums: str = ""
    leaf: str = ""


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


@dataclass(frozen=True)
class NodeCuts:
    """The candidate cuts of a node, and what their gains were computed with.

    reg_lambda, gamma: what stands at the axis; None where these gains know no lambda.
    fitted: the same cuts at the fitted lambda and gamma, where `candidates` are those of others; the range of
    gains is then theirs, and their curve a ghost.
    why_leaf: why the node is a leaf, if it is one.
    is_given: whether the tree was opened, and need not have chosen the best of these.
    """

    candidates: Candidates
    names: Sequence[str]
    reg_lambda: float | None = None
    gamma: float = 0.0
    fitted: Candidates | None = None
    why_leaf: str = ""
    is_given: bool = False

    @cached_property
    def place(self) -> NamedCandidates:
        """The cuts by name and rank."""
        return NamedCandidates(self.candidates, self.names)

    @cached_property
    def before(self) -> NamedCandidates | None:
        """Those at the fitted lambda and gamma, where others are tried."""
        return None if self.fitted is None else NamedCandidates(self.fitted, self.names)

    def ranges(self, feature: int, given: GainExtent) -> tuple[tuple[float, float], tuple[float, float]]:
        """The range of thresholds and that of gains over a feature, but for the ends that are given."""
        thresholds = threshold_range(self.place.x[slice(*self.place.spans[feature])])
        gains = gain_range(self.candidates) if self.fitted is None else ghost_range(self.fitted)
        return filled(*given[:2], thresholds), filled(*given[2:], gains)

    @cached_property
    def refused(self) -> set[int]:
        """The verdicts on cuts that gain too little, where there are such."""
        return set(self.candidates.verdict.tolist()) & {NO_GAIN, GAMMA}

    @property
    def below(self) -> str:
        """Why those are forbidden."""
        return REASONS[max(self.refused)] if self.refused else ""

    @property
    def floor(self) -> float:
        """What a cut must gain more than: where gamma is charged later, only the rest must be positive."""
        return 0.0 if GAMMA in self.refused else -self.gamma

    @property
    def n_rows(self) -> int:
        """The rows that a cut parts."""
        found = self.candidates
        return int(found.n_left[0] + found.n_right[0]) if len(found) else 0


def gain_view(
    cuts: NodeCuts,
    feature: int | None = None,
    candidate: int | None = None,
    *,
    extent: GainExtent = (None, None, None, None),
    guess: tuple[int, int] | None = None,
    hidden: bool = False,
) -> GainView:
    """What the gain curves of a node are drawn from. feature, candidate: the cursor, as in cursor_of.

    extent: x and y range (low, high, low, high), None for what the node needs. guess: (feature, candidate).
    """
    place, before = cuts.place, cuts.before
    feature, candidate = cursor_of(place, feature, candidate, hidden=hidden)
    start, stop = place.spans[feature]
    x_range, y_range = cuts.ranges(feature, extent)
    cursor = place.mark(place.position(feature, candidate))
    guessed = None if guess is None else place.guess(*guess)
    at = start if cursor is None else cursor.position
    ways = curves(place, feature, at, POINTS)
    view = GainView(
        feature=feature,
        name=cuts.names[feature],
        axis=place.axis(feature),
        n_rows=cuts.n_rows,
        n_candidates=stop - start,
        n_allowed=int(place.allowed.sum()),
        ways=ways,
        ghost=() if before is None else curves(before, feature, at, POINTS),
        fitted=None if before is None else before.mark(before.bests[feature], "as fitted"),
        bands=forbidden_bands(place, feature, x_range),
        below=cuts.below,
        floor=cuts.floor,
        extent=(*x_range, *y_range),
        best=place.mark(place.bests[feature], best_label(cuts, feature)),
        cursor=cursor,
        guess=guessed,
        thumbnails=thumbnails(place, y_range) if len(cuts.names) > 1 else (),
        zero=int(as_bytes(np.zeros(1), y_range)[0]),
        label=gain_label(cuts.reg_lambda, cuts.gamma),
        note=drawn_words(sum(len(way.x) for way in ways), stop - start),
        words=curve_words(cuts, cursor, guessed),
    )
    return without_gains(view) if hidden else view


def cursor_of(
    place: NamedCandidates, feature: int | None, candidate: int | None, *, hidden: bool
) -> tuple[int, int | None]:
    """The feature that is enlarged, and its candidate; None for the best, a feature out of range the nearest.

    hidden: telling nothing of the gains: the first feature and the middle cut, where none is named.
    """
    usual = 0 if hidden else place.features_by_gain[0]
    feature = usual if feature is None else min(max(feature, 0), len(place.names) - 1)
    start, stop = place.spans[feature]
    return feature, (stop - start) // 2 if hidden and candidate is None else candidate


def drawn_words(drawn: int, n: int) -> str:
    """How many of the cuts are drawn, if not all."""
    return "" if drawn == n else f"{drawn:,} of {n:,} cuts are drawn."


def filled(low: float | None, high: float | None, usual: tuple[float, float]) -> tuple[float, float]:
    """A range of which one end or both may be given; the usual one where that makes no range."""
    found = usual[0] if low is None else low, usual[1] if high is None else high
    return found if found[0] < found[1] else usual


def ghost_range(fitted: Candidates) -> tuple[float, float]:
    """A range of the axis that stays while lambda and gamma are tried, with room for gains that fall."""
    low, high = gain_range(fitted)
    return min(low, -0.4 * high), high


def best_label(cuts: NodeCuts, feature: int) -> str:
    """What stands at the best cut of a feature."""
    place = cuts.place
    at = place.bests[feature]
    if at is None:
        return ""
    gain = beside(place.candidates.gain[at])
    if not place.allowed[at]:
        return f"best, but forbidden: {gain}"
    if at != place.candidates.best:
        return f"best of this feature: {gain}"
    standing = "best" if cuts.why_leaf or cuts.is_given else "chosen" if cuts.fitted is None else "now best"
    return f"{standing}: {gain}"


def gain_label(reg_lambda: float | None, gamma: float) -> str:
    """The name of the axis."""
    if reg_lambda is None:
        return "gain"
    return f"gain at λ = {number(reg_lambda)}, γ = {number(gamma)}"


def curve_words(cuts: NodeCuts, cursor: NamedCandidate | None, guess: NamedCandidate | None) -> str:
    """The curves in words, for those who cannot see them."""
    place = cuts.place
    best = place.mark(place.candidates.best)
    words = [f"The gain of {len(place.candidates):,} cuts of {len(place.names)} features."]
    if best is None:
        words.append("None of them is allowed.")
    else:
        words.append(f"The best is {best.words}.")
    if cuts.why_leaf:
        words.append(f"The node is a leaf: {cuts.why_leaf}.")
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
