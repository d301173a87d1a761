"""The gain curves of a node at a cut. Pure, without streamlit.

Positions and candidates are counted as in named_candidates.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gbtlib import Candidates, rescan
from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.loops.reasons import GAMMA, NO_GAIN
from gbtlib.pictures.gains import threshold_range
from workbench.gains.curves import Band, forbidden_bands
from workbench.gains.named_candidates import REASONS, NamedCandidate, NamedCandidates

POINTS = 400  # drawn at most of the enlarged feature


@dataclass(frozen=True)
class GainView:
    """What the gain curves of a node are drawn with; feature: the enlarged one, n_candidates: its cuts.

    below: why cuts that gain no more than `floor` are forbidden, if there are such.
    """

    feature: int
    n_candidates: int
    bands: tuple[Band, ...]
    below: str
    floor: float
    cursor: NamedCandidate | None
    words: str


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
    feature: int | None = None,
    candidate: int | None = None,
    *,
    gamma: float = 0.0,
    why_leaf: str = "",
) -> GainView:
    """What the gain curves of a node are drawn with.

    feature, candidate: the cursor; None for the best, and a feature out of range is the nearest. why_leaf:
    why the node is a leaf, if it is one.
    """
    place = NamedCandidates(candidates, names)
    feature = place.features_by_gain[0] if feature is None else min(max(feature, 0), len(names) - 1)
    start, stop = place.spans[feature]
    cursor = place.mark(place.position(feature, candidate))
    refused = set(candidates.verdict.tolist()) & {NO_GAIN, GAMMA}  # for they gain too little
    return GainView(
        feature=feature,
        n_candidates=stop - start,
        bands=forbidden_bands(place, feature, threshold_range(place.x[start:stop])),
        below=REASONS[max(refused)] if refused else "",
        floor=0.0 if GAMMA in refused else -gamma,  # where it is charged later, the rest must be positive
        cursor=cursor,
        words=curve_words(place, cursor, why_leaf),
    )


def curve_words(place: NamedCandidates, cursor: NamedCandidate | None, why_leaf: str) -> str:
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
    return " ".join(words)
