"""What the stage of the lesson draws: witnesses, what they tell, and the rounds after that. Pure."""

from typing import Any

import numpy as np

from gbtlib.handover.solve_xgboost import splits_of
from workbench.lessons.your_model.parts import Steps, asks_record, parts_record, steps_of
from workbench.lessons.your_model.shipped_models import SHIPPED
from workbench.lessons.your_model.told import losses_of, start_of
from workbench.lessons.your_model.witnesses import (
    OTHER_ALPHAS,
    Witnesses,
    across,
    doubts,
    drawn_lines,
    has_alpha,
    point_of,
    up,
    witnesses_of,
)
from workbench.lessons.your_model.words import because, confession, why_untold
from workbench.models.own_model import OwnModel
from workbench.trees.file_trees import file_trees, names_of

MOST_LINES, MOST_IN_LOUPE = 60, 30

Record = dict[str, Any]


def record_of(given: OwnModel, output: int = 0) -> Record:
    """All that the stage shows, wherever the cursor is. output: of a model of several classes.

    counts: splits heard after each step, n_splits: of how many that say something. is_told: whether they tell
    lambda and eta. point: lambda, eta and an alpha that is not 0, [] where not told. rounds: up to each step
    after the confession. loss: after each of those; is_loss: whether it is the training loss, or what was
    taken off it. told: lines, see confession. because: see there. next: the name and the file of the model
    that comes with the lesson after this one, None after the last.
    """
    model, solved = given.opened, given.solved
    found, steps = witnesses_of(model, solved), steps_of(model, output)
    names = names_of(given)
    losses = losses_of(model, solved)
    names_drawn = ("lambda", "learning rate", *(["alpha"] if has_alpha(solved) else []))
    is_told = not why_untold(given)
    return {
        "title": given.name,
        "next": next_shipped(given.id),
        "library": given.library,
        "is_xgboost": model.library == "xgboost",
        "counts": found.counts,
        "n_splits": len(found),
        "is_told": is_told,
        "point": [solved.settings[name].value for name in names_drawn] if is_told else [],
        "why": why_untold(given),
        **plane_record(found, given),
        "rounds": steps.rounds,
        "n_rounds": steps.rounds[-1],
        "loss": losses.values[steps.rounds] if len(losses.values) else np.zeros(0),
        "is_loss": losses.is_whole,
        "no_loss": losses.why,
        "told": confession(given),
        "because": because(given, int(found.tree[0]), int(found.node[0])) if is_told and len(found) else "",
        "parts": parts_record(model, names, output, steps),
        "asks": asks_record(model, names, steps),
        **shown_trees(given, found, steps, output),
    }


def next_shipped(name: str) -> list[str] | None:
    """The model of SHIPPED after one of a name, the first after a reader's own: its name and its file."""
    names = list(SHIPPED)
    after = names.index(name) + 1 if name in names else 0
    return None if after == len(names) else [names[after], SHIPPED[names[after]]]


def plane_record(found: Witnesses, given: OwnModel) -> Record:
    """Lines of the witnesses in the plane, see drawn_line, where they meet, and what a loupe shows there.

    in_file: where eta stands in the file, how far up that is, else None. off, slope: see Witnesses, of some.
    others: the first line at other_alphas, where no alpha is told.
    doubts: after each step, see doubts.
    """
    reg_lambda, inverse, _ = point_of(given.solved)
    is_told = bool(np.isfinite(reg_lambda * inverse))
    return {
        "lines": drawn_lines(found.line[:MOST_LINES]),
        "others": drawn_lines(found.others),
        "other_alphas": OTHER_ALPHAS,
        "place": [float(across(reg_lambda)), float(up(inverse))] if is_told else [],
        "in_file": float(up(inverse)) if found.rate_in_file and np.isfinite(inverse) else None,
        "off": found.off[:MOST_IN_LOUPE],
        "slope": found.slope[:MOST_IN_LOUPE, :2].ravel(),
        "width": found.width,
        "doubts": doubts(found, given.solved),
    }


def trees_record(given: OwnModel, numbers: list[int], output: int) -> Record:
    """Trees by their numbers, see file_trees; the first without the average that is folded in.

    sum_weight: of XGBoost the w of each node from which its G follows; a leaf may add another one.
    """
    model = given.opened
    trees = file_trees(given, numbers, output)
    folded = start_of(model, given.solved) - model.base[0]
    if numbers[0] == 0 and model.n_outputs == 1 and np.isfinite(folded):
        leaves = np.flatnonzero((trees["left"] < 0) & (trees["hidden"] == 0))
        trees["weight"][leaves[leaves < trees["start"][1]]] -= folded
    record = trees | {"number": numbers, "names": names_of(given)}
    if model.library != "xgboost":
        return record
    splits = splits_of(model, False)
    first = np.repeat(splits.starts[numbers], np.diff(trees["start"]))
    return record | {"sum_weight": splits.weight[first + trees["id"]]}


def shown_trees(given: OwnModel, found: Witnesses, steps: Steps, output: int) -> Record:
    """The trees, and which one stands beside each step: of those of hearing the witness, of a round its last.

    shows: by step, 0 the file, the position of its tree. witness: of steps of hearing its node, -1 for none.
    """
    before = [0, *found.counts[:-1]] if found.counts else []
    heard, nodes = found.tree[before].tolist(), found.node[before].tolist()
    if len(heard) > 1:
        heard[-1], nodes[-1] = 0, -1
    of_rounds = [trees[-1] if trees else 0 for trees in steps.trees]
    numbers = sorted({0, *heard, *of_rounds}) if given.opened.trees else []
    place = {k: at for at, k in enumerate(numbers)}
    return {
        "trees": trees_record(given, numbers, output) if numbers else {"weight": np.zeros(0)},
        "shows": [place.get(k, 0) for k in (0, *heard, *of_rounds)],
        "witness": nodes,
        "n_trees": len(given.opened.trees),
    }
