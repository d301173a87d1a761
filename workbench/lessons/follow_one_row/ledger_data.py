"""What the ledger of a row is sent: its bars, its panels, its marks. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.charts.axes import padded
from workbench.charts.colours import ABOVE, BELOW, GUESS, MODEL, OTHER, RESIDUAL, TRUTH
from workbench.lessons.follow_one_row.words import class_of
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory
from workbench.text.numbers import number

EXACT = 17  # digits of the sums, for what a round adds is read off the difference of two


def ledger_data(
    fit: BoostedModel,
    story: RowStory,
    round_number: int,
    k: int,
    last: int | None = None,
    guess: str | None = None,
) -> dict[str, Any]:
    """What the browser needs to draw the ledger of tree k of every round, the chosen round marked.

    last: the last round that is shown, all by default; numbers of later ones are not sent at all.
    guess: what the reader said of the round after the chosen one, one of words.WAYS; it is marked there.
    """
    last = story.n_rounds if last is None else last
    target = own_target(fit, story, k)
    sum_marks = [level(story.raw[0, k], f"start {number(float(story.raw[0, k]))}", OTHER)]
    if fit.dataset.task == "regression":
        sum_marks += target_marks(fit, story)
    panels = [
        {
            "title": f"raw prediction F{of_class(fit, k)}: the sum so far",
            "kind": "waterfall",
            "first": 0,
            "lines": [line(story.raw[: last + 1, k], "F", MODEL, digits=EXACT)],
            "marks": sum_marks,
            "extent": extent(story.raw[:, k], sum_marks),
        },
        prediction_panel(fit, story, k, last, target),
        derivative_panel("gradient g", "g", story.gradient[:-1, k], last, RESIDUAL),
        derivative_panel("hessian h", "h", story.hessian[:-1, k], last, OTHER),
    ]
    return {
        "n": story.n_rounds,
        "last": last,
        "round": round_number,
        "up": ABOVE,
        "down": BELOW,
        "guess": None if guess is None else guess_mark(guess, round_number),
        "panels": panels,
        "words": f"Ledger of row {story.row}: round",
    }


def guess_mark(way: str, round_number: int) -> dict[str, Any]:
    """The mark of what the reader said of the round after one."""
    return {"way": way, "after": round_number, "colour": GUESS}


def prediction_panel(fit: BoostedModel, story: RowStory, k: int, last: int, target: float) -> dict[str, Any]:
    """The prediction after every round; under softmax every class's probability, the chosen one bold."""
    shown = story.prediction[: last + 1]
    if fit.dataset.task == "regression":
        marks = target_marks(fit, story)
        lines = [line(shown[:, 0], "prediction", MODEL)]
        limits = extent(story.prediction[:, 0], marks)
        title = f"prediction of {fit.dataset.target_name}"
    else:
        marks = [level(target, f"{'y' if fit.n_classes == 1 else 'truth'} = {target:g}", TRUTH)]
        others = [j for j in range(fit.n_classes) if j != k]
        names = fit.dataset.class_names
        lines = [line(shown[:, j], names[j], OTHER, thin=True) for j in others]
        lines.append(line(shown[:, k], "p", MODEL))
        limits = [-0.08, 1.08]
        title = f"probability of {class_of(fit, k)}"
    return {"title": title, "kind": "lines", "first": 0, "lines": lines, "marks": marks, "extent": limits}


def derivative_panel(
    title: str, name: str, values: NDArray[np.float64], last: int, colour: str
) -> dict[str, Any]:
    """g or h that each round started from; the axis holds 0, and room for a number above the line."""
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    span = high - low or 1.0
    return {
        "title": f"{title} before the round",
        "kind": "lines",
        "first": 1,
        "lines": [line(values[:last], name, colour)],
        "marks": [],
        "extent": [low - 0.1 * span, high + 0.6 * span],
    }


def own_target(fit: BoostedModel, story: RowStory, k: int) -> float:
    """What the prediction of the panel should be: y, or under softmax 1 for the true class and 0 else."""
    return story.y if fit.n_classes == 1 else float(story.y == k)


def target_marks(fit: BoostedModel, story: RowStory) -> list[dict[str, Any]]:
    """Where y lies; and the function behind the data where noise has moved y away from it."""
    marks = [level(story.y, f"y = {number(story.y)}", TRUTH)]
    truth = fit.dataset.truth
    if truth is not None:
        exact = float(truth(story.x[np.newaxis])[0])
        if exact != story.y:
            marks.append({**level(exact, f"no noise: {number(exact)}", TRUTH), "dashed": True})
    return marks


def of_class(fit: BoostedModel, k: int) -> str:
    """Which class's sum it is, where there are several."""
    return f" of {fit.dataset.class_names[k]}" if fit.n_classes > 1 else ""


def line(
    values: NDArray[np.float64], name: str, colour: str, *, digits: int = 7, thin: bool = False
) -> dict[str, Any]:
    """A line of a panel: one value a round, so many digits of it."""
    drawn = [float(f"{v:.{digits}g}") for v in values]
    return {"values": drawn, "name": name, "colour": colour, "thin": thin}


def level(value: float, text: str, colour: str) -> dict[str, Any]:
    """A horizontal mark with its text."""
    return {"value": float(value), "text": text, "colour": colour, "dashed": False}


def extent(values: NDArray[np.float64], marks: Sequence[dict[str, Any]]) -> list[float]:
    """The range of an axis that holds some values and marks."""
    held = [*values.tolist(), *(mark["value"] for mark in marks)]
    return list(padded(min(held), max(held), 0.1))
