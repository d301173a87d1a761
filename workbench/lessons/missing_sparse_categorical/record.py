"""What the stage of the lesson draws, act by act: the packet and its cuts, stand-ins, partitions. Pure.

Every record has, beside what its act draws: act, n_steps, asked, the step at which its question stands (None
where nothing is asked), and answer, the step that tells it.
"""

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import Candidates
from workbench.lessons.missing_sparse_categorical.blank_table import (
    NAMES,
    START,
    TABLE,
    TARGET,
    BlankTable,
    criterion,
)
from workbench.lessons.missing_sparse_categorical.category_partitions import (
    ORDERS,
    PartedCategories,
    Partition,
    bits,
)
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit, agreement, question
from workbench.text.numbers import threshold_text

Record = dict[str, Any]
Floats = NDArray[np.float64]
ALIKE = 1e-9  # gains that differ by less are equal
LEFT, RIGHT = 0, 1


# -- the packet of rows without a value


def packet_record(gaps: BlankTable, feature: int, base: int) -> Record:
    """The rows along a feature, those without a value as one packet, and every cut with it on both sides.

    base: the number of the first row. x: (8,), None where a row has no value of the feature, and where zero
    is meant: then these stand at 0. packet: the rows without one. cuts: see cut_record; best: the place of
    the best, None without a cut. told: what a new row gets whose value is missing, and whose value is zero.
    """
    packet = list(gaps.without(feature))
    cuts = [cut_record(gaps, feature, cut) for cut in cuts_of(gaps.candidates.of_feature(feature))]
    best = max(range(len(cuts)), key=lambda k: (gain_of(cuts[k]), -k), default=None)
    asked = best if packet and best is not None else None
    return {
        "act": "missing",
        "n_steps": len(cuts) + 1,
        "asked": asked,
        "answer": None if asked is None else asked + 1,
        "base": base,
        "names": NAMES,
        "feature": feature,
        "lambda": gaps.reg_lambda,
        "is_zero": gaps.absent == "zero",
        "start": START,
        "x": [None if row in packet else float(TABLE[row, feature]) for row in range(len(TABLE))],
        "y": TARGET.tolist(),
        "g": (START - TARGET).tolist(),
        "packet": packet,
        "cuts": cuts,
        "best": best,
        "new": [] if best is None else new_rows(cuts[best], gaps.absent == "zero"),
        "blank": cells_of(gaps),
    }


def cuts_of(found: Candidates) -> list[list[int]]:
    """The candidates of a feature, those with one threshold together, ascending."""
    thresholds = np.unique(found.threshold)
    return [np.flatnonzero(found.threshold == each).tolist() for each in thresholds]


def gain_of(cut: Record) -> float:
    """What a cut gains with the packet on its better side."""
    return float(max(way["gain"] for way in cut["ways"]))


def cut_record(gaps: BlankTable, feature: int, ways: list[int]) -> Record:
    """One cut. at: its threshold, None where those with a value are parted from those without.

    left, right: rows with a value. ways: with the packet left and right; or the only one. out: the weights of
    both leaves without the packet. side: 0 where the packet does better on the left, 1 on the right, None
    where both are alike, or where it has no choice.
    """
    found = gaps.candidates.of_feature(feature)
    threshold = float(found.threshold[ways[0]])
    x, packet = gaps.X[:, feature], set(gaps.without(feature))
    known = [row for row in range(len(x)) if row not in packet]
    left = [row for row in known if x[row] <= threshold]
    right = [row for row in known if row not in left]
    both = [way_record(gaps, found, i) for i in sorted(ways, key=lambda i: not found.default_left[i])]
    side = None
    if len(both) == 2 and abs(both[LEFT]["gain"] - both[RIGHT]["gain"]) > ALIKE:
        side = LEFT if both[LEFT]["gain"] > both[RIGHT]["gain"] else RIGHT
    is_apart = bool(np.isinf(threshold))
    name = NAMES[feature]
    return {
        "at": None if is_apart else threshold,
        "asks": f"{name} is there" if is_apart else f"{name} ≤ {threshold_text(threshold)}",
        "left": left,
        "right": right,
        "ways": both,
        "out": [leaf_weight(gaps, rows) for rows in (left, right)],
        "side": side,
    }


def way_record(gaps: BlankTable, found: Candidates, i: int) -> Record:
    """A candidate: of its left and right side G, H and weight, and half its score; its gain."""
    G, H = (np.array([getattr(found, each + side)[i] for side in "LR"]) for each in "GH")
    weight = criterion(gaps.reg_lambda).leaf_weight(G, H)
    return {
        "G": G.tolist(),
        "H": H.tolist(),
        "weight": weight.tolist(),
        "score": (-0.5 * G * weight).tolist(),
        "gain": float(found.gain[i]),
    }


def leaf_weight(gaps: BlankTable, rows: list[int]) -> float:
    """The weight of a leaf with these rows; 0 without any."""
    if not rows:
        return 0.0
    worth = criterion(gaps.reg_lambda)
    G, H = worth.side_values(np.array(worth.totals(np.array(rows)))[:, np.newaxis])
    return float(worth.leaf_weight(G, H)[0])


def new_rows(cut: Record, is_zero: bool) -> list[Record]:
    """What the cut predicts for a row without a value, and for one whose value is 0: side and F.

    Where a blank is zero there is only the second one.
    """
    way = cut["ways"][0 if cut["side"] is None else min(cut["side"], len(cut["ways"]) - 1)]
    lost = RIGHT if cut["at"] is None else LEFT if cut["side"] is None else cut["side"]
    zero = LEFT if cut["at"] is None or cut["at"] >= 0 else RIGHT
    sides = [("0", zero)] if is_zero else [("?", lost), ("0", zero)]
    return [{"told": told, "side": side, "F": START + way["weight"][side]} for told, side in sides]


