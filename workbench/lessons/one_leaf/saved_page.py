"""A leaf at all its steps as one file: the parabola over the true loss, and which w is best. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from workbench.components.page_question import AnswerPlace, PageQuestion, asked_of, scale_of
from workbench.components.page_steps import page_steps
from workbench.components.plain_page import Origin, Part, Steps, fitting, plain_page
from workbench.components.tree import tree_data
from workbench.lessons.one_leaf import LESSON, words
from workbench.lessons.one_leaf.leaf import (
    Frame,
    LeafRows,
    best_weight,
    fit_leaf,
    possible_decrease,
    reached_share,
    true_change,
)
from workbench.lessons.one_leaf.parabola import picture_data
from workbench.lessons.one_leaf.parabola_data import guess_range, hidden_data, leaf_data, shrink_data
from workbench.lessons.one_leaf.shared_axes import leaf_of_row
from workbench.lessons.one_leaf.shrink import curve_data
from workbench.lessons.one_leaf.worked_leaves import MOST_STEPS, preset_leaf
from workbench.models.boosted import BoostedModel
from workbench.text.numbers import number
from workbench.trees.view import tree_view

TOO_LARGE = "The trees are left out: with them the file would be larger than 2 MB."
N_TRIED, N_FINE = 401, 4001  # values of w whose loss is computed, and those between them
DUST = 1e-9  # a w below this share of the raw predictions is left over from rounding
NOTHING = "\N{NO-BREAK SPACE}"  # that has its place
_BODY = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class LeafStep:
    """A leaf at a step, and the one before with its name. label: of the step; tree: the leaf's, as sent."""

    leaf: LeafRows
    before: tuple[str, LeafRows] | None
    label: str
    tree: dict[str, Any] | None = None


@dataclass(frozen=True)
class SavedLeaf:
    """What the file shows. first: the step that it opens with, from 1 on.

    data_set: in words; settings: of its model, None for a leaf by hand. kin: what a leaf by hand is for.
    w: where the handle stands at the first step, reg_lambda, rate: of all steps; None for the leaf's own.
    link: the values of the link to this moment, by name.
    """

    steps: Sequence[LeafStep]
    first: int
    data_set: str
    settings: Any
    kin: str
    w: float | None
    reg_lambda: float | None
    rate: float | None
    link: Mapping[str, str]


def steps_by_hand(name: str, reg_lambda: float | None, rate: float | None, *, zoom: bool) -> list[LeafStep]:
    """A leaf by hand before and after every Newton step. zoom: on axes that suit each leaf alone."""
    leaves = [preset_leaf(name, n, reg_lambda, rate) for n in range(MOST_STEPS + 1)]
    if zoom:
        leaves = [replace(leaf, frame=None) for leaf in leaves]
    before = [None, *(("the step before", leaf) for leaf in leaves)]
    labels = [f"Step {n} of {MOST_STEPS}" for n in range(MOST_STEPS + 1)]
    return [LeafStep(*step) for step in zip(leaves, before, labels, strict=False)]


def steps_of_row(fit: BoostedModel, k: int, row: int, frame: Frame | None) -> list[LeafStep]:
    """The leaf of every round's tree k that a row falls into. frame: their axes, None for each its own."""
    names, before, steps = fit.dataset.feature_names, None, []
    for number_, round_ in enumerate(fit.trace, start=1):
        node = leaf_of_row(fit, number_, k, row)
        leaf = replace(fit_leaf(fit, number_, node, k), frame=frame)
        tree = tree_data(tree_view(round_.trees[k], names, node, room=fit.settings.max_depth), node)
        steps.append(LeafStep(leaf, before, f"Round {number_} of {len(fit.trace)}", tree))
        before = (f"round {number_}", leaf)
    return steps


