"""A fitted model on one page that prints: settings, data, loss, trees, and what was measured. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from itertools import islice
from typing import Any

import numpy as np

from gbtlib import AdaBoostClassifier
from gbtlib.inputs.encoding import Features
from gbtlib.pictures.rounds import adaboost_courses, boosting_courses, rounds_picture
from gbtlib.pictures.trees import tree_picture
from workbench.components.plain_page import Origin, page_around
from workbench.text.grammar import how_many
from workbench.text.losses import words_of
from workbench.text.numbers import number
from workbench.trees.files import levels_by_feature
from workbench.trees.taken_files import Fitted, trees_of

TREES, DEPTH = 3, 3
STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5;
  font: 16px 'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif;
  color: var(--st-text-color); background: var(--st-background-color) }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .15rem 1.5rem .15rem 0; vertical-align: top }
td { overflow-wrap: break-word }
th { font-weight: 600 }
figure { margin: 0 0 1rem; break-inside: avoid; overflow-x: auto }
.origin { font-size: .85rem; opacity: .75 }
@media print { body { margin: 0; color: #000; background: #fff } h2 { break-after: avoid } }
"""


def report(origin: Origin, fitted: Fitted) -> bytes:
    """The page, in UTF-8."""
    body = "\n".join(
        f"<section><h2>{escape(title)}</h2>\n{content}</section>"
        for title, content in sections(origin, fitted)
    )
    return page_around(replace(origin, settings=None), f"<main>{body}</main>", "", "", style=STYLE)


def sections(origin: Origin, fitted: Fitted) -> Iterable[tuple[str, str]]:
    """Every part by its title."""
    yield "Measured", as_table(measured(fitted))
    if hasattr(fitted.model, "trace_"):
        yield "Round after round", figure(losses(fitted))
    for each in islice(trees_of(fitted), TREES):
        yield tree_section(fitted, *each)
    yield "Data", as_table(about_data(fitted))
    yield "Settings", as_table(set_values(origin.settings, fitted.model))


def as_table(lines: Mapping[str, str]) -> str:
    """Names and values, a line each."""
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in lines.items()
    )
    return f"<table>{rows}</table>\n"


def figure(svg: str) -> str:
    """A picture that is not parted between two pages."""
    return f"<figure>{svg}</figure>\n"


def measured(fitted: Fitted) -> dict[str, str]:
    """The share of rows that are right, or R², by part; and the loss after the last round that predicts."""
    data, model = fitted.dataset, fitted.model
    apart = np.ones(len(data.y), dtype=bool)
    apart[fitted.train] = False
    what = "R²" if data.task == "regression" else "share of rows that are right"
    found = {}
    for part, rows in (("training rows", ~apart), ("held-out rows", apart)):
        if rows.sum() > 1:
            found[f"{what}, {part}"] = number(float(model.score(data.X[rows], data.y[rows])))
    if hasattr(model, "loss_"):
        last = model.trace_[model.n_estimators_ - 1]
        name = words_of(model.loss_).on_axis
        found["rounds that predict"] = f"{model.n_estimators_} of {len(model.trace_)}"
        found[f"mean {name}, training rows"] = number(last.train_loss)
        if np.isfinite(last.validation_loss):
            found[f"mean {name}, unseen rows"] = number(last.validation_loss)
    return found


def losses(fitted: Fitted) -> str:
    """The course of the losses, or errors."""
    model = fitted.model
    if isinstance(model, AdaBoostClassifier):
        return rounds_picture(adaboost_courses(model.trace_), "error", model.n_estimators_).svg
    label = f"mean {words_of(model.loss_).on_axis}"
    return rounds_picture(boosting_courses(model.trace_), label, model.n_estimators_).svg


def tree_section(fitted: Fitted, round_number: int, name: str, tree: Any) -> tuple[str, str]:
    """A tree down to a depth."""
    data = fitted.dataset
    title = f"Tree of round {round_number}" + (f", {name}" if name else "")
    if not hasattr(fitted.model, "trace_"):
        title = "The tree"
    is_boosted, classes, names = hasattr(fitted.model, "loss_"), data.class_names, data.feature_names
    features = Features(tuple(map(str, names)), levels_by_feature(names))
    shown = tree_picture(tree, features, DEPTH, None if is_boosted else classes, title)
    return title, figure(shown.svg)


def about_data(fitted: Fitted) -> dict[str, str]:
    """What the data are, and which of them were trained on."""
    data = fitted.dataset
    n_missing = int(np.isnan(data.X).sum())
    found = {
        "title": data.title,
        "source": data.provenance,
        "rows": f"{len(data.y)}, of which {len(fitted.train)} were trained on",
        "features": ", ".join(map(str, data.feature_names)),
        "target": data.target_name,
    }
    if data.class_names:
        found["classes"] = ", ".join(data.class_names)
    if n_missing:
        found["missing"] = how_many(n_missing, "value")
    return found


def set_values(settings: Any, model: Any) -> dict[str, str]:
    """Every setting with its value; the model's own where the lesson has none."""
    given = model.get_params() if settings is None else vars(settings)
    return {name: "none" if value is None else str(value) for name, value in given.items()}
