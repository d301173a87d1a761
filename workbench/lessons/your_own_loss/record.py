"""What the stage of the lesson draws: every round of a loss in one record, one row's loss by moment. Pure.

State r is what the first r rounds make, from 0 on; tree r leads from state r to r + 1.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from gbtlib.loops.reasons import WHY_LEAF
from workbench.lessons.your_own_loss.asked import SHORT, AskedLoss
from workbench.lessons.your_own_loss.pictures import N_POINTS, axis, curves_of, span
from workbench.lessons.your_own_loss.rows import GRAIN, HIGHEST, LOWEST, LessonRows, lesson_rows
from workbench.lessons.your_own_loss.run import Boosting, Run, along, run_of
from workbench.lessons.your_own_loss.values import AT_F, AT_ROW, AT_Y, TOLD
from workbench.text.losses import words_of
from workbench.trees.drawn import drawn_nodes, drawn_trees, position_of_all

ROOM = 0.2  # beside the lowest and the highest place of a row that is moved
OF_CLASSES = (-0.12, 1.12)


def record_of(run: Run) -> dict[str, Any]:
    """All rounds.

    rows: see rows_record. fit: ((rounds + 1) * m) the
    prediction at places (m,). trees: see trees_record. training, unseen: (rounds + 1,) the mean of this
    loss over those rows. span: the ends of the axis of F; extent: of y. limits, grain: where a row is
    moved to; is_moved: whether one was. first: the row that is shown where the link says none; curves: its
    moment. choices: see choices_of. why_h: where h is not the second derivative, why it is another.
    """
    link, asked = run.made.loss.inverse_link, run.made.asked
    row = None if run.boosting.y is None else run.boosting.position
    return {
        "n_rounds": len(run.trace),
        "loss": asked.name,
        "choices": choices_of(asked),
        "curves": moment_of(run, {AT_ROW: row, AT_Y: None, AT_F: None, TOLD: ""}),
        "rate": run.boosting.learning_rate,
        "reg_lambda": run.boosting.reg_lambda,
        "title": asked.title,
        "pulls": asked.pulls,
        "is_binary": asked.is_binary,
        "why_h": run.made.troubles[0] if run.made.is_first_order else words_of(run.made.loss).bound,
        "rows": rows_record(run),
        "places": run.places,
        "fit": link(run.drawn).astype(np.float32).ravel(),
        "truth": {"x": run.rows.x, "y": run.rows.truth},
        "names": ["x"],
        "X": [run.rows.x[run.rows.train]],
        "reasons": WHY_LEAF,
        "trees": trees_record(run),
        **losses_of(run),
        "span": span(run),
        "extent": list(OF_CLASSES if asked.is_binary else (LOWEST - ROOM, HIGHEST + ROOM)),
        "limits": [0, 1] if asked.is_binary else [LOWEST, HIGHEST],
        "grain": 1 if asked.is_binary else GRAIN,
        "is_moved": run.boosting.y is not None,
        "first": run.rows.last_outlier,
    }


def losses_of(run: Run) -> dict[str, Any]:
    """The mean loss of training and of unseen rows in every state."""
    rows, loss = run.rows, run.made.loss
    states = [run.raw(state) for state in range(len(run.trace) + 1)]
    unseen = along(run.trace, run.start, rows.x[rows.unseen])
    with np.errstate(all="ignore"):
        return {
            "training": np.array([loss.loss(rows.y[rows.train], raw).mean() for raw in states]),
            "unseen": loss.loss(rows.y[rows.unseen], unseen).mean(axis=1),
        }


def choices_of(asked: AskedLoss) -> list[dict[str, Any]]:
    """Every loss that can be chosen. label: its name with its parameter."""
    losses = [(words, replace(asked, name=name)) for name, words in SHORT.items()]
    return [
        {"name": each.name, "words": words, "label": each.label, "is_binary": each.is_binary}
        for words, each in losses
    ]


def rows_record(run: Run) -> dict[str, Any]:
    """The training rows (n,), and the unseen ones.

    raw, fit, loss, pull, hessian: ((rounds + 1) * n) raw prediction, prediction, loss, negative gradient and
    the hessian that is used in every state. alone: -g / (h + lambda), the weight of a leaf of this row alone,
    NaN where it has none. own: (n,) how far a row's own pulls have moved raw in all rounds; those of its leaf
    mates did the rest.
    """
    rows, loss = run.rows, run.made.loss
    y = rows.y[rows.train]
    raw = np.stack([run.raw(state) for state in range(len(run.trace) + 1)])
    with np.errstate(all="ignore"):
        losses = np.stack([loss.loss(y, each) for each in raw])
        pull = np.stack([-loss.gradient(y, each) for each in raw])
        hessian = np.stack([loss.hessian(y, each) for each in raw])
        below = hessian + run.boosting.reg_lambda
        alone = np.where(below > 0, pull / below, np.nan)
    bends = np.stack([each.trees[0].H[each.leaf] for each in run.trace])
    return {
        "x": rows.x[rows.train],
        "y": y,
        "raw": raw.ravel(),
        "fit": loss.inverse_link(raw).ravel(),
        "loss": losses.ravel(),
        "pull": pull.ravel(),
        "hessian": hessian.ravel(),
        "alone": alone.ravel(),
        "own": run.boosting.learning_rate * (pull[:-1] / (bends + run.boosting.reg_lambda)).sum(axis=0),
        "unseen": {"x": rows.x[rows.unseen], "y": rows.y[rows.unseen]},
    }


def trees_record(run: Run) -> dict[str, Any]:
    """All trees, see drawn_trees. leaf: (rounds * n) the position where each training row ends."""
    trees = [each.trees[0] for each in run.trace]
    ends = [
        position_of_all(tree, drawn_nodes(tree))[each.leaf]
        for tree, each in zip(trees, run.trace, strict=True)
    ]
    return drawn_trees(trees, ["x"]) | {"leaf": np.concatenate(ends).astype(np.int32)}


def moment_of(run: Run, cursor: Mapping[str, Any]) -> dict[str, Any]:
    """The loss of a row: loss, gradient and the hessian that is used, over F (N_POINTS,), NaN for no number.

    limits: of the axis of the loss. ends: see ends_of. here: loss, g, h where the link puts F, and the step
    -g / (h + lambda) of a leaf of this row alone, None for no number; None where F is that of the row.
    record: all that is boosted anew where the row is held at another y, None where that cannot be.
    """
    row = row_of(run.rows, cursor)
    if cursor[AT_Y] not in (None, run.boosting.y):
        held = replace(run.boosting, position=row, y=float(cursor[AT_Y]))
        try:
            return {"record": record_of(run_of(held)), "ends": ends_of(held, cursor)}
        except ValueError:
            return {"record": None}
    y = float(run.rows.y[run.rows.train[row]])
    loss, gradient, used = curves_of(run.made, y, np.linspace(*span(run), N_POINTS))
    return {
        "shown": {AT_ROW: row} if cursor[AT_ROW] not in (None, row) else {},
        "row": row,
        "y": y,
        "loss": loss,
        "gradient": gradient,
        "used": used,
        "limits": axis(run.made, span(run)),
        "ends": ends_of(run.boosting, cursor),
        "here": None if cursor[AT_F] is None else at_place(run, y, float(cursor[AT_F])),
    }


def row_of(rows: LessonRows, cursor: Mapping[str, Any]) -> int:
    """The position of the row that is looked at."""
    return rows.last_outlier if cursor[AT_ROW] is None else min(cursor[AT_ROW], len(rows.train) - 1)


def ends_of(boosting: Boosting, cursor: Mapping[str, Any]) -> dict[str, float]:
    """By the names of those losses that were told, where each has the fit at the row in the end."""
    found = {}
    for name in SHORT.keys() & set(cursor[TOLD].split(",")):
        asked = replace(boosting.asked, name=name)
        row = row_of(lesson_rows(boosting.data, asked.is_binary), cursor)
        try:
            run = run_of(replace(boosting, asked=asked, position=0 if boosting.y is None else row))
        except ValueError:
            continue  # a typed one that cannot be boosted
        found[name] = float(run.made.loss.inverse_link(run.raw(len(run.trace)))[row])
    return found


def at_place(run: Run, y: float, F: float) -> dict[str, float | None]:
    """The loss of a row at F, and what follows from it."""
    loss, g, h = (float(each[0]) for each in curves_of(run.made, y, np.array([F])))
    below = h + run.boosting.reg_lambda
    step = known(-g / below) if below > 0 else None
    return {"F": F, "loss": known(loss), "g": known(g), "h": known(h), "step": step}


def known(value: float) -> float | None:
    """A number that can be sent."""
    return value if np.isfinite(value) else None
