"""What the stage of the lesson draws of stand-ins and of partitions; see packet_record for the rest. Pure."""

from dataclasses import asdict

import numpy as np

from workbench.lessons.missing_sparse_categorical.blank_table import NAMES, TABLE
from workbench.lessons.missing_sparse_categorical.category_partitions import (
    ORDERS,
    PartedCategories,
    Partition,
    bits,
)
from workbench.lessons.missing_sparse_categorical.gap_column import ALIKE, LEFT, RIGHT, Floats, Record
from workbench.lessons.missing_sparse_categorical.packet_record import cells_of
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit, agreement, question
from workbench.text.numbers import threshold_text

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
        "ways": [
            {"asked": asked, "side": LEFT if left else RIGHT}
            for asked, left in map(found.way_of, range(len(TABLE)))
        ],
        "blank": cells_of(found.gaps),
    }


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
