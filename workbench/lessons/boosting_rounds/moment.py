"""What the stage of the lesson shows of a node at a cut: its gain curves and the sums of its gain. Pure."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.pictures.gains import gain_range, threshold_range
from workbench.components import plain
from workbench.gains.curves import GainCurve
from workbench.gains.curves import curves as curves_of
from workbench.gains.named_candidates import NamedCandidate, NamedCandidates
from workbench.gains.node_at_cut import NodeAtCut, best_words, formula_of, gains_of, node_at
from workbench.gains.view import POINTS
from workbench.link.values import CUT, FEATURE, NODE, ROUND, WHAT_IF_GAMMA, WHAT_IF_LAMBDA
from workbench.models.boosted import BoostedModel

HELD = (ROUND, NODE, FEATURE, CUT, WHAT_IF_LAMBDA, WHAT_IF_GAMMA)
FEW = 3  # features of which all curves are sent
Sent = dict[str, Any]


def moment_of(fit: BoostedModel, k: int, cursor: Mapping[str, Any]) -> Sent:
    """What depends on the cursor, with a value for each of HELD; beyond the end it is the nearest.

    shown: the held values as they are shown. round: of the tree. node: number, rows and sums. curves: of the
    enlarged feature, and of all others where they are few; gains: of every feature its best, NaN for none.
    """
    k = k if fit.n_classes > 1 else 0
    number = min(max(1, int(cursor[ROUND])), len(fit.trace))
    tree, names = fit.trace[number - 1].trees[k], fit.dataset.feature_names
    index = cursor[NODE] if cursor[NODE] < tree.n_nodes else 0
    feature = cursor[FEATURE] if (cursor[FEATURE] or 0) < len(names) else None
    tried = cursor[WHAT_IF_LAMBDA], cursor[WHAT_IF_GAMMA]
    node = node_at(fit, number, k, index, feature=feature, cut=cursor[CUT], values=tried)
    found, shown = gains_of(node), {NODE: index, FEATURE: feature}
    cut = None if feature is None or cursor[CUT] is None else min(cursor[CUT], max(0, found.n_candidates - 1))
    return {
        "shown": shown | {CUT: cut},
        "round": number,
        "node": sums_of(node),
        "feature": found.feature,
        "cursor": mark(found.cursor),
        "best": mark(NamedCandidates(node.tried, names).mark(node.tried.best)),
        "range": gain_range(node.fitted),
        "floor": found.floor,
        "below": found.below,
        "bands": plain(found.bands),
        "curves": curves(node, found.feature),
        "gains": best_gains(node),
        "formula": plain(formula_of(node)),
        "texts": {"best": best_words(node), "curve": found.words},
    }


def sums_of(node: NodeAtCut) -> Sent:
    """The node's number, rows and sums, and why it is a leaf."""
    found = node.fit.trace[node.number - 1].trees[node.k].node(node.index)
    sums = {"id": node.index, "n": found.n_samples, "G": found.G, "H": found.H}
    return sums | {"isLeaf": node.is_leaf, "why": found.why_leaf if node.is_leaf else ""}


def mark(found: NamedCandidate | None) -> Sent | None:
    """A candidate as the browser takes it."""
    return None if found is None else vars(found)


def curves(node: NodeAtCut, feature: int) -> list[Sent]:
    """The gain curves of a feature and, where there are few, of all."""
    names = node.fit.dataset.feature_names
    place = NamedCandidates(node.tried, names)
    before = None if node.tried is node.fitted else NamedCandidates(node.fitted, names)
    shown = [feature] if len(names) > FEW else list(range(len(names)))
    found = []
    for j in shown:
        start, stop = place.spans[j]
        at = node.position if node.position is not None and start <= node.position < stop else place.bests[j]
        kept = start if at is None else at
        best, marks = place.bests[j], place.marks(j)
        found.append(
            {
                "feature": j,
                "range": (0.0, float(len(marks))) if marks else threshold_range(place.x[start:stop]),
                "marks": marks,
                "n": stop - start,
                "best": None if best is None else best - start,
                "ways": [way(place, each, start) for each in curves_of(place, j, kept, POINTS)],
                "ghost": []
                if before is None
                else [plain(each) for each in curves_of(before, j, kept, POINTS)],
            }
        )
    return found


def way(place: NamedCandidates, drawn: GainCurve, start: int) -> Sent:
    """One curve with the sums of its cuts: a point a cut. x is NaN where present and missing are parted."""
    at = start + np.array(drawn.candidate, dtype=np.intp)
    found = place.candidates
    sums = {name: halved(getattr(found, name)[at]) for name in ("GL", "HL", "GR", "HR")}
    return {
        "side": drawn.side,
        "candidate": np.array(drawn.candidate, dtype=np.int32),
        "x": np.array([np.nan if x is None else x for x in drawn.x]),
        "gain": halved(np.array(drawn.gain)),
        **sums,
        "nLeft": found.n_left[at].astype(np.int32),
        "verdict": np.array(drawn.verdict, dtype=np.int8),
        "asks": drawn.asks,
    }


def halved(values: NDArray[np.float64]) -> NDArray[Any]:
    """Values of which three digits are read, in half the bytes, unless they are too large or small for it."""
    most = float(np.abs(values[np.isfinite(values)]).max(initial=0.0))
    return values.astype(np.float32) if most == 0 or 1e-25 < most < 1e35 else values


def best_gains(node: NodeAtCut) -> Any:
    """Of every feature the gain of its best allowed cut; NaN where none is allowed."""
    place = NamedCandidates(node.tried, node.fit.dataset.feature_names)
    found = np.full(len(place.names), np.nan)
    for j, best in enumerate(place.bests):
        if best is not None and place.allowed[best]:
            found[j] = place.candidates.gain[best]
    return found
