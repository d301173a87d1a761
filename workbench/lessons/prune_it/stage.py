"""The stage of the lesson: a tree whose branches fold as a price rises, by alpha or by gamma. Pure."""

from functools import partial

from gbtlib import CrossValidation
from workbench.lessons.prune_it.gamma_charges import Case
from workbench.lessons.prune_it.hand_trees import HAND, PRINTED
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.lessons.prune_it.record import alpha_record, gamma_prices, gamma_record
from workbench.lessons.prune_it.values import PRUNE_PRICE, PRUNE_SEEN, PRUNE_STEP, PRUNE_TOLD
from workbench.link.values import GUESS_FIRST, NODE
from workbench.models.boosted import digest
from workbench.models.single_tree import SingleTree
from workbench.stage.record import Stage

BY_ALPHA = (PRUNE_STEP, NODE, PRUNE_SEEN, PRUNE_TOLD, GUESS_FIRST)
BY_GAMMA = (PRUNE_PRICE, NODE, PRUNE_TOLD, GUESS_FIRST)
GIVEN_WORDS = {HAND: "a tree of 13 nodes by hand", PRINTED: "the printed tree of Sonar"}


def stage_by_alpha(
    found: PruningSequence, validated: CrossValidation | None, fit: SingleTree | None
) -> Stage:
    """The stage of a sequence of weakest links. fit: whose tree it is, None for one that is given."""
    folds = 0 if validated is None else len(validated.fold_error)
    return Stage(
        digest(("prune_it", found.given if fit is None else fit.settings, found.measure, folds)),
        "prune_it",
        found.n_steps - 1,
        BY_ALPHA,
        record=partial(alpha_record, found, validated),
        step=PRUNE_STEP,
        low=0,
        first=0,
        on=GIVEN_WORDS[found.given] if fit is None else fit.dataset.title,
        settings=None if fit is None else fit.settings,
    )


def stage_by_gamma(case: Case, gamma: float, *, asks: bool) -> Stage:
    """The stage of three ways to charge gamma. It opens before the gamma that is asked about, or at it."""
    prices, on, settings = gamma_prices(case.charged, gamma), "five rows of XOR", None
    if case.fit is not None:
        settings = case.fit.settings
        of_class = f", tree for {case.fit.dataset.class_names[case.k]}" if case.fit.n_classes > 1 else ""
        on = f"{case.fit.dataset.title}, round {case.number}{of_class}"
    return Stage(
        digest(("prune_it by gamma", settings, case.number, case.k, gamma, asks)),
        "prune_it",
        len(prices) - 1,
        BY_GAMMA,
        record=partial(gamma_record, case.charged, gamma, on),
        step=PRUNE_PRICE,
        low=0,
        first=0 if asks else prices.index(gamma),
        on=on,
        settings=settings,
    )
