"""The stage of the lesson: halving by halving what bins leave of the cuts and of the gain. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from workbench.lessons.exact_or_histogram.node_cuts import HALVINGS
from workbench.lessons.exact_or_histogram.record import Place, Record, course_record, record_of
from workbench.lessons.exact_or_histogram.values import BINS_TOLD, BINS_VIEW, HALVING
from workbench.link.values import GUESS_FIRST
from workbench.models.boosted import digest
from workbench.stage.record import Stage

HELD = (HALVING, BINS_TOLD, BINS_VIEW, GUESS_FIRST)


def stage_of_cuts(place: Place) -> Stage:
    """The stage of a node's cuts."""
    return Stage(
        digest(("exact_or_histogram", place)),
        "exact_or_histogram",
        len(HALVINGS),
        HELD,
        partial(record_of, place),
        partial(moment_of, place),
        aside=(HALVING, BINS_VIEW, GUESS_FIRST),
        step=HALVING,
        low=0,
        first=0,
        on=title_of(place),
    )


def title_of(place: Place) -> str:
    """What the page is about: the data set, and of several classes whose tree."""
    data = place.cuts(None).first.dataset
    return (
        data.title
        if len(data.class_names) < 3
        else f"{data.title}, tree of {data.class_names[place.recipe.k]}"
    )


def stage_of_file(place: Place) -> Stage:
    """The same as a file has it: with the whole models, asked or told."""
    return replace(
        stage_of_cuts(place),
        record=lambda: record_of(place) | {"course": course_record(replace(place.recipe, k=0))},
    )


def moment_of(place: Place, cursor: Mapping[str, Any]) -> Record:
    """The whole models, which take some time, once it is told how many bins are enough."""
    return course_record(replace(place.recipe, k=0)) if cursor[BINS_TOLD] else {}
