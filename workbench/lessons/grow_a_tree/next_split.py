"""The question of the lesson: which open node is split next, best first. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.components.page_question import AnswerPlace, PageQuestion
from workbench.lessons.grow_a_tree.growth_orders import POLICIES, Growing, GrowthOrder, queue
from workbench.lessons.grow_a_tree.words import option_words
from workbench.shell.scoring import verdict_on_choice

PROMPT = "Best first: which open node splits next?"
POLICY = "lossguide"  # the order that it is about
MOST_OPTIONS = 4


def best_first(growing: Growing) -> GrowthOrder:
    """The order that it is about."""
    return growing.sides[POLICIES.index(POLICY)]


def why_none(growing: Growing) -> str:
    """Why there is nothing to guess; "" where there is."""
    side = best_first(growing)
    waiting = queue(side.tree, growing.splits, side.policy)
    if growing.splits >= growing.limit:
        return "no split is left"
    if len(waiting) >= 2:
        return ""
    return "there is one open node" if waiting else "the queue is empty"


def options(growing: Growing) -> dict[int, str]:
    """Open nodes to choose from, by name, in words: those that gain most."""
    side = best_first(growing)
    waiting = queue(side.tree, growing.splits, side.policy)[:MOST_OPTIONS]
    words = {int(side.label[each.node]): option_words(growing, side, each.node) for each in waiting}
    return dict(sorted(words.items()))


def verdict(growing: Growing, said: int) -> tuple[float, str]:
    """The credit of a guess, its gain as a share of the largest, and what is said to it."""
    side = best_first(growing)
    gains = {int(side.label[each.node]): each.gain for each in queue(side.tree, growing.splits, side.policy)}
    right = next(iter(gains))
    credit = min(1.0, gains.get(said, 0.0) / gains[right])
    return credit, verdict_on_choice(f"node {said}", f"node {right}")


def page_question(growing: Growing, hides: Mapping[str, Any]) -> PageQuestion:
    """The question on a saved page. hides: see there."""
    side, names = best_first(growing), options(growing)
    first = int(side.label[queue(side.tree, growing.splits, side.policy)[0].node])
    return PageQuestion(
        PROMPT,
        list(names.values()),
        [verdict(growing, each)[1] for each in names],
        {list(names).index(first)},
        hides,
        AnswerPlace(POLICY, "selected", [int(side.index[name]) for name in names], [["selected"]]),
    )
