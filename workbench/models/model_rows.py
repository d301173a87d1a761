"""A model that was opened, with rows: a data set on which lessons show the model. Pure."""

import hashlib

import numpy as np

from workbench.data.catalogue import DatasetInfo, load_dataset
from workbench.data.given_model import GivenModel, for_model
from workbench.data.held_out import training_rows
from workbench.data.own_table import CHOSEN_FROM, ID, OwnRows, OwnTable, id_of
from workbench.data.sources import Content, FeatureName
from workbench.models.own_model import OwnModel


def with_rows(model: OwnModel, data: str) -> OwnTable:
    """The data set of a model on the rows of another data set, whose training rows are trained on.

    Errors: NoMatchError where they do not go together.
    """
    rows = load_dataset(data)
    held_out = np.zeros(len(rows.y), dtype=bool)
    held_out[training_rows(rows)[1]] = True
    content = Content(
        *(rows.X, rows.y, rows.feature_names, rows.target_name),
        units=rows.units,
        class_names=rows.class_names,
        held_out=held_out,
    )
    found, codes, said = for_model(model.opened, content)
    digest = hashlib.sha256(f"{model.id} {id_of(found)}".encode()).hexdigest()
    n_rows, n_features = found.X.shape
    has_categories = any(isinstance(each, FeatureName) and each.levels for each in found.feature_names)
    info = DatasetInfo(
        f"fit{digest[:12]}{data[CHOSEN_FROM:] if ID.fullmatch(data) else ''}",
        f"{model.name} on {rows.title}",
        rows.task,
        len(found.class_names),
        False,
        f"Your model: {found.target_name} from {n_features} columns of {n_rows:,} rows.",
        f"{model.name} was opened from a file; it is shown as it is, on the rows of {rows.title}.",
        OwnRows(found),
        has_categories,
        GivenModel(model.name, model.opened, model.solved, codes, said),
    )
    return OwnTable(info, found, said)
