"""The lesson at a moment as one file: its stage, with the gain curves of all roots. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.lessons.boosting_rounds import LESSON
from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.models.boosted import BoostedModel
from workbench.stage.saved import saved_stage

TOO_LARGE = "The gain curves are left out: with them the file would be larger than 2 MB."


def saved_page(fit: BoostedModel, k: int, values: Mapping[str, Any], link: Mapping[str, str]) -> bytes:
    """The file, in UTF-8. k: the class of the trees. values, link: of the moment that it opens with."""
    of_class = f", trees for {fit.dataset.class_names[k]}" if fit.n_classes > 1 else ""
    title = fit.dataset.title + of_class
    return saved_stage(LESSON.origin(title, link, fit.settings), stage_of_rounds(fit, k), values, TOO_LARGE)
