"""The question of the lesson: where the first cut of a round's tree falls. Pure, without streamlit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.components.page_question import AnswerPlace, PageQuestion, scale_of
from workbench.data.sources import levels_of
from workbench.gains.named_candidates import NamedCandidates
from workbench.models.boosted import BoostedModel
from workbench.shell.scoring import share_of_best
from workbench.text.numbers import THRESHOLD_DIGITS, decimals_of, place_text, threshold_text

N_CHOICES = 4
MOST_PUT = 500  # cuts that are told apart in a saved picture
Floats = NDArray[np.float64]
VERDICT = "You: {said} ({share} % of the best gain). Best: "


def prompt(fit: BoostedModel, number: int, k: int) -> str:
    """The question about a round whose tree, of class k, is not a single leaf."""
    name = asked_name(fit, number, k)
    if levels_of(name):
        return f"Round {number}: how many categories of {name} will go left, in the order of G/H?"
    return f"Round {number}: where on {name} will the first cut fall?"


def cuts(fit: BoostedModel, number: int, k: int) -> tuple[Floats, Floats]:
    """The candidate thresholds on the feature that is cut first, the best one first, and their gains.

    Of a feature with categories instead how many of them go left, in the order in which they are sorted.
    """
    root = fit.candidates(number, 0, k)
    assert root.best is not None
    x = NamedCandidates(root, fit.dataset.feature_names).x
    mine = np.flatnonzero((root.feature == root.feature[root.best]) & np.isfinite(x))
    order = np.concatenate(([root.best], mine[mine != root.best]))
    return x[order], root.gain[order]


def verdict(fit: BoostedModel, number: int, k: int, said: float) -> tuple[float, str]:
    """The credit of a guessed cut, its gain as a share of the best, and what is said to it."""
    return _verdict(asked_name(fit, number, k), *cuts(fit, number, k), said)


def asked_name(fit: BoostedModel, number: int, k: int) -> str:
    """The name of the feature that is cut first."""
    return fit.dataset.feature_names[int(fit.trace[number - 1].trees[k].feature[0])]


def _verdict(name: str, threshold: Floats, gain: Floats, said: float) -> tuple[float, str]:
    """The same where the cuts are known."""
    nearest = np.abs(threshold - said).argmin()
    credit = share_of_best(float(gain[nearest]), float(gain[0]))
    words = VERDICT.format(said=place_text(said, decimals_of(name)[0]), share=f"{100 * credit:.0f}")
    return credit, words + threshold_text(float(threshold[0]), name) + "."


def page_question(
    fit: BoostedModel, number: int, k: int, hides: Mapping[str, Any], *, on_axis: bool
) -> PageQuestion | None:
    """The question with a few cuts to choose from; None for a single leaf, or where there is one cut only.

    The others lie among the candidates at equal distances, so that each part of the rows has one. hides: see
    PageQuestion. on_axis: whether the feature is on an axis of the picture, where any cut can be put.
    """
    if fit.trace[number - 1].trees[k].is_leaf[0]:
        return None
    name, (threshold, gain) = asked_name(fit, number, k), cuts(fit, number, k)
    best, ordered = float(threshold[0]), np.sort(threshold)
    spread = ordered[(len(ordered) * (2 * np.arange(N_CHOICES) + 1)) // (2 * N_CHOICES)].tolist()
    spread.remove(min(spread, key=lambda each: abs(each - best)))  # the best stands for its part
    chosen = {threshold_text(each, name): float(each) for each in sorted({best, *spread})}
    if len(chosen) < 2:
        return None
    told = [f"Round {number}. {_verdict(name, threshold, gain, each)[1]}" for each in chosen.values()]
    right = list(chosen).index(threshold_text(best, name))
    place = in_picture(number, name, threshold, gain, chosen) if on_axis else None
    return PageQuestion(prompt(fit, number, k), list(chosen), told, {right}, hides, place)


def in_picture(
    number: int, name: str, threshold: Floats, gain: Floats, chosen: Mapping[str, float]
) -> AnswerPlace:
    """Any cut put into the picture. threshold, gain: the best one first; chosen: the choices."""
    order, words = np.argsort(threshold), f"Round {number}. {VERDICT}"
    best = next(text for text, each in chosen.items() if each == threshold[0])
    spread = np.linspace(0, len(order) - 1, MOST_PUT).astype(np.intp)  # closer than one can point
    order = order[np.union1d(spread, np.flatnonzero(order == 0))]
    credits = [share_of_best(each, float(gain[0])) for each in gain[order].tolist()]
    decimals, _ = decimals_of(name)
    scale = scale_of(threshold[order].tolist(), credits, f"{words}{best}.", THRESHOLD_DIGITS, decimals)
    return AnswerPlace("scrubber", "guessed", list(chosen.values()), (("marks", "guess"),), scale=scale)
