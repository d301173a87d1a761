"""The sequence of weakest links at a moment as one file: picture, words and boxes of every step. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as File
from string import Template
from typing import Any

from gbtlib import CrossValidation
from workbench.components.page_steps import page_steps
from workbench.components.plain_page import Origin, Part, Steps, fitting, plain_page
from workbench.components.tree import tree_data
from workbench.lessons.prune_it import LESSON
from workbench.lessons.prune_it.alpha_words import choice_words, step_words
from workbench.lessons.prune_it.link_boxes import boxes
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.lessons.prune_it.price_path import Path, path_words
from workbench.lessons.prune_it.price_picture import price_data
from workbench.models.single_tree import SingleTree

MOST_IN_BOXES = 250  # steps
TOO_LARGE = "The boxes of the tree are left out: so many steps take too long or too much room."
BY_HAND = "a tree of 13 nodes by hand"
_BODY = Template(File(__file__).with_suffix(".html").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class SavedPrunings:
    """What the file shows.

    fit: whose tree is pruned, None for the one by hand. path: the picture, at the step that is shown first.
    link: the values of the link to this moment, by name.
    """

    fit: SingleTree | None
    found: PruningSequence
    validated: CrossValidation | None
    path: Path
    link: Mapping[str, str]


def saved_page(saved: SavedPrunings) -> bytes:
    """The file, in UTF-8; without the boxes of the tree where it would be larger than 2 MB, or takes long."""
    fit, found, path = saved.fit, saved.found, saved.path
    data_set, settings = (BY_HAND, None) if fit is None else (fit.dataset.title, fit.settings)
    origin = Origin(LESSON.question, LESSON.title, LESSON.name, data_set, settings, saved.link)
    last = found.n_steps - 1
    steps = Steps(path.now + 1, {k + 1: step_of(saved, k) for k in range(found.n_steps)})
    parts = {
        "picture": Part("price_picture", price_data(path)),
        "stepper": page_steps([f"Step {k:,} of {last:,}" for k in range(found.n_steps)], steps.first),
    }
    pages = [(parts, steps, TOO_LARGE)]
    if found.n_steps <= MOST_IN_BOXES:
        pages.insert(0, (parts | {"boxes": Part("tree", {})}, steps, ""))
    return fitting(plain_page(origin, _BODY, *page) for page in pages)


def step_of(saved: SavedPrunings, k: int) -> dict[str, Any]:
    """Step k of the sequence, the first being 0: the picture's cursor, the tree in boxes, and the words."""
    found, validated = saved.found, saved.validated
    return {
        "picture": {"now": k, "words": path_words(found, k)},
        "boxes": tree_data(boxes(found, k, 0)) if found.n_steps <= MOST_IN_BOXES else {},
        "texts": {
            "words": step_words(found, k),
            "choice": "" if validated is None else choice_words(found, validated),
            "heading": f"The tree of step {k:,}",
        },
    }