# -- stand-ins


def standin_record(found: SurrogateSplit, base: int) -> Record:
    """The rows along all features, and of each but the asked one how many rows its cuts send the same way.

    x: (4 features, 8 rows), None where the tree was not told. sides: of each row at the split, 0 left, 1
    right, None unknown. others: see other_record; rank: their places, the best first. ways: of each row whom
    it asks in turn, by feature, and at last the majority as None; the last one decides, and says the side.
    """
    if not found.is_split:
        return {"act": "surrogates", "n_steps": 1, "asked": None, "answer": None, "is_split": False}
    others = [other_record(found, f) for f in range(len(NAMES)) if f != found.primary]
    is_asked = bool(found.ranked)
    place = {each["feature"]: k for k, each in enumerate(others)}
    ranked = [place[each.feature] for each in found.ranked]
    ranked += [k for k in range(len(others)) if k not in ranked]
    return {
        "act": "surrogates",
        "n_steps": len(others) + 1,
        "asked": 0 if is_asked else None,
        "answer": len(others),
        "is_split": True,
        "base": base,
        "names": NAMES,
        "primary": found.primary,
        "asks": found.cut,
        "at": float(found.tree.threshold[0]),
        "x": [texts_of(x) for x in found.trained.T],
        "now": [texts_of(x) for x in found.gaps.X.T],
        "sides": [None if np.isnan(each) else int(1 - each) for each in found.known],
        "n_known": sum(found.majority),
        "majority": max(found.majority),
        "majority_side": LEFT if found.tree.default_left[0] else RIGHT,
        "others": others,
        "rank": ranked,
        "ways": [asked_of(found, row) for row in range(len(TABLE))],
        "blank": cells_of(found.gaps),
    }


def cells_of(gaps: BlankTable) -> list[list[int]]:
    """The blank cells: row and column of each."""
    return [list(cell) for cell in sorted(gaps.blank)]


def texts_of(x: Floats) -> list[float | None]:
    """Values, None for those that are missing."""
    return [None if np.isnan(each) else float(each) for each in x]


def other_record(found: SurrogateSplit, feature: int) -> Record:
    """How alike the cuts of a feature are to the split.

    at, same: of every cut where it is, and how many rows it sends the same way if what is below goes left;
    n: rows with a value of it, which are those that it sends at all. best: its best cut; is_turned: below
    goes right. agreement, adjusted: None where it stands in for nobody, for the majority is as good.
    """
    at, same, reverse = agreement(found, feature)
    record: Record = {"feature": feature, "name": NAMES[feature], "at": at.tolist(), "same": same.tolist()}
    record |= {"n": int(same[0] + reverse[0]) if len(at) else 0}
    ranked = next((each for each in found.ranked if each.feature == feature), None)
    worth: dict[str, float | None] = {"agreement": None, "adjusted": None}
    if ranked is not None:
        best: int | None = int(np.abs(at - ranked.threshold).argmin())
        turned, asks = not ranked.below_left, question(ranked)
        worth = {"agreement": ranked.agreement, "adjusted": ranked.adjusted}
    elif len(at):
        most = np.maximum(same, reverse)
        best = int(most.argmax())
        turned = bool(reverse[best] > same[best])
        asks = f"{NAMES[feature]} {'>' if turned else '≤'} {threshold_text(float(at[best]))}"
    else:
        best, turned, asks = None, False, NAMES[feature]
    n_same = 0 if best is None else int((reverse if turned else same)[best])
    return record | worth | {"best": best, "is_turned": turned, "asks": asks, "n_same": n_same}


def asked_of(found: SurrogateSplit, row: int) -> Record:
    """Whom a row asks: features, None for the majority, and the side that the last of them says."""
    asked, left = found.way_of(row)
    return {"asked": asked, "side": LEFT if left else RIGHT}


# -- categories


def category_record(found: PartedCategories) -> Record:
    """The categories in their order, and every partition, the best first.

    order: the categories by their places in labels. cuts: of the sorted categories, after each but the last,
    the place of their partition in ways. is_best: whether the best of all is one of them.
    """
    example = found.example
    n, labels = len(example.labels), example.labels
    codes = [labels.index(label) for label in found.order]
    places = {way.number: k for k, way in enumerate(found.ways)}
    cuts = [places[bits(codes[:at], n)] for at in range(1, n)]
    return {
        "act": "categories",
        "n_steps": n,
        "asked": 0,
        "answer": n,
        "labels": labels,
        "G": [float(each) for each in example.G],
        "H": [float(each) for each in example.H],
        "lambda": found.reg_lambda,
        "key": ORDERS[found.order_by],
        "order": codes,
        "by_ratio": sorted(range(n), key=lambda code: example.G[code] / example.H[code]),
        "ways": [partition_record(found, way) for way in found.ways],
        "cuts": cuts,
        "best_cut": min(cuts),
        "is_best": abs(found.best_cut.gain - found.best.gain) < ALIKE,
    }


def partition_record(found: PartedCategories, way: Partition) -> Record:
    """A partition: the categories on its left by their places, both sides' sums, and what it gains."""
    return asdict(way) | {
        "left": [found.example.labels.index(each) for each in way.left],
        "name": f"{''.join(way.left)} | {''.join(way.right)}",
    }
