"""The stage of the lesson: what it shows of a fit, by round and cursor. Pure, without streamlit."""

from functools import partial

from workbench.lessons.boosting_rounds.moment import HELD, moment_of
from workbench.lessons.boosting_rounds.record import record_of
from workbench.lessons.boosting_rounds.values import OVER
from workbench.link.values import CUT, FEATURE, GUESS_FIRST, NODE
from workbench.models.boosted import BoostedModel, digest
from workbench.stage.record import Stage


def stage_of_rounds(fit: BoostedModel, k: int = 0) -> Stage:
    """The stage of a fit, for the trees of class k."""
    k = k if fit.n_classes > 1 else 0
    of_class = f", trees for {fit.dataset.class_names[k]}" if fit.n_classes > 1 else ""
    return Stage(
        digest((fit.name, k)),
        "boosting_rounds",
        len(fit.trace),
        (*HELD, OVER, GUESS_FIRST),
        partial(record_of, fit, k),
        partial(moment_of, fit, k),
        aside=(OVER, GUESS_FIRST),
        low=0,
        resets=(NODE, FEATURE, CUT),
        on=fit.dataset.title + of_class,
        settings=fit.settings,
        too_large="The gain curves are left out: with them the file would be larger than 2 MB.",
    )
