"""Find the split in words: what is split, what fits it, between what a cut lies, its terms. Pure."""

from workbench.data.catalogue import DatasetInfo
from workbench.data.sources import levels_of
from workbench.gains.named_candidates import NamedCandidates
from workbench.lessons.find_the_split.hidden_splits import FeatureCuts, HiddenSplits
from workbench.text.numbers import number, threshold_text, value_text

KINDS = {
    "squared_error": "squared error",
    "logistic": "logistic gradients",
    "gini": "Gini",
    "entropy": "entropy",
}
"""What can be split, and what it is called."""

_NEEDS = {
    "squared_error": "Squared error needs a number to predict",
    "logistic": "The logistic loss needs two classes",
    "gini": "Gini measures a mixture of classes",
    "entropy": "Entropy measures a mixture of classes",
}
SUMS = {
    "squared_error": "By squared error a row’s gradient g is the mean of the node less its y, and its "
    "hessian h is 1. G is the sum of g over the rows of a side, H that of h: H counts them. A stem "
    "is −g.",
    "logistic": "By the logistic loss a row's gradient g is p − y, and its hessian h is p (1 − p). G is the "
    "sum of g over the rows of a node, H that of h.",
}
"""What G and H are, where gains are made of them."""


def kind_of(split_by: str, info: DatasetInfo, criterion: str) -> str:
    """What is split, a name of KINDS. split_by: as the link has it; criterion: that of classes."""
    if split_by == "usual":
        split_by = "squared_error" if info.task == "regression" else "classes"
    return criterion if split_by == "classes" else split_by


def fits(kind: str, info: DatasetInfo) -> bool:
    """Whether a data set has what this kind splits."""
    if kind == "squared_error":
        return info.task == "regression"
    return info.task == "classification" and (kind != "logistic" or info.n_classes == 2)


def misfit_words(wanted: str, kind: str, info: DatasetInfo) -> str:
    """Why a data set is not split by what is wanted, and by what it is."""
    has = "numbers" if info.task == "regression" else f"{info.n_classes} classes"
    return f"{_NEEDS[wanted]}, and {info.title} has {has}: split by {KINDS[kind]}."


def terms_here(place: NamedCandidates, position: int, kind: str) -> dict[str, str]:
    """The terms of the screen, each with its number for a cut."""
    found = place.candidates
    here = {
        "threshold": threshold_text(
            float(place.x[position]), place.names[int(place.candidates.feature[position])]
        )
    }
    gain = number(float(found.gain[position]))
    if kind in ("gini", "entropy"):
        return here | {
            "gain": f"{gain}; of impurity I it is n I − n_L I_L − n_R I_R",
            "impurity": f"by {kind.capitalize()}",
        }
    sides = {"G": (found.GL, found.GR), "H": (found.HL, found.HR)}
    sums = {
        name: f"{number(float(left[position]))} on the left, {number(float(right[position]))} on the right"
        for name, (left, right) in sides.items()
    }
    return here | {"gain": gain} | sums


def why_nothing(hunt: HiddenSplits) -> str:
    """Why there is no split to be found: what made a leaf of the root."""
    return f"There is no split to find: the root is a leaf. {hunt.tree.node(0).why_leaf.capitalize()}."


def first_splits(hunt: HiddenSplits) -> str:
    """That the tree goes on beyond the splits that are asked for."""
    return f"The first {len(hunt.asked)} of the tree's {len(hunt.order):,} splits are asked for."


def code_topics(hunt: HiddenSplits) -> list[str]:
    """What of gbtlib's code computed the answer, topics of codelens."""
    score = ["score"] if hunt.kind == "logistic" else []
    return [*hunt.choosing, "gain", "forbidden cuts", "threshold", *score]


def no_cut_words(place: NamedCandidates, feature: int) -> str:
    """Why there is no cut to be placed on a feature."""
    name = place.names[feature]
    if place.is_unordered(feature):
        return (
            f"With three classes or more no order of the categories of {name} is sure to hold the best of "
            "their partitions, so each of these is scored by itself: look at another feature."
        )
    return f"{name} cannot be cut here: all its values are equal."


def order_words(hunt: HiddenSplits, node: int, feature: int, around: tuple[int, int]) -> str:
    """In which order categories stand, the two around a cut, and what the best cut is sure to gain."""
    place, name = hunt.place(node), hunt.names[feature]
    order, levels = place.order_of(feature) or (), levels_of(name)
    n_cuts, ways = len(order) - 1, f"{2 ** (len(order) - 1) - 1:,} partitions"
    between = f"a cut lies between two of them: {levels[around[0]]} and {levels[around[1]]}."
    if n_cuts == 1:
        return f"{levels[around[0]]} and {levels[around[1]]} are parted in one way only."
    if place.orders_hold_best:
        return (
            f"The categories of {name} stand in the order of their means, and {between} "
            f"In this order one of the {n_cuts} cuts is the best of all {ways}."
        )
    return (
        f"The categories of {name} stand in the best of several orders, and {between} "
        f"With three classes or more no order is sure to hold the best of all {ways}: of the {n_cuts} cuts "
        "the best gains at least as much as any in the order of one class's share; how much more the best "
        "partition gains is not known."
    )


def snap_words(hunt: HiddenSplits, node: int, cuts: FeatureCuts, x: float) -> str:
    """Which cut a guess at x stands for, and which rows stay together: those of one value, or of one bin."""
    i = cuts.at(x)
    if i is None:
        return no_cut_words(hunt.place(node), cuts.feature)
    order = hunt.place(node).order_of(cuts.feature)
    if order is not None:
        return order_words(hunt, node, cuts.feature, (order[i], order[i + 1]))
    values = hunt.X[hunt.rows_in(node), cuts.feature]
    below, above = float(cuts.below[i]), float(cuts.above[i])
    name = hunt.names[cuts.feature]
    where = "between two bins" if hunt.binned else "halfway between neighbouring values"
    words = (
        f"A cut lies {where}: {value_text(below, name)} and {value_text(above, name)} are parted at "
        f"{threshold_text(float(cuts.threshold[i]), name)}."
    )
    if hunt.binned:
        return f"{words} Rows of one bin stay together."
    ties = [(int((values == each).sum()), each) for each in (below, above)]
    n, value = max(ties)
    if n > 1:
        words += f" The {n:,} rows with {value_text(value, name)} stay together."
    return words
