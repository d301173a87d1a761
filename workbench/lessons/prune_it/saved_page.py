"""The sequence of weakest links at a moment as one file: picture, words and boxes of every step. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from gbtlib import CrossValidation
from workbench.components.page_question import AnswerPlace, PageQuestion
from workbench.components.page_steps import page_steps
from workbench.components.plain_page import STACKED, Origin, Part, Steps, fitting, plain_page
from workbench.components.tree import tree_data
from workbench.lessons.prune_it import LESSON
from workbench.lessons.prune_it.alpha_words import PROMPT, choice_words, options, step_words, verdict_words
from workbench.lessons.prune_it.hand_trees import HAND, PRINTED
from workbench.lessons.prune_it.link_boxes import boxes
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.lessons.prune_it.price_path import Path, Shrinking
from workbench.lessons.prune_it.price_picture import plain_tree, price_data
from workbench.models.single_tree import SingleTree

MOST_IN_BOXES = 250  # steps
TOO_LARGE = "The boxes of the tree are left out: so many steps take too long or too much room."
GIVEN_WORDS = {HAND: "a tree of 13 nodes by hand", PRINTED: "the printed tree of Sonar"}


@dataclass(frozen=True)
class SavedPrunings:
    """What the file shows.

    fit: whose tree is pruned, None for one that is given. path: the picture, at the step that is shown first.
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
    data_set, settings = GIVEN_WORDS.get(found.given, ""), None
    if fit is not None:
        data_set, settings = fit.dataset.title, fit.settings
    origin = Origin(LESSON.question, LESSON.title, LESSON.name, data_set, settings, saved.link)
    last = found.n_steps - 1
    asked = {k + 1: page_question(saved, k) for k in range(last)}
    steps = Steps(path.now + 1, {k + 1: step_of(saved, k) for k in range(found.n_steps)}, asked)
    parts = {
        "picture": Part("price_picture", price_data(path)),
        "stepper": page_steps([f"Step {k:,} of {last:,}" for k in range(found.n_steps)], steps.first),
    }
    pages = [(parts, steps, TOO_LARGE)]
    if found.n_steps <= MOST_IN_BOXES:
        pages.insert(0, (parts | {"tree": Part("tree", {})}, steps, ""))
    return fitting(plain_page(origin, STACKED, *page) for page in pages)


def step_of(saved: SavedPrunings, k: int) -> dict[str, Any]:
    """Step k of the sequence, the first being 0: the picture's cursor, the tree in boxes, and the words."""
    found, validated = saved.found, saved.validated
    return {
        "picture": {"now": k},
        "tree": tree_data(boxes(found, k, 0)) if found.n_steps <= MOST_IN_BOXES else {},
        "texts": {
            "words": step_words(found, k),
            "more": "" if validated is None else choice_words(found, validated),
            "heading": f"The tree of step {k:,}",
        },
    }


def page_question(saved: SavedPrunings, k: int) -> PageQuestion:
    """Which branch falls after step k: no boxes so long, and no risks, from which g follows."""
    found, weakest, choices = saved.found, saved.found.weakest(k), options(saved.found, k)
    return PageQuestion(
        PROMPT,
        [f"node {node}" for node in choices],
        [verdict_words(found, k, node) for node in choices],
        {i for i, node in enumerate(choices) if node in weakest},
        {
            "picture": {"trees": [plain_tree(without_risks(tree)) for tree in saved.path.trees]},
            "tree": None,
            "texts": {"words": step_words(found, k, hidden=True)},
        },
        AnswerPlace("picture", "moved", choices, [["selected"]], key="node"),
    )


@lru_cache(maxsize=4)
def without_risks(tree: Shrinking) -> Shrinking:
    """A drawn tree from which nobody can tell which branch is the weakest."""
    return replace(tree, nodes=tuple(replace(node, risk=None) for node in tree.nodes))
