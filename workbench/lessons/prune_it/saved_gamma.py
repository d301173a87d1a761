"""Gamma charged in three ways as one file: trees and objectives wherever a tree changes. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from workbench.components.page_question import PageQuestion
from workbench.components.page_steps import page_steps
from workbench.components.plain_page import STACKED, Origin, Part, Steps, plain_page
from workbench.lessons.prune_it import LESSON
from workbench.lessons.prune_it.gamma_charges import Charged
from workbench.lessons.prune_it.gamma_question import leaves_left, options, pair_words, prompt, verdict
from workbench.lessons.prune_it.gamma_words import break_even_words, verdict_words
from workbench.lessons.prune_it.price_path import Path, TableColumns, gamma_words
from workbench.lessons.prune_it.price_picture import price_data
from workbench.text.numbers import number


@dataclass(frozen=True)
class SavedCharges:
    """What the file shows. path: the picture, at the gamma that is shown first.

    data_set: what the tree was grown on, in words; settings: of its model, None for the rows by hand.
    link: the values of the link to this moment, by name.
    """

    charged: Charged
    path: Path
    data_set: str
    settings: Any
    link: Mapping[str, str]


def saved_page(saved: SavedCharges) -> bytes:
    """The file, in UTF-8."""
    found, path = saved.charged, telling_path(saved.path)
    gammas = dict(enumerate(path.positions, start=1))
    origin = Origin(LESSON.question, LESSON.title, LESSON.name, saved.data_set, saved.settings, saved.link)
    asked = {}
    if found.tree.n_leaves > 1:
        asked = {n - 1: page_question(found, gamma) for n, gamma in gammas.items() if n > 1}
    steps = Steps(path.now + 1, {n: step_of(found, n - 1, gamma) for n, gamma in gammas.items()}, asked)
    parts = {
        "picture": Part("price_picture", price_data(path)),
        "stepper": page_steps([f"γ = {number(gamma, 4)}" for gamma in gammas.values()], steps.first),
    }
    return plain_page(origin, STACKED, parts, steps)


def telling_path(path: Path) -> Path:
    """The same with the stops of the cursor at which a tree changes, the first, and the cursor's own."""
    leaves = np.array([dict(tree.columns)["leaves"] for tree in path.trees], dtype=np.float64)
    changes = np.flatnonzero((np.diff(leaves, axis=1) != 0).any(axis=0)) + 1
    stops = sorted({0, path.now, *changes.tolist()})

    def at_stops(columns: TableColumns) -> TableColumns:
        return tuple((name, tuple(values[i] for i in stops)) for name, values in columns)

    return replace(
        path,
        positions=tuple(path.positions[i] for i in stops),
        now=stops.index(path.now),
        columns=at_stops(path.columns),
        trees=tuple(replace(tree, columns=at_stops(tree.columns)) for tree in path.trees),
    )


def step_of(found: Charged, at: int, gamma: float) -> dict[str, Any]:
    """A stop of the cursor: where it is in the picture, and the words."""
    return {
        "picture": {"now": at, "words": gamma_words(found, gamma)},
        "texts": {"words": verdict_words(found, gamma), "more": break_even_words(found)},
    }


def page_question(found: Charged, gamma: float) -> PageQuestion:
    """How many leaves two of the ways leave at a gamma."""
    pairs = options(found, gamma)
    return PageQuestion(
        prompt(gamma),
        [pair_words(pair) for pair in pairs],
        [f"γ = {number(gamma, 4)}. {verdict(found, gamma, pair)}" for pair in pairs],
        {pairs.index(leaves_left(found, gamma))},
    )