def saved_page(saved: SavedLeaf) -> bytes:
    """The file, in UTF-8; without the trees where it would be larger than 2 MB."""
    origin = Origin(LESSON.question, LESSON.title, LESSON.name, saved.data_set, saved.settings, saved.link)
    numbers = range(1, len(saved.steps) + 1)
    asked = asked_of({n: page_question(saved, n) for n in numbers})
    steps = Steps(saved.first, {n: step_of(saved, n) for n in numbers}, asked)
    parts = {
        "picture": Part("parabola", {}),
        "stepper": page_steps([step.label for step in saved.steps], saved.first),
        "shrink": Part("shrink", {}),
    }
    pages = [(parts, steps, "")]
    if saved.settings is not None:
        pages = [(parts | {"tree": Part("tree", {})}, steps, ""), (parts, steps, TOO_LARGE)]
    return fitting(plain_page(origin, _BODY, *page) for page in pages)


def knobs(saved: SavedLeaf, leaf: LeafRows) -> tuple[float, float]:
    """lambda and learning_rate at a leaf."""
    return (
        leaf.reg_lambda if saved.reg_lambda is None else saved.reg_lambda,
        leaf.learning_rate if saved.rate is None else saved.rate,
    )


def step_of(saved: SavedLeaf, n: int) -> dict[str, Any]:
    """The curves of a step's leaf, its tree, and the words."""
    step = saved.steps[n - 1]
    leaf, (reg_lambda, rate) = step.leaf, knobs(saved, step.leaf)
    said = words.picture_words(leaf, reg_lambda, rate)
    w = saved.w if n == saved.first else None
    drawn = leaf_data(leaf, w, reg_lambda, rate, said, before=step.before)
    return {
        "picture": picture_data(drawn) | {"step": {"of": "leaf", "at": n}},
        "shrink": curve_data(shrink_data(leaf, reg_lambda)),
        **({} if step.tree is None else {"tree": step.tree}),
        "texts": {
            "kin": saved.kin,
            "words": f"{words.intro(leaf, reg_lambda)} {words.weight_words(leaf, reg_lambda)}",
            "more": words.order_words(leaf, reg_lambda),
        },
    }


def page_question(saved: SavedLeaf, n: int) -> PageQuestion | None:
    """Which w is best for a step's leaf; None where only rounding is left to be gained."""
    leaf = saved.steps[n - 1].leaf
    reg_lambda, rate = knobs(saved, leaf)
    best = best_weight(leaf, reg_lambda)
    if abs(best) < DUST * max(1.0, float(np.abs(leaf.F).max())):
        return None
    chosen = {number(w): w for w in sorted((-best, 0.5 * best, best, 2.0 * best))}
    credits = [reached_share(leaf, w, reg_lambda) for w in chosen.values()]
    told = [
        words.verdict(leaf, w, reg_lambda, each) for w, each in zip(chosen.values(), credits, strict=True)
    ]
    hidden = hidden_data(leaf, 0.0, reg_lambda, rate, "An axis for w; the curves are hidden")
    hides = {
        "picture": picture_data(hidden, hidden=True),
        "tree": None,
        "shrink": None,
        "texts": {"kin": saved.kin and NOTHING, "words": words.sums(leaf), "more": ""},
    }
    right = {i for i, each in enumerate(credits) if each == max(credits)}
    place = AnswerPlace(
        "picture", "chosen", list(chosen.values()), [["guess"], ["chosen", "w"]], "w",
        scale_of(*shares(leaf, reg_lambda), words.verdict_frame(leaf, reg_lambda), 3),
    )  # fmt: skip
    return PageQuestion(words.PROMPT, list(chosen), told, right, hides, place)


def shares(leaf: LeafRows, reg_lambda: float) -> tuple[list[float], list[float]]:
    """Values of w over the whole axis of a guess, and which share of the possible decrease each reaches."""
    end = guess_range(leaf)
    tried, fine = np.linspace(-end, end, N_TRIED), np.linspace(-end, end, N_FINE)
    changes = [true_change(leaf, w, reg_lambda) for w in tried.tolist()]
    reached = -np.interp(fine, tried, changes) / possible_decrease(leaf, reg_lambda)
    return fine.tolist(), np.clip(reached, 0.0, 1.0).tolist()
