"""The pull of one row under every loss, and how each loss fares on rows that it has not seen. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from workbench.lessons.your_own_loss.asked import LOSS_NAMES, OWN, AskedLoss, made
from workbench.lessons.your_own_loss.run import Boosting, Run, run_of


@dataclass(frozen=True)
class Pull:
    """What one loss asks of a row: the negative gradient, and its share of all pulls in the training rows.

    hessian: that is used. is_shown: whether it is the loss that is boosted.
    """

    title: str
    pull: float
    share: float
    hessian: float
    is_shown: bool


def rivals(asked: AskedLoss) -> list[AskedLoss]:
    """Every loss of the same kind of y, the one that is asked for among them; one's own comes last."""
    found = [replace(asked, name=name) for name in LOSS_NAMES if name != OWN]
    kin = [each for each in found if each.is_binary == asked.is_binary]
    return [*kin, asked] if asked.name == OWN else kin


def pulls_of_row(run: Run, number: int, position: int) -> list[Pull]:
    """The pull of a training row under every loss, at the prediction of the loss that is boosted."""
    y, raw = run.rows.y[run.rows.train], run.raw(number)
    found = []
    for asked in rivals(run.boosting.asked):
        loss = made(asked).loss
        with np.errstate(all="ignore"):
            pulls, hessian = -loss.gradient(y, raw), loss.hessian(y, raw)
        total = float(np.abs(pulls).sum())
        own = float(pulls[position])
        share = abs(own) / total if total else 0.0
        found.append(Pull(asked.title, own, share, float(hessian[position]), asked == run.boosting.asked))
    return found


def usual_of(boosting: Boosting) -> Boosting:
    """The same boosted with the loss that is compared with: half squared error, or log loss for classes."""
    name = "logistic" if boosting.asked.is_binary else "squared_error"
    return replace(boosting, asked=AskedLoss(name))


def compared(boosting: Boosting) -> list[Run]:
    """The runs whose way on unseen rows is drawn: the usual loss, its rival, and the shown one."""
    second = (
        AskedLoss("exponential")
        if boosting.asked.is_binary
        else AskedLoss("huber", delta=boosting.asked.delta)
    )
    wanted = [usual_of(boosting), replace(boosting, asked=second)]
    if boosting.asked.name not in {each.asked.name for each in wanted}:
        wanted.append(boosting)
    return [run_of(each) for each in wanted]
