"""What one takes along of a fitted model: files of it, tables of rows, nodes and rounds, its rules. Pure."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import AdaBoostClassifier, GradientBoostingClassifier, Tree, tables
from gbtlib.core.boosting import step_sizes
from gbtlib.handover import to_lightgbm, to_onnx, to_xgboost
from gbtlib.handover.lightgbm_file import sent_to_lightgbm
from gbtlib.handover.onnx_file import answers_of
from gbtlib.handover.xgboost_file import sent_to_xgboost
from workbench.data.catalogue import Dataset
from workbench.data.sources import FeatureName, levels_of
from workbench.trees.files import levels_by_feature, plain, tree_table


class Fitted(Protocol):
    """A model of gbtlib, and the data set of which some rows were trained on."""

    @property
    def dataset(self) -> Dataset: ...
    @property
    def train(self) -> NDArray[np.intp]: ...
    @property
    def model(self) -> Any: ...


class Taken(NamedTuple):
    """A model that is fitted to be taken along alone."""

    dataset: Dataset
    train: NDArray[np.intp]
    model: Any


def fitted_to(
    title: str, names: tuple[str, ...], X: NDArray[np.float64], y: NDArray[Any], model: Any
) -> Taken:
    """A model, fitted to a few rows that were chosen by hand, with the names of their features."""
    is_classes = isinstance(model, GradientBoostingClassifier)
    data = Dataset(
        id="by_hand",
        title=title,
        task="classification" if is_classes else "regression",
        X=X,
        y=y.astype(np.int64) if is_classes else y,
        feature_names=tuple(map(FeatureName, names)),
        units=("",) * len(names),
        target_name="y",
        class_names=("0", "1") if is_classes else (),
        truth=None,
        provenance="Chosen by hand.",
    )
    return Taken(data, np.arange(len(y)), model.fit(data.X, data.y))


class TakenFile(NamedTuple):
    """A file that is made when it is asked for; or why there is none, in a sentence."""

    label: str
    ending: str
    mime: str
    make: Callable[[], str | bytes]
    why_not: str = ""


def model_files(fitted: Fitted) -> list[TakenFile]:
    """The model for gbtlib, XGBoost, LightGBM and ONNX."""
    model = fitted.model
    own = TakenFile("gbtlib, JSON", "gbtlib.json", "application/json", partial(saved, model))
    others: list[tuple[str, str, str, Callable[[Any], str | bytes], Callable[[Any], object]]] = [
        ("XGBoost, JSON", "xgboost.json", "application/json", to_xgboost, sent_to_xgboost),
        ("LightGBM, text", "lightgbm.txt", "text/plain", to_lightgbm, sent_to_lightgbm),
        ("ONNX", "onnx", "application/octet-stream", to_onnx, answers_of),
    ]
    return [own] + [
        TakenFile(label, ending, mime, partial(write, model), refusal(check, model, label))
        for label, ending, mime, write, check in others
    ]


def refusal(check: Callable[[Any], object], model: Any, label: str) -> str:
    """Why a library cannot take a model; nothing where it can."""
    if label == "ONNX" and find_spec("onnx") is None:
        return "ONNX: the package onnx is not installed here."
    try:
        check(model)
    except ValueError as error:
        return f"{label.partition(',')[0]}: {error}."
    return ""


def saved(model: Any) -> bytes:
    """What gbtlib.load reads."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save(path)
        return path.read_bytes()


def table_files(fitted: Fitted) -> list[TakenFile]:
    """Tables of the rows with their predictions, of all nodes and of the rounds; and the rules."""
    found = [("rows", rows_table), ("nodes", nodes_table)]
    if hasattr(fitted.model, "trace_"):
        found.append(("rounds", rounds_table))
    made = [
        TakenFile(f"{name.capitalize()}, CSV", f"{name}.csv", "text/csv", partial(csv_of, make, fitted))
        for name, make in found
    ]
    return [*made, TakenFile("Rules, text", "rules.txt", "text/plain", partial(rules, fitted))]


