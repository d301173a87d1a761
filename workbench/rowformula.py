"""The step of one row in one round, and its g and h, as formulas with the row's numbers in them. Pure."""

from __future__ import annotations

from workbench.compute import Lesson
from workbench.rowview import RowStory
from workbench.viewmodel import latex


def step_formula(lesson: Lesson, story: RowStory, round_number: int, k: int) -> str:
    """What the round added to the row in LaTeX, and the g and h that it started from."""
    lines = [added(lesson, story, round_number, k), *derivatives(lesson, story, round_number, k)]
    return r"\begin{aligned}" + r"\\".join(lines) + r"\end{aligned}"


def added(lesson: Lesson, story: RowStory, round_number: int, k: int) -> str:
    """Raw prediction before, plus learning rate times leaf weight; and the probability where there is one."""
    i = round_number - 1
    before, weight, after = story.raw[i, k], story.weight[i, k], story.raw[round_number, k]
    name = rf"F_{{{round_number}}}"
    line = (
        rf"{name}&=F_{{{i}}}+\eta\,w={latex(before)}+{lesson.trace[i].learning_rate:g}\cdot{held(weight)}"
        rf"={latex(after)}"
    )
    return line + probability(lesson, story, round_number, k)


def probability(lesson: Lesson, story: RowStory, round_number: int, k: int) -> str:
    """The link of the loss, from raw prediction to probability, behind a step; "" for regression."""
    raw, p = story.raw[round_number, k], latex(story.prediction[round_number, k])
    links = {
        "logistic": rf"\frac{{1}}{{1+e^{{-{held(raw)}}}}}",
        "exponential": rf"\frac{{1}}{{1+e^{{-2\cdot{held(raw)}}}}}",
        "softmax": rf"\frac{{e^{{{latex(raw)}}}}}{{\sum_j e^{{F_j}}}}",
    }
    formula = links.get(lesson.model.loss_.name)
    return "" if formula is None else rf",\qquad p={formula}={p}"


def derivatives(lesson: Lesson, story: RowStory, round_number: int, k: int) -> tuple[str, str]:
    """g and h at the raw prediction before the round, by the formula of the loss: two lines."""
    i = round_number - 1
    F, p = story.raw[i, k], story.prediction[i, k]
    g, h = latex(story.gradient[i, k]), latex(story.hessian[i, k])
    y, at = story.y, rf"F_{{{i}}}"
    match lesson.model.loss_.name:
        case "squared_error":
            return rf"g&={at}-y={latex(F)}-{held(y)}={g}", "h&=1"
        case "huber":
            delta = rf"{lesson.model.loss_.delta:g}"  # type: ignore[attr-defined]
            clip = r"\operatorname{clip}"
            symbols, numbers = rf"{clip}({at}-y,\,\pm\delta)", rf"{clip}({latex(F)}-{held(y)},\,\pm{delta})"
            return rf"g&={symbols}={numbers}={g}", "h&=1"
        case "logistic":
            return (
                rf"g&=p-y={latex(p)}-{latex(y)}={g}\qquad(p\text{{ before the round}})",
                rf"h&=p\,(1-p)={latex(p)}\cdot{latex(1 - p)}={h}",
            )
        case "softmax":
            hit = int(y == k)
            scale = rf"{lesson.model.loss_.hessian_scale:g}"  # type: ignore[attr-defined]
            return (
                rf"g&=p-[y=k]={latex(p)}-{hit}={g}\qquad(p\text{{ before the round}})",
                rf"h&={scale}\,p\,(1-p)={scale}\cdot{latex(p)}\cdot{latex(1 - p)}={h}",
            )
        case "exponential":
            s = 2 * y - 1
            power = rf"e^{{-s{at}}}=e^{{{latex(-s * F)}}}"
            return rf"g&=-s\,{power.split('=')[0]}={g}\qquad(s={latex(s)})", rf"h&={power}={h}"
        case _:
            return rf"g&={g}", rf"h&={h}"


def held(value: float) -> str:
    """A number for a formula, in brackets where it is negative."""
    return latex(value) if value >= 0 else rf"({latex(value)})"
