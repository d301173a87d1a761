"""What is said of the cuts of a feature in "Find the split": between what they lie, and why there is none."""

from __future__ import annotations

from workbench.data.sources import levels_of
from workbench.gains.named_candidates import NamedCandidates
from workbench.lessons.find_the_split.hidden_splits import FeatureCuts, HiddenSplits
from workbench.text.numbers import threshold_text, value_text


def no_cut_words(place: NamedCandidates, feature: int) -> str:
    """Why there is no cut to be placed on a feature."""
    name = place.names[feature]
    if place.is_unordered(feature):
        return f"Three classes leave the categories of {name} without an order: look at another feature."
    return f"{name} cannot be cut here: all its values are equal."


def snap_words(hunt: HiddenSplits, node: int, cuts: FeatureCuts, x: float) -> str:
    """Which cut a guess at x stands for, and which rows with one value stay together."""
    i = cuts.at(x)
    if i is None:
        return no_cut_words(hunt.place(node), cuts.feature)
    order, levels = hunt.place(node).order_of(cuts.feature), levels_of(hunt.names[cuts.feature])
    if order is not None:
        ways = 2 ** (len(order) - 1) - 1
        return (
            f"The categories of {hunt.names[cuts.feature]} stand in the order of their means, and a cut lies "
            f"between two of them: {levels[order[i]]} and {levels[order[i + 1]]}. In this "
            f"order one of the {len(order) - 1} cuts is the best of all {ways:,} partitions."
        )
    values = hunt.X[hunt.rows_in(node), cuts.feature]
    below, above = float(cuts.below[i]), float(cuts.above[i])
    name = hunt.names[cuts.feature]
    words = (
        f"A cut lies halfway between neighbouring values: {value_text(below, name)} and "
        f"{value_text(above, name)} are parted at {threshold_text(float(cuts.threshold[i]), name)}."
    )
    ties = [(int((values == each).sum()), each) for each in (below, above)]
    n, value = max(ties)
    if n > 1:
        words += f" The {n:,} rows with {value_text(value, name)} stay together."
    return words
