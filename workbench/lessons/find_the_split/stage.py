"""The stage of the lesson: split by split, each asked for before it is told. Pure."""

from functools import partial

from workbench.lessons.find_the_split.hidden_splits import HiddenSplits
from workbench.lessons.find_the_split.record import last_step, moment_of, record_of
from workbench.lessons.find_the_split.values import FIND_CUT, FIND_FEATURE, FIND_STEP
from workbench.lessons.find_the_split.words import KINDS
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (FIND_STEP, FIND_FEATURE, FIND_CUT, GUESS_FIRST)


def stage_of_hunt(hunt: HiddenSplits) -> Stage:
    """The stage of the hunt. It opens with the first question."""
    return Stage(
        digest(("find_the_split", hunt.kind, hunt.ident)),
        "find_the_split",
        last_step(hunt),
        HELD,
        partial(record_of, hunt),
        partial(moment_of, hunt),
        aside=(FIND_FEATURE, FIND_CUT, GUESS_FIRST),
        step=FIND_STEP,
        resets=(FIND_FEATURE, FIND_CUT),
        ends={FIND_FEATURE: len(hunt.names) - 1},
        on=f"{hunt.dataset.title}, {KINDS[hunt.kind]}",
        too_large="Too large for every cut of every node: here is the tree alone.",
    )
