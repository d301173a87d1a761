"""What the stage of the lesson draws: the tree split by split, and every cut of the node in hand. Pure.

Steps: 2k − 1 asks for split k, 2k has found it, and the last one, 2K + 1, looks back at all K.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from gbtlib import Candidates
from gbtlib.cart.impurity import ClassCandidates
from workbench.charts.axes import padded, spread
from workbench.data.sources import levels_of
from workbench.gains.named_candidates import REASONS, NamedCandidates
from workbench.lessons.find_the_split.hidden_splits import Floats, HiddenSplits, Rows, cuts_of
from workbench.lessons.find_the_split.plane import is_plane, plane_record
from workbench.lessons.find_the_split.values import FIND_STEP
from workbench.lessons.find_the_split.words import no_cut_words
from workbench.text.numbers import threshold_decimals
from workbench.trees.box_text import question, shortened

Record = dict[str, Any]

MOST_ROWS = 300  # of a node, drawn
LEAST_ENDS = (-0.05, 0.05)
NOISE = 1e-9  # of what there was, is nothing left


def last_step(hunt: HiddenSplits) -> int:
    """The step that looks back."""
    return 2 * len(hunt.asked) + 1


def split_at(hunt: HiddenSplits, step: int) -> int | None:
    """Which split a step is about, from 1 on; None for the one that looks back."""
    number = (step + 1) // 2
    return number if number <= len(hunt.asked) else None


def is_found(step: int) -> bool:
    """Whether a step tells, so that what stands below the stage may tell as well."""
    return step % 2 == 0


def record_of(hunt: HiddenSplits) -> Record:
    """All that the stage shows, wherever the cursor is.

    error: (K + 1,) what is left after 0 to K splits, of which each takes its gain; for boosting the gain so
    far. ends: of the axis up, the same for all nodes. more: splits that the tree has beyond those asked for.
    plane: of two features of numbers, else None.
    """
    data, kind = hunt.dataset, hunt.kind
    of_numbers = kind == "squared_error"
    shown = hunt.shown
    return {
        "kind": kind,
        "names": list(hunt.names),
        "classes": list(data.class_names) if hunt.of_classes else [],
        "up": data.target_name if of_numbers else "" if hunt.of_classes else "−g = y − p",
        "ends": [0.0, 1.0] if hunt.of_classes else list(padded(float(shown.min()), float(shown.max()), 0.06)),
        "n_rows": len(shown),
        "n_splits": len(hunt.asked),
        "more": len(hunt.order) - len(hunt.asked),
        "lambda": hunt.reg_lambda,
        "error_name": {"squared_error": "½ MSE", "logistic": "gain so far"}.get(kind, kind),
        "error": course(hunt),
        "reasons": list(REASONS),
        "gains": np.array([hunt.tree.gain[node] for node in hunt.asked]),
        "asks": [question(hunt.tree, node, hunt.names) for node in hunt.asked],
        "tree": tree_record(hunt),
        "plane": plane_record(hunt, [x_range(x) for x in hunt.X.T]) if is_plane(hunt) else None,
    }


def course(hunt: HiddenSplits) -> Floats:
    """What is left after every split, per row; of boosting what all splits so far gain together: (K + 1,)."""
    gains = np.concatenate(([0.0], np.cumsum([hunt.tree.gain[node] for node in hunt.asked])))
    if hunt.kind == "logistic":
        return gains
    impurity = hunt.tree.impurity if hunt.of_classes else None
    start = float(np.var(hunt.shown)) / 2 if impurity is None else float(impurity[0])
    left = start - gains / len(hunt.shown)
    return np.where(left < NOISE * start, 0.0, left)


def tree_record(hunt: HiddenSplits) -> Record:
    """The nodes that the splits asked for make, by their numbers: (2K + 1,).

    split: which of them parts the node, 0 for none. could: what its best cut gains, 0 where none does.
    bar: how high a leaf stands; label: what is said there.
    """
    tree, asked = hunt.tree, hunt.asked
    nodes = range(2 * len(asked) + 1)  # a split gives its children the next two numbers
    split = np.zeros(len(nodes), dtype=np.int32)
    split[asked] = np.arange(1, len(asked) + 1)
    inner = split > 0
    bars, labels, what = leaves(hunt)
    return {
        "parent": tree.parent[nodes].astype(np.int32),
        "left": np.where(inner, tree.children_left[nodes], -1).astype(np.int32),
        "depth": tree.depth[nodes].astype(np.int32),
        "n": tree.n_samples[nodes].astype(np.int32),
        "split": split,
        "could": [tree.gain[i] if inner[i] else best_gain(hunt.candidates(i)) for i in nodes],
        "bar": bars[nodes],
        "value": np.asarray(tree.weight[nodes] if hunt.kind == "squared_error" else bars[nodes]),
        "label": [labels[i] for i in nodes],
        "threshold": tree.threshold[nodes],
        "feature": np.where(inner, tree.feature[nodes], -1).astype(np.int32),
        "what": what,
        "asks": [question(tree, i, hunt.names) if inner[i] else "" for i in nodes],
        "short": [shortened(tree, i, hunt.names) if inner[i] else "" for i in nodes],
        "why": [tree.node(i).why_leaf if tree.is_leaf[i] else "" for i in nodes],
    }


def best_gain(found: Candidates) -> float:
    """What the best cut of a node gains, 0 where none may be."""
    return 0.0 if found.best is None else float(found.gain[found.best])


def leaves(hunt: HiddenSplits) -> tuple[Floats, list[str], str]:
    """How high every node would stand as a leaf, what would be said there, and what that is called."""
    tree, names = hunt.tree, hunt.dataset.class_names
    if not hunt.of_classes:
        weight = np.asarray(tree.weight, dtype=np.float64)
        base = float(weight[0]) if hunt.kind == "squared_error" else 0.0
        return weight - base, [""] * tree.n_nodes, "mean" if hunt.kind == "squared_error" else "w"
    if len(names) == 2:
        return tree.class_shares[:, 1], [""] * tree.n_nodes, "share"
    return tree.class_shares.max(axis=1), [names[int(k)] for k in tree.class_shares.argmax(axis=1)], ""


def moment_of(hunt: HiddenSplits, cursor: Mapping[str, Any]) -> Record:
    """Every cut of the node that a step asks about; nothing at other steps, which show the one before.

    best: the cut that the tree took: its feature, which of that feature's cuts it is (−1 for one that is not
    among them, as a set of categories without an order), what it asks and gains. total: of the node, see
    sums_of. rows: by their number among the training rows. at: how high they are drawn, (n_drawn,).
    """
    step = int(cursor[FIND_STEP])
    number = split_at(hunt, step)
    if is_found(step) or number is None:
        return {}
    node = hunt.asked[number - 1]
    rows, place = hunt.rows_in(node), hunt.place(node)
    drawn = rows[spread(len(rows), MOST_ROWS)]
    return {
        "node": node,
        "n": len(rows),
        "mean": float(hunt.shown[rows].mean()),
        "total": total_of(hunt, place),
        "rows": drawn.astype(np.int32),
        "at": heights(hunt, drawn).astype(np.float32),
        "code": (hunt.shown[drawn] if hunt.of_classes else np.zeros(len(drawn))).astype(np.uint8),
        "features": [feature_record(hunt, node, each, rows, drawn) for each in range(len(hunt.names))],
        "best": best_record(hunt, node, place),
        "n_allowed": int(place.allowed.sum()),
    }


def heights(hunt: HiddenSplits, rows: Rows) -> Floats:
    """How high each row is drawn: its target, its y − p, or anywhere in the lane of its class, 0 to 1."""
    if not hunt.of_classes:
        return np.asarray(hunt.shown[rows], dtype=np.float64)
    return np.asarray((rows * 0.6180339887) % 1)  # evenly, and the same at every look


def total_of(hunt: HiddenSplits, place: NamedCandidates) -> Floats:
    """The sums of the whole node, as those of a side."""
    left, right = sums_of(hunt, place, np.array([0])), sums_of(hunt, place, np.array([0]), "right")
    return np.asarray((left + right)[0])


def sums_of(hunt: HiddenSplits, place: NamedCandidates, at: Rows, side: str = "left") -> Floats:
    """What is summed of a side at some candidates: (n, n_sums).

    The rows of every class; or −G and H, of squared error about the mean of the node, so that both sides
    add up to 0.
    """
    found = place.candidates
    if isinstance(found, ClassCandidates):
        return np.asarray(found.class_weights_left[at] if side == "left" else found.class_weights_right[at])
    G, H = (found.GL, found.HL) if side == "left" else (found.GR, found.HR)
    G, H = G[at], H[at]
    if hunt.kind == "squared_error":
        whole = (found.GL + found.GR)[at] / (found.HL + found.HR)[at]
        G = G - H * whole
    return np.column_stack([-G, H])


def best_record(hunt: HiddenSplits, node: int, place: NamedCandidates) -> Record:
    """The cut that the tree took."""
    best = place.candidates.best
    assert best is not None
    feature = int(place.candidates.feature[best])
    (among,) = np.nonzero(cuts_of(place, feature, hunt.values(node, feature)).position == best)
    return {
        "feature": feature,
        "cut": int(among[0]) if len(among) else -1,
        "asks": place.cut(best),
        "gain": float(place.candidates.gain[best]),
        "n_left": int(place.candidates.n_left[best]),
        "left": sums_of(hunt, place, np.array([best]))[0],
    }


def feature_record(hunt: HiddenSplits, node: int, feature: int, rows: Rows, drawn: Rows) -> Record:
    """One feature in a node: where the drawn rows stand, and its cuts, ascending: (n_cuts,).

    x: NaN where a row misses it. candidate: as the link counts cuts. asks: what each cut asks, where a
    threshold does not say it. missing_left: whether a cut sends rows without a value left; None where all
    have one. marks: of categories, where they stand. none: why there is no cut.
    """
    place, name = hunt.place(node), hunt.names[feature]
    x = hunt.values(node, feature)
    cuts = cuts_of(place, feature, x)
    at, found = cuts.position, place.candidates
    marks, has_missing = category_marks(hunt, node, feature), bool(np.isnan(x).any())
    return {
        "ends": [0.0, float(len(marks))] if marks else list(x_range(x)),
        "x": x[np.searchsorted(rows, drawn)].astype(np.float32),
        "threshold": cuts.threshold,
        "decimals": threshold_decimals(name, cuts.threshold).astype(np.int8),
        "candidate": (at - place.spans[feature][0]).astype(np.int32),
        "n_left": cuts.n_left.astype(np.int32),
        "gain": found.gain[at].astype(np.float32),
        "sums": sums_of(hunt, place, at).astype(np.float32).ravel(),
        "rank": place.ranks[at].astype(np.int32),
        "verdict": found.verdict[at].astype(np.uint8),
        "asks": [place.cut(int(i)) for i in at] if marks or has_missing else None,
        "missing_left": found.default_left[at].astype(np.uint8) if has_missing else None,
        "marks": marks,
        "none": "" if len(cuts) else no_cut_words(place, feature),
    }


def category_marks(hunt: HiddenSplits, node: int, feature: int) -> list[tuple[float, str]]:
    """Where the categories of a feature stand, by name; none for numbers."""
    levels = levels_of(hunt.names[feature])
    return hunt.place(node).marks(feature) or [(i + 0.5, each) for i, each in enumerate(levels)]


def x_range(x: Floats) -> tuple[float, float]:
    """The range of the axis for a feature's values in a node."""
    if np.isnan(x).all():
        return 0.0, 1.0
    low, high = float(np.nanmin(x)), float(np.nanmax(x))
    return padded(low, high, 0.03) if high > low else (low + LEAST_ENDS[0], high + LEAST_ENDS[1])
