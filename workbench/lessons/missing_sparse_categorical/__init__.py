"""Missing, sparse, categorical: where a row goes without a number."""

from collections.abc import Mapping
from typing import Any

from workbench.data.catalogue import DATASETS
from workbench.lessons.missing_sparse_categorical.values import (
    GAP_NODE,
    GAP_STEP,
    GAP_TOLD,
    GAPS_PART,
    VALUES,
)
from workbench.link.values import CLASS, DATA, FEATURE
from workbench.shell.page_entry import PageEntry, SharedFit


def has_model(values: Mapping[str, Any]) -> bool:
    """Whether the rows of some values come with a model: of others one cut is shown, and no model."""
    return values[DATA] in DATASETS and DATASETS[values[DATA]].model is not None


def model_of(values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The values of the model whose node is shown; None where there is none."""
    return values if values[GAPS_PART] == "missing" and has_model(values) else None


LESSON = PageEntry(
    "missing_sparse_categorical",
    "Missing, sparse, categorical",
    "Where does a row without a number go?",
    "The default side, surrogates, triplets, and the partitions of a categorical feature.",
    controls="none",
    shared=(DATA, CLASS, FEATURE),
    own=VALUES,
    asks_anew=(CLASS, FEATURE, GAP_NODE, GAP_STEP, GAP_TOLD),
    shows={"model": SharedFit(of=model_of, takes=has_model)},
    screenshot="guess=0&gap_step=2",
)
