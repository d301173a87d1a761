"""A model of another library and rows: what it asks of them, in its own order and categories. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.handover import OpenedModel
from gbtlib.handover.replayed import loss_of
from gbtlib.handover.solved import Solved
from workbench.data.sources import Content, FeatureName, FloatArray, levels_of, whole_name

MOST_ROW_ROUNDS = 6_000_000  # rows times trees: about 150 MB of a trace


@dataclass(frozen=True, eq=False)
class GivenModel:
    """The model that a data set comes with.

    name: of its file. codes: by feature of categories, the model's category of each code of the data set.
    said: a sentence for each thing that was matched, drawn or changed.
    """

    name: str
    opened: OpenedModel
    solved: Solved
    codes: Mapping[int, NDArray[np.int64]] = field(default_factory=dict)
    said: tuple[str, ...] = ()


class NoMatchError(ValueError):
    """Why a model and rows do not go together, in a sentence."""


def plain_name(name: str) -> str:
    """A name without what libraries and tables change in it: case, spaces, signs."""
    return re.sub(r"[\W_]+", "", name.casefold())


def columns_asked(opened: OpenedModel, names: tuple[str, ...]) -> tuple[list[int], str]:
    """The column for each feature of the model, and how they were matched. Errors: NoMatchError."""
    places = {plain_name(whole_name(name)): j for j, name in enumerate(names)}
    asked = [plain_name(name) for name in opened.feature_names]
    if len(asked) == opened.n_features and set(asked) <= set(places) and len(set(asked)) == len(asked):
        return [places[name] for name in asked], "Columns are matched by name."
    if len(names) != opened.n_features:
        raise NoMatchError(f"The model asks {opened.n_features} columns; the data set has {len(names)}.")
    how = "the names differ" if opened.feature_names else "the file has no names"
    return list(range(len(names))), f"Columns are matched by their place: {how}."


def check_target(opened: OpenedModel, content: Content) -> None:
    """Errors: NoMatchError for a model that predicts something else, or that cannot be replayed."""
    try:
        loss = loss_of(opened)
    except ValueError as error:
        raise NoMatchError(f"Rounds of this model cannot be followed on rows: {error}.") from None
    n_classes = len(content.class_names)
    if loss.task == "regression" and n_classes:
        raise NoMatchError("The model predicts numbers; the data set has classes.")
    if loss.task == "classification" and n_classes != max(2, loss.n_outputs):
        has = f"{n_classes} classes" if n_classes else "numbers to predict"
        raise NoMatchError(f"The model tells {max(2, loss.n_outputs)} classes apart; the data set has {has}.")


def for_model(opened: OpenedModel, content: Content) -> tuple[Content, Mapping[int, Any], tuple[str, ...]]:
    """Rows as the model reads them: its columns, in its order and type; its categories; and what was done.

    content: rows with held_out. Errors: NoMatchError.
    """
    check_target(opened, content)
    order, how = columns_asked(opened, content.feature_names)
    said, n = [how], len(content.y)
    rows = np.arange(n)
    most = max(100, MOST_ROW_ROUNDS // len(opened.trees))
    if n > most:
        rows = np.sort(np.random.default_rng(0).choice(n, most, replace=False))
        said.append(f"Of {n:,} rows {most:,} are drawn: so many fit {len(opened.trees):,} trees.")
    codes: dict[int, Any] = {}
    names: list[str] = []
    columns: list[FloatArray] = []
    by_category, by_threshold = features_by_kind(opened)
    for j, column in enumerate(order):
        name, x = content.feature_names[column], content.X[rows, column]
        if j in by_category or (levels_of(name) and j not in by_threshold):
            name, x, codes[j] = as_categories(opened, j, name, x)
        else:
            name = FeatureName(str(name))
        names.append(name)
        columns.append(x)
    numbered = sorted(set(codes) & by_category - set(opened.category_names))
    if numbered:
        said.append("The file does not name categories: their numbers are those of the data set, from 0 on.")
    X = np.column_stack(columns)
    numeric = [j for j in range(len(order)) if j not in codes]
    X[:, numeric] = opened.rows(np.nan_to_num(X, nan=np.nan))[:, numeric]
    assert content.held_out is not None
    found = Content(
        X,
        content.y[rows],
        tuple(names),
        content.target_name,
        class_names=content.class_names,
        units=tuple(content.units[column] for column in order) if content.units else (),
        held_out=content.held_out[rows],
    )
    return found, codes, tuple(said)


def features_by_kind(opened: OpenedModel) -> tuple[set[int], set[int]]:
    """The features that are split by category, and those by threshold. Errors: NoMatchError."""
    by_category: set[int] = set()
    by_threshold: set[int] = set()
    for tree in opened.trees:
        for node in tree.splits.tolist():
            (by_category if node in tree.categories else by_threshold).add(int(tree.feature[node]))
    if by_category & by_threshold:
        raise NoMatchError("The model splits a feature by category and by threshold: that cannot be shown.")
    return by_category, by_threshold


def as_categories(
    opened: OpenedModel, feature: int, name: str, x: FloatArray
) -> tuple[FeatureName, FloatArray, NDArray[np.int64]]:
    """A column as codes 0, 1, ... of what is in it: its name, the codes, and the model's number of each.

    Errors: NoMatchError for a column whose values are no categories.
    """
    there = np.unique(x[~np.isnan(x)])
    levels = levels_of(name)
    words = tuple(levels[int(each)] if levels else f"{each:g}" for each in there)
    theirs = opened.category_names.get(feature)
    if theirs is not None:
        place = {text: number for number, text in enumerate(theirs)}
        numbers = np.array([place.get(word, -1) for word in words], dtype=np.int64)
        numbers[numbers < 0] = len(theirs) + np.arange((numbers < 0).sum())  # unknown to the model
    elif ((there >= 0) & (there == np.floor(there)) & (there < 2**24)).all():
        numbers = there.astype(np.int64)
    else:
        raise NoMatchError(f"The model splits {name} by category, and the column has other numbers.")
    codes = np.where(np.isnan(x), np.nan, np.searchsorted(there, x))
    return FeatureName(str(name), words), codes, numbers
