"""The words on a picture of rounds. Pure, without streamlit."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.charts.colours import class_ends
from workbench.data.catalogue import Dataset
from workbench.models.predictions import Model
from workbench.text.losses import words_of

Group = tuple[float, float, str]


@dataclass(frozen=True)
class Captions:
    """What is written on the picture; loss: what is averaged; groups: from where to where the rows of a class
    stand; hues: colours of the classes down and up, if there are classes.
    """

    title: str
    x: str
    y: str
    rows: str
    up: str
    down: str
    loss: str = ""
    truth: str = ""
    groups: tuple[Group, ...] = ()
    hues: tuple[str, ...] = ()


def positive_class(k: int, model: Model) -> int:
    """The class that the raw prediction speaks for: k under softmax, else the second of two."""
    return k if model.loss_.n_outputs > 1 else 1


def captions(data: Dataset, k: int, model: Model, as_probability: bool) -> Captions:
    """The words on the picture that do not depend on what is drawn along its axes."""
    known = words_of(model.loss_)
    loss = known.on_axis
    if data.task == "regression":
        return Captions(data.title, "", f"prediction of {data.target_name}", "", "too low", "too high", loss)
    positive = positive_class(k, model)
    name = data.class_names[positive]
    other = data.class_names[1 - positive] if len(data.class_names) == 2 else f"not {name}"
    raw = f", {known.raw}" if known.raw else ""
    speaks = f"probability of {name}" if as_probability else f"raw prediction of {name}{raw}"
    hues = class_ends(positive, len(data.class_names))
    return Captions(data.title, "", speaks, "", name, other, loss, hues=hues)
