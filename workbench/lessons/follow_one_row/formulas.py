"""The step of one row in one round, and its g and h, as formulas with the row's numbers in them. Pure."""

from __future__ import annotations

from workbench.lessons.follow_one_row.row_story import RowStory
from workbench.models.boosted import BoostedModel
from workbench.text.numbers import latex

_STRUT = r"\vphantom{\Big|}"  # KaTeX's own height cuts the top of a high exponent
_CLIP = r"\operatorname{clip}"


def step_formula(lesson: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """What a round did to the row in LaTeX: the g and h it started from, the sum, and the probability."""
    g, h = derivatives(lesson, story, round_number, k)
    # On one line both would be wider than a narrow page.
    start = [rf"g&={g},\qquad h={h}"] if h == "1" else [rf"g&={g}", rf"h&={h}"]
    lines = [*start, added(lesson, story, round_number, k)]
    p = probability(lesson, story, round_number, k)
    if p:
        lines.append(rf"p_{{{round_number}}}&={p}")
    return r"\begin{aligned}" + r"\\".join(f"{_STRUT}{line}" for line in lines) + r"\end{aligned}\;"


def added(lesson: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """The raw prediction before the round, plus learning rate times leaf weight."""
    i = round_number - 1
    before, weight, after = story.raw[i, k], story.weight[i, k], story.raw[round_number, k]
    step = rf"{lesson.trace[i].learning_rate:g}\cdot{held(weight)}"
    return rf"F_{{{round_number}}}&=F_{{{i}}}+\eta\,w={latex(before)}+{step}={latex(after)}"


def probability(lesson: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """The link of the loss, from the raw prediction after the round to a probability; "" for regression."""
    raw, p = story.raw[round_number, k], latex(story.prediction[round_number, k])
    name = rf"F_{{{round_number}}}"
    match lesson.model.loss_.name:
        case "logistic":
            return rf"\frac{{1}}{{1+e^{{-{name}}}}}=\frac{{1}}{{1+e^{{{latex(-raw)}}}}}={p}"
        case "exponential":
            return rf"\frac{{1}}{{1+e^{{-2{name}}}}}=\frac{{1}}{{1+e^{{{latex(-2 * raw)}}}}}={p}"
        case "softmax":
            powers = "+".join(rf"e^{{{latex(each)}}}" for each in story.raw[round_number])
            total = powers if story.raw.shape[1] <= 4 else r"\sum_j e^{F_j}"
            return rf"\frac{{e^{{{name}}}}}{{\sum_j e^{{F_j}}}}=\frac{{e^{{{latex(raw)}}}}}{{{total}}}={p}"
        case _:
            return ""


def derivatives(lesson: BoostedModel, story: RowStory, round_number: int, k: int) -> tuple[str, str]:
    """g and h at the raw prediction before the round, by the formula of the loss."""
    i, loss = round_number - 1, lesson.model.loss_
    F, p, y = story.raw[i, k], story.prediction[i, k], story.y
    g, h = latex(story.gradient[i, k]), latex(story.hessian[i, k])
    at, p_at = rf"F_{{{i}}}", rf"p_{{{i}}}"
    spread = rf"{p_at}(1-{p_at})"
    match loss.name:
        case "squared_error":
            return rf"{at}-y={latex(F)}-{held(y)}={g}", "1"
        case "huber":
            delta = latex(loss.delta)  # type: ignore[attr-defined]
            numbers = rf"{_CLIP}({latex(F)}-{held(y)},\,\pm{delta})"
            return rf"{_CLIP}({at}-y,\,\pm\delta)={numbers}={g}", "1"
        case "logistic":
            numbers = rf"{latex(p)}\cdot{latex(1 - p)}"
            return rf"{p_at}-y={latex(p)}-{latex(y)}={g}", rf"{spread}={numbers}={h}"
        case "softmax":
            scale = latex(loss.hessian_scale)  # type: ignore[attr-defined]
            numbers = rf"{scale}\cdot{latex(p)}\cdot{latex(1 - p)}"
            return rf"{p_at}-[y=k]={latex(p)}-{int(y == k)}={g}", rf"{scale}\,{spread}={numbers}={h}"
        case "exponential":
            s = latex(2 * y - 1)
            return rf"-s\,e^{{-s{at}}}={g}\ (s={s})", rf"e^{{-s{at}}}=e^{{{latex(-float(s) * F)}}}={h}"
        case _:
            return g, h


def held(value: float) -> str:
    """A number for a formula, in brackets where it is negative."""
    return latex(value) if value >= 0 else rf"({latex(value)})"
