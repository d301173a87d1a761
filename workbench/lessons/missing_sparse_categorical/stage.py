"""The stage of the lesson: one of its three acts. Pure."""

from workbench.lessons.missing_sparse_categorical.gap_column import Record
from workbench.lessons.missing_sparse_categorical.values import GAP_STEP, GAP_TOLD, PARTITION
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (GAP_STEP, GAP_TOLD, PARTITION, GUESS_FIRST)
PARTS = {"missing": "Missing values", "surrogates": "Surrogates", "categories": "Categories"}


def first_step(record: Record) -> int:
    """Where an act opens: at its question; else at the best of its cuts, or at its last step."""
    if record["asked"] is not None:
        return int(record["asked"])
    has_best = record["act"] == "missing" and record["cuts"]
    return int(record["best"] + 1 if has_best else record["n_steps"])


def stage_of_act(record: Record) -> Stage:
    """The stage of an act."""
    return Stage(
        digest(("missing_sparse_categorical", repr(record))),
        "missing_sparse_categorical",
        record["n_steps"],
        HELD,
        record=lambda: record,
        step=GAP_STEP,
        low=0,
        first=first_step(record),
        resets=(PARTITION,),
        on=record.get("title", PARTS[record["act"]]),
    )
