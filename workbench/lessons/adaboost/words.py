"""What a round of AdaBoost says: what it does to the rows, the vote, a wrong label. Pure."""

from fractions import Fraction

import numpy as np

from gbtlib.adaboost.samme import samme
from workbench.lessons.adaboost.adaboost_run import AdaBoostRun
from workbench.text.numbers import number
from workbench.text.unseen import unseen_words

WHAT_TO_GUESS = (
    "Press the row that you think will weigh most. A row’s area is its weight, 1 on average; every round "
    "raises the rows that its tree gets wrong."
)


def round_words(fit: AdaBoostRun, number_: int, place: int) -> str:
    """What the round does, to all rows and to the chosen one."""
    round_, weights = fit.trace[number_ - 1], fit.shares[:, place]
    n_wrong = int(round_.wrong.sum())
    row = f"row {fit.train[place]}"
    if round_.ended:
        return f"Round {number_} is the last: {round_.ended}."
    after = float(round_.weights_after[round_.wrong].sum())
    words = (
        f"The tree of round {number_} gets {n_wrong} of {len(fit.codes)} rows wrong, with "
        f"{number(round_.error)} of all weight. Afterwards they have {number(after)} = 1 − 1/K: the same "
        f"tree would now be no better than guessing, so the next one must be another."
    )
    side = "wrong" if round_.wrong[place] else "right"
    return (
        f"{words} **{row.capitalize()}** is {side}: from {number(float(weights[number_ - 1]))} to "
        f"{number(float(weights[number_]))} times the average."
    )


def terms_here(fit: AdaBoostRun, number_: int, place: int) -> dict[str, str]:
    """The terms of the screen, each with its number in this round."""
    round_ = fit.trace[number_ - 1]
    return {
        "round": f"{number_} of {len(fit.trace)}",
        "tree weight": f"{number(float(round_.tree_weight))}, as e is {number(float(round_.error))}",
        "class weights": f"row {fit.train[place]} weighs {number(float(fit.shares[number_ - 1, place]))}",
        "gradient": "under “other losses”: how much gradient boosting would still move each row",
        "unseen": unseen_words(fit.dataset, fit.held_out),
    }


def pruned_words(fit: AdaBoostRun, number_: int) -> str:
    """What pruning took off the round's tree; empty where none is pruned."""
    round_, n_folds = fit.trace[number_ - 1], fit.settings.ccp_folds
    if fit.settings.ccp_alpha == 0 and n_folds is None:
        return ""
    before, after = round_.grown.n_leaves, round_.tree.n_leaves
    cut = "nothing is cut off" if before == after else f"of {before} leaves {after} are left"
    if n_folds is not None:
        price = "∞, so that the root alone is left" if np.isinf(round_.price) else number(round_.price)
        return (
            f"Pruned by cost-complexity: in {n_folds} folds of this round's weighted rows the price of a "
            f"leaf that errs least is {price}. The risk is the weighted share of rows misclassified: {cut}."
        )
    return (
        f"Pruned by cost-complexity at ccp_alpha = {number(round_.price)}, the impurity measured by the "
        f"weights of the round: {cut}."
    )


def hand_words(fit: AdaBoostRun) -> str:
    """The first round of the ten rows in fractions; empty where it is the last: no weights come after it."""
    step = fit.trace[0]
    if step.ended:
        return ""
    wrong = float(step.weights_after[step.wrong][0])
    right = float(step.weights_after[~step.wrong][0])
    again = samme(step.weights_after, step.wrong, fit.n_classes).error
    z, raised, kept, same = (as_fraction(each) for each in (step.normaliser, wrong, right, again))
    odds, others = as_fraction((1 - step.error) / step.error), fit.n_classes - 1
    return (
        f"By hand: {int(step.wrong.sum())} of 10 rows wrong, e = {as_fraction(step.error)}; "
        f"α = ln({odds}) + ln {others} = ln {as_fraction(float(np.exp(step.tree_weight)))}; Z = {z}; a wrong "
        f"row weighs {raised}, a right row {kept}; the same tree's error under these weights is {same}."
    )


def as_fraction(value: float) -> str:
    """A number as the simple fraction that it is."""
    return str(Fraction(value).limit_denominator(1000))


def relation_words(n_classes: int) -> str:
    """AdaBoost as exponential loss: the identity, and what stands beside it."""
    if n_classes == 2:
        return (
            "With F = ½ (votes for the second class − votes for the first) and y = ±1, AdaBoost’s weights "
            "are proportional to exp(−y F), which is |g| of exponential loss at F. Gradient boosting takes "
            "Newton steps of its own size in each leaf (learning_rate 1, λ 0), so its F is another one."
        )
    return (
        "AdaBoost’s weights are proportional to exp(−votes for the row’s own class): an exponential loss for "
        "K classes. gbtlib’s exponential loss has two classes, so softmax stands beside it, whose "
        "|g| = 1 − p of the own class is at most 1 however wrong a row is."
    )


def nearest_words(row: int, shown: int) -> str:
    """Why another row is shown than was asked for."""
    return f"Row {row} is no training row, so it has no weight: shown is row {shown}, the nearest one."
