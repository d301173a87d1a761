"""What is said of the cuts of a feature in "Find the split": between what they lie, and why there is none."""

from workbench.data.sources import levels_of
from workbench.gains.named_candidates import NamedCandidates
from workbench.lessons.find_the_split.hidden_splits import FeatureCuts, HiddenSplits
from workbench.text.numbers import threshold_text, value_text


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
