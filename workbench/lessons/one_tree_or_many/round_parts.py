"""Both models beside each other at a round, and what the parts of the stage show of them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.components.curves import curves_data
from workbench.components.prose import prose_data
from workbench.lessons.one_tree_or_many import words
from workbench.lessons.one_tree_or_many.comparison import ModelCourse, Roc, roc_pair
from workbench.lessons.one_tree_or_many.panels import Names, error_panel, on_stage, picture, roc_panel


@dataclass(frozen=True, eq=False)
class Comparison:
    """What the ensemble b is compared with, a, at a round: their names, the class shown, its ROC curves."""

    a: ModelCourse
    b: ModelCourse
    names: Names
    cursor: int
    k: int
    areas: tuple[Roc, Roc] | None


def at_round(a: ModelCourse, b: ModelCourse, names: Names, cursor: int, k: int) -> Comparison:
    """Both models at a round."""
    return Comparison(a, b, names, cursor, k, roc_pair(a, b, cursor, k))


def all_parts(shown: Comparison) -> dict[str, dict[str, Any]]:
    """What the components are sent, those below the stage too: ROC curves where the picture draws none."""
    b, areas = shown.b, shown.areas
    if areas is None or len(b.fit.dataset.feature_names) > 2:
        return stage_parts(shown)
    said = words.area_note(b, areas)
    panel = roc_panel(areas, shown.names, b.fit.dataset.class_names[shown.k])
    return stage_parts(shown) | {"roc": curves_data([panel], said), "roc_note": prose_data(said, {})}


def stage_parts(shown: Comparison, *, hiding: bool = False) -> dict[str, dict[str, Any]]:
    """What the components are sent. hiding: without which of both errs less."""
    a, b, names, cursor = shown.a, shown.b, shown.names, shown.cursor
    panels, rows, truth = on_stage(picture(a, b, names, cursor, shown.k, shown.areas))
    verdict = words.verdict_words(a, b, names, cursor)
    said = f"{b.fit.dataset.title}: {names.a} and {names.b}."
    if not hiding:
        said = words.picture_words(a, b, names, cursor, verdict)
    beside = truth if hiding else [error_panel(a, b, names, cursor), *truth]
    parts = {
        "versus": curves_data(panels, said, rows=rows or [(0, 1.0)]),
        "verdict": prose_data(words.size_words(a, b, names, cursor) if hiding else verdict, {}),
        "better": prose_data(words.better_words(a, b), words.terms_here(b, names, cursor, shown.areas)),
    }
    if beside:
        said = words.error_words(b, names)
        parts["errors"] = curves_data(beside, said, rows=[(1, 1.0)] * len(beside))
    return parts
