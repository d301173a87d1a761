"""How a loss fares on rows that it has not seen, beside the usual one and its rival. Pure."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from workbench.charts.axes import padded
from workbench.charts.colours import GUESS, MODEL, OTHER
from workbench.charts.panels import DASHED, SOLID, Line, Panel, floats
from workbench.lessons.your_own_loss.asked import AskedLoss
from workbench.lessons.your_own_loss.run import Boosting, Run, run_of


def usual_of(boosting: Boosting) -> Boosting:
    """The same boosted with the loss that is compared with: half squared error, or log loss for classes."""
    name = "logistic" if boosting.asked.is_binary else "squared_error"
    return replace(boosting, asked=AskedLoss(name))


def compared(boosting: Boosting) -> list[Run]:
    """The runs whose way on unseen rows is drawn: the usual loss, its rival, and the shown one."""
    asked = boosting.asked
    second = AskedLoss("exponential") if asked.is_binary else AskedLoss("huber", delta=asked.delta)
    wanted = [usual_of(boosting), replace(boosting, asked=second)]
    if asked.name not in {each.asked.name for each in wanted}:
        wanted.append(boosting)
    return [run_of(each) for each in wanted]


def unseen_panel(runs: Sequence[Run]) -> Panel:
    """How far predictions are from y on unseen rows without outliers, over the rounds."""
    lines = [
        Line(floats(np.arange(1.0 + len(run.trace))), floats(run.unseen), colour, run.made.asked.title, dash)
        for run, (colour, dash) in zip(runs, ((OTHER, DASHED), (MODEL, SOLID), (GUESS, SOLID)), strict=False)
    ]
    rounds, top = max(len(run.trace) for run in runs), max(float(run.unseen[0]) for run in runs)
    extent = (*padded(0, rounds, 0.02), 0.0, 1.3 * top)
    label = "mean ½(prediction − y)²"
    return Panel("Unseen rows without outliers", extent, "round", label, tuple(lines), whole=True)
