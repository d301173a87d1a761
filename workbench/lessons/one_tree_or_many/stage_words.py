"""What the stage of the lesson says, but for the numbers of its rounds. Pure."""

from typing import Any

import numpy as np

from workbench.lessons.one_tree_or_many.comparison import WRONG, Comparison, GrownTree, ModelCourse
from workbench.lessons.one_tree_or_many.forest import ForestCourse
from workbench.text.numbers import number

PIECES = {"curve": "intervals", "plane": "boxes", "answers": "answers"}
IDEAS = {
    "curve": ["a cut parts one interval", "the steps of all add up"],
    "plane": ["each cut stays in its own", "each tree cuts across the boxes", "cuts come again"],
    "answers": ["a leaf has one answer", "the answers of all add up"],
}


def stage_words(shown: Comparison) -> dict[str, Any]:
    """names: of both sides, short; titles: over both pictures, of one tree and of more, {n} being how many;
    trees: what the small pictures on the right are; ideas: what each side does, and
    in a plane what many trees do that make no more boxes than leaves; done: from which state on the
    one tree stays as it is; why: see why_of.
    """
    a, b, fit = shown.a, shown.b, shown.b.fit
    measure = "share of wrong rows" if b.measure == WRONG else b.measure
    data, kind = fit.dataset, {1: "curve", 2: "plane"}.get(fit.n_axes, "answers")
    return {
        "names": short_names(shown),
        "titles": [titles_of(shown, 0), titles_of(shown, 1)],
        "axes": [] if kind == "answers" else [str(name) for name in data.feature_names],
        "target": data.target_name if data.task == "regression" else f"P({data.class_names[shown.k]})",
        "classes": class_names(shown),
        "wrong": "wrong: another class is likelier" if fit.n_classes > 1 else "wrong",
        "right": "" if fit.n_classes > 1 else "right: beyond the middle, on its own side",
        "measure": measure,
        "piece_name": PIECES[kind],
        "asks": f"From which round on {asks_of(short_names(shown)[1])} on "
        f"{'unseen' if fit.n_unseen else 'training'} rows?",
        "trees": f"steps at rate {fit.settings.learning_rate:g}, added up",
        "ideas": ideas_of(shown, kind),
        "done": done_of(a),
        "why": why_of(a, b),
    }


def short_names(shown: Comparison) -> list[str]:
    """Both sides in a word or two."""
    if isinstance(shown.a, GrownTree):
        return [shown.names.a, "many trees"]
    return [shown.names.a, "boosting" if isinstance(shown.a, ForestCourse) else shown.names.b]


def asks_of(name: str) -> str:
    """Whether one side, or many, err less."""
    return f"{'do' if name.endswith('s') else 'does'} {name} err less"


def titles_of(shown: Comparison, side: int) -> list[str]:
    """What stands over a picture, where it has one tree, and where it has {n}."""
    of_class = f" for {shown.b.fit.dataset.class_names[shown.k]}" if shown.b.fit.n_classes > 1 else ""
    if side == 0 and isinstance(shown.a, GrownTree):
        return [f"One tree{of_class}"] * 2
    if side == 0 and isinstance(shown.a, ForestCourse):
        return ["One tree of a forest", "Mean of {n} trees"]
    if isinstance(shown.a, GrownTree | ForestCourse):
        return [f"One small tree{of_class}", f"{{n}} small trees{of_class}"]
    name = shown.names[side]
    return [f"{name if side == 0 else name.capitalize()}{of_class}"] * 2


def class_names(shown: Comparison) -> list[str]:
    """The classes below and above the middle of the scale; none in regression."""
    data = shown.b.fit.dataset
    if data.task == "regression":
        return []
    name = data.class_names[shown.k]
    return [data.class_names[1 - shown.k] if len(data.class_names) == 2 else f"not {name}", name]


def ideas_of(shown: Comparison, kind: str) -> list[str]:
    """What each side does, in a few words; nothing of two settings, which do the same."""
    if isinstance(shown.a, GrownTree):
        return IDEAS[kind]
    if isinstance(shown.a, ForestCourse):
        return ["no tree knows of the others", "each corrects those before it"]
    return ["", ""]


def done_of(a: Any) -> int | None:
    """From which state on the one tree has all its leaves; None where it never has, or is none."""
    if not isinstance(a, GrownTree):
        return None
    whole = [each.n_leaves for each in a.fit.trace[0].trees]
    states = np.flatnonzero((a.sizes == whole).all(axis=1))
    return int(states[0]) if len(states) else None


def why_of(a: ModelCourse, b: ModelCourse) -> str:
    """What lets one side err less on unseen rows in the end: its error on training rows, or the gap to it, in
    whichever both differ more. "" where no rows are unseen, or both err alike.
    """
    ends = [(each, each.upto(b.n_rounds)) for each in (a, b)]
    errors = [(float(each.judged_error[end]), float(each.seen_error[end])) for each, end in ends]
    (less, seen), (more, more_seen) = sorted(errors)
    if not b.fit.n_unseen or less == more:
        return ""
    if (more - more_seen) - (less - seen) > more_seen - seen:
        gaps = [number(as_read(each) - as_read(of)) for each, of in ((less, seen), (more, more_seen))]
        return f"smaller gap to training rows: {gaps[0]}, not {gaps[1]}"
    return f"so already on training rows: {number(seen)}, not {number(more_seen)}"


def as_read(value: float) -> float:
    """The number that one reads, from which the reader takes others away."""
    return float(number(value).replace("−", "-").replace(",", ""))
