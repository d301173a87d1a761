"""A leaf in words, formulas and tables: what its parabola says, and where it is wrong. No streamlit."""

from functools import partial

import pandas as pd

from workbench.lessons.one_leaf.curves import parabola
from workbench.lessons.one_leaf.leaf import LeafRows, true_change, true_minimum, weight
from workbench.lessons.one_leaf.worked_leaves import newton_steps
from workbench.text.grammar import how_many
from workbench.text.losses import words_of
from workbench.text.numbers import beside, number

NO_LOWEST = "none"  # of a line that nothing bends
CLOSE = 0.01  # a difference below this share of the promised change is not worth a word


def leaf_words(leaf: LeafRows) -> str:
    """Which leaf it is, and nothing of its weight."""
    loss = words_of(leaf.loss)
    words = f"**{leaf.title}** ({how_many(len(leaf.y), 'row')}, {loss.name})."
    return f"{words} {loss.about}" if loss.about else words


def intro(leaf: LeafRows, reg_lambda: float) -> str:
    """The leaf, its sums and its weight, in a sentence or two."""
    return (
        f"{leaf_words(leaf)} Adding w to all its rows changes their loss: at w = 0 with slope "
        f"G = {number(leaf.G)} and curvature H = {number(leaf.H)}. The parabola with these two, and the "
        f"penalty, has its lowest point at w* = {number(weight(leaf, reg_lambda))}."
    )


def terms_here(leaf: LeafRows, reg_lambda: float) -> dict[str, str]:
    """The terms of the screen, each with its number in this leaf."""
    slopes = f"{number(float(leaf.gradient.min()))} to {number(float(leaf.gradient.max()))}"
    return {
        "leaf weight": f"w* = {number(weight(leaf, reg_lambda))}",
        "G": number(leaf.G),
        "H": number(leaf.H),
        "gradient": f"{slopes}, in {how_many(len(leaf.y), 'row')}",
        "hessian": f"{number(float(leaf.hessian.min()))} to {number(float(leaf.hessian.max()))}",
        "raw prediction": "w is added to that of every row of the leaf",
    }


def follow_words(row: int) -> str:
    """Which leaf is shown after a step to another round."""
    return (
        f"Every round grows another tree, with leaves of its own; shown is the one that **row {row}** falls "
        "into. It stays with this row while you step, and so do the axes."
    )


ADDED_OR_REPLACED = (
    "Added: each round starts where the last one arrived. Replaced, then summed: each "
    "round's prediction takes the place of the last one, and all are summed at the end, "
    "which counts the same rows' needs again and again."
)


def hint(leaf: LeafRows) -> str:
    """Which leaf it is, and how one guesses."""
    return (
        f"{leaf_words(leaf)} Three times drag w to where the curve will be lowest: the loss of all rows, its "
        "parabola, and the parabola with the penalty. All that you need are the leaf's rows, and λ."
    )


def shrink_words(leaf: LeafRows, reg_lambda: float) -> str:
    """What lambda does to this leaf's weight."""
    free, best = weight(leaf, 0.0), weight(leaf, reg_lambda)
    if leaf.H == 0:
        return "**What λ shrinks.** H is 0 here: without λ there is no finite step."
    if reg_lambda == 0:
        return (
            "**What λ shrinks.** λ is 0: nothing holds the weight back. "
            f"At λ = H = {number(leaf.H)} it would be half of {number(free)}."
        )
    share = leaf.H / (leaf.H + reg_lambda)
    return (
        f"**What λ shrinks.** Without it the weight would be {number(free)}; λ = {number(reg_lambda)} keeps "
        f"H/(H+λ) = {100 * share:.3g} % of it, {number(best)}. It is added to the curvature, so a leaf of "
        "few or of sure rows (small H) shrinks most, and a leaf of many hardly at all."
    )


def order_words(leaf: LeafRows, reg_lambda: float) -> str:
    """Whether the second order is right at the weight, with both changes, and why."""
    best, lowest = weight(leaf, reg_lambda), true_minimum(leaf, reg_lambda)
    said, true = float(parabola(leaf, best, reg_lambda)), true_change(leaf, best, reg_lambda)
    where = "it falls for ever, there is no lowest point"
    if lowest is not None:
        where = f"its lowest point is at {number(lowest)}"
    both = f"At w* the parabola promises {number(said)}; the true loss changes by {number(true)}, and {where}"
    head, exact = "**Where the second order is wrong.**", words_of(leaf.loss).exact
    if exact:
        return f"{head} Nowhere here: {exact}. {both}."
    return f"{head} {both}. {why_words(leaf, said, true)}"


def why_words(leaf: LeafRows, said: float, true: float) -> str:
    """Why the true change differs from what the parabola promised."""
    loss = words_of(leaf.loss)
    if loss.bound:
        return loss.bound
    if abs(said - true) <= CLOSE * abs(said):
        why = "The curvature hardly changes on so short a way."
    elif true > 0:
        why = (
            "The step is so long that it makes the loss larger: a smaller learning_rate or a larger λ helps."
        )
    elif true > said:
        why = "The curvature grows or the slope fades on the way, and the parabola promises too much."
    else:
        why = "The curvature shrinks on the way, and the parabola promises too little."
    return f"{why} {loss.larger(leaf.loss)}".strip()


def hand_words(leaf: LeafRows) -> str:
    """What a leaf worked by hand shows, with the lambda it was worked with."""
    return f"**By hand, λ = {leaf.reg_lambda:g}.** {leaf.fit}"


def step_table(leaf: LeafRows, reg_lambda: float, rate: float, n_steps: int = 5) -> pd.DataFrame:
    """The same leaf for some rounds: added up, and with every round replacing the last."""
    table = pd.DataFrame(newton_steps(leaf, reg_lambda, rate, n_steps)).set_index("round")
    flat = table["H"] + reg_lambda == 0
    texts = table.apply(lambda column: column.map(partial(beside, digits=4, size=float(column.abs().max()))))
    texts.loc[flat, "w*"] = NO_LOWEST
    return pd.DataFrame(texts)  # text: weights may be huge


def step_note(table: pd.DataFrame) -> str:
    """What the two columns of sums are, and what a step without a lowest point does."""
    if (table["w*"] != NO_LOWEST).all():
        return ADDED_OR_REPLACED
    return f"{ADDED_OR_REPLACED} Where H + λ is 0 nothing bends the line: no w is lowest, and the step is 0."
