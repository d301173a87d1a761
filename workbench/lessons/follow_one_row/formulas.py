"""The step of one row in one round, and its g and h, as formulas with the row's numbers in them. Pure."""

from __future__ import annotations

from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory
from workbench.text.losses import bracketed_latex, state_of, words_of
from workbench.text.numbers import latex

_STRUT = r"\vphantom{\Big|}"  # KaTeX's own height cuts the top of a high exponent


def step_formula(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """What a round did to the row in LaTeX: the g and h it started from, the sum, and the probability."""
    g, h = derivatives(fit, story, round_number, k)
    # On one line both would be wider than a narrow page.
    start = [rf"g&={g},\qquad h={h}"] if h == "1" else [rf"g&={g}", rf"h&={h}"]
    lines = [*start, added(fit, story, round_number, k)]
    p = probability(fit, story, round_number, k)
    if p:
        lines.append(rf"p_{{{round_number}}}&={p}")
    return r"\begin{aligned}" + r"\\".join(f"{_STRUT}{line}" for line in lines) + r"\end{aligned}\;"


def added(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """The raw prediction before the round, plus learning rate times leaf weight."""
    i = round_number - 1
    before, weight, after = story.raw[i, k], story.weight[i, k], story.raw[round_number, k]
    step = rf"{fit.trace[i].learning_rate:g}\cdot{bracketed_latex(weight)}"
    return rf"F_{{{round_number}}}&=F_{{{i}}}+\eta\,w={latex(before)}+{step}={latex(after)}"


def probability(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """The link of the loss, from the raw prediction after the round to a probability; "" for regression."""
    if fit.dataset.task == "regression":
        return ""
    row = state_of(fit, story, round_number, k)
    link = words_of(row.loss).link(row)
    return f"{link}={latex(row.p)}" if link else latex(row.p)


def derivatives(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> tuple[str, str]:
    """g and h at the raw prediction before the round, by the formula of the loss."""
    row = state_of(fit, story, round_number - 1, k)
    return words_of(row.loss).derivatives(row)
