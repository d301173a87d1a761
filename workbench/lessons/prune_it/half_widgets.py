"""The two halves of the lesson, each with its stage: pruning by alpha, and by gamma."""

from workbench.lessons.prune_it import choice_widgets
from workbench.lessons.prune_it.below_widgets import below_the_sequence
from workbench.lessons.prune_it.current_sequence import current_sequence, pruned_fit
from workbench.lessons.prune_it.gamma_below_widgets import below_the_charges
from workbench.lessons.prune_it.stage import stage_by_alpha, stage_by_gamma
from workbench.shell.page import presenting
from workbench.shell.show_stage import show_stage


def cost_complexity() -> None:
    """A sequence of ever smaller trees, as alpha rises."""
    found, result = current_sequence()
    fit = pruned_fit()
    show_stage(stage_by_alpha(found, result, fit))
    if not presenting():
        below_the_sequence(found, result, fit)


def gamma_of_boosting() -> None:
    """A tree of boosting, charged gamma for every leaf in three ways."""
    case, asks = choice_widgets.current_case(), choice_widgets.asks()
    gamma = choice_widgets.current_gamma(case.charged)
    show_stage(stage_by_gamma(case, gamma, asks=asks))
    if not presenting():
        below_the_charges(case, gamma)