def csv_of(make: Callable[[Fitted], pd.DataFrame], fitted: Fitted) -> str:
    """A table as CSV, in which no text can be taken for a formula."""
    table = make(fitted)
    table.columns = pd.Index([plain(str(name)) for name in table.columns])
    texts = [name for name, column in table.items() if column.dtype.kind not in "biuf"]
    for name in texts:
        table[name] = [plain(each) if isinstance(each, str) else each for each in table[name]]
    return table.to_csv(index=False)


def rows_table(fitted: Fitted) -> pd.DataFrame:
    """Every row: its features, its target, whether it was trained on, and what is predicted."""
    data, model = fitted.dataset, fitted.model
    part = np.full(len(data.y), "held out", dtype=object)
    part[fitted.train] = "training"
    columns: list[tuple[str, Any]] = [("row", np.arange(len(data.y))), ("part", part)]
    for j, name in enumerate(data.feature_names):
        levels, x = np.array([*levels_of(name), ""], dtype=object), data.X[:, j]
        columns.append((str(name), levels[np.nan_to_num(x, nan=-1).astype(int)] if len(levels) > 1 else x))
    if data.task == "regression":
        columns += [(data.target_name, data.y), ("prediction", model.predict(data.X))]
    else:
        names = np.array(data.class_names, dtype=object)
        columns += [(data.target_name, names[data.y]), ("prediction", names[model.predict(data.X)])]
        shares = zip(names[model.classes_].tolist(), model.predict_proba(data.X).T, strict=True)
        columns += [(f"probability of {name}", share) for name, share in shares]
    table = pd.concat([pd.Series(values) for _, values in columns], axis=1)
    table.columns = pd.Index([name for name, _ in columns])
    return table


def trees_of(fitted: Fitted) -> Iterator[tuple[int, str, Tree]]:
    """The trees that predict, each with its round and its class, or "" where a round has one."""
    model, names = fitted.model, fitted.dataset.class_names
    if not hasattr(model, "trace_"):
        yield 1, "", model.tree_
        return
    for each in model.trace_[: model.n_estimators_]:
        trees = (each.tree,) if isinstance(model, AdaBoostClassifier) else each.trees
        for k, tree in enumerate(trees):
            yield each.number, names[k] if len(trees) > 1 else "", tree


def nodes_table(fitted: Fitted) -> pd.DataFrame:
    """Every node of every tree; see workbench.trees.files.tree_table."""
    names = fitted.dataset.feature_names
    found = []
    for number, name, tree in trees_of(fitted):
        table = tree_table(tree, names)
        table.insert(0, "round", number)
        table.insert(1, "class", name)
        found.append(table)
    return pd.concat(found, ignore_index=True)


def rounds_table(fitted: Fitted) -> pd.DataFrame:
    """What every round has brought."""
    model = fitted.model
    if isinstance(model, AdaBoostClassifier):
        table = of_rounds(model, "number", "error", "tree_weight", "train_error")
    else:
        table = of_rounds(model, "number", "train_loss", "validation_loss")
        table["step_size"] = step_sizes(model.trace_)
        table["leaves"] = [sum(tree.n_leaves for tree in each.trees) for each in model.trace_]
        table["depth"] = [max(tree.max_depth for tree in each.trees) for each in model.trace_]
    table["predicts"] = table["number"] <= model.n_estimators_
    return table


def of_rounds(model: Any, *names: str) -> pd.DataFrame:
    """Some numbers of every round."""
    return pd.DataFrame({name: [getattr(each, name) for each in model.trace_] for name in names})


def rules(fitted: Fitted) -> str:
    """Every tree as nested if and else; a leaf's weight is without the learning rate."""
    data = fitted.dataset
    names, levels = [str(name) for name in data.feature_names], levels_by_feature(data.feature_names)
    parts = []
    for number, name, tree in trees_of(fitted):
        of_class = f", {name}" if name else ""
        text = tables.to_rules(tree, names, categories=levels, class_names=data.class_names or None)
        parts.append(f"Tree of round {number}{of_class}\n\n{text}\n")
    return "\n".join(parts)
