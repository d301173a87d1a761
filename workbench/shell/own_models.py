"""The models that a reader has opened in this session, and the examples that are shipped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from workbench.models.own_model import MOST_OCTETS, OwnModel, own_model
from workbench.paths import DATASETS_DIR
from workbench.shell import own_tables


@dataclass(frozen=True)
class ShippedModel:
    """A model that is shipped. data: the data set whose training rows it was trained on."""

    title: str
    file: str
    data: str


EXAMPLES: Mapping[str, ShippedModel] = {
    "xgboost": ShippedModel("XGBoost on breast cancer", "breast_cancer_xgboost.json", "breast_cancer"),
    "lightgbm": ShippedModel("LightGBM on cars", "automobile_lightgbm.txt", "automobile"),
}


@dataclass(frozen=True)
class ModelFile:
    """A model's file, as the browser keeps it."""

    name: str
    content: bytes

    def text(self) -> str:
        """Nothing is chosen of it."""
        return ""


@st.cache_data(max_entries=16, show_spinner=False)
def model_in(name: str, content: bytes) -> OwnModel:
    """The model in a file, with what is solved for. Errors: OwnModelError."""
    megabytes = st.get_option("server.maxUploadSize")
    return own_model(name, content, max(MOST_OCTETS, int(megabytes) * 1_000_000))


def models() -> dict[str, OwnModel]:
    """The models of the session by their ids, the last one at the end."""
    found: dict[str, OwnModel] = st.session_state.setdefault(own_tables.MODELS, {})
    return found


def opened() -> OwnModel | None:
    """The model that was opened last in this session; None where none was."""
    return next(reversed(models().values()), None)


def example(name: str) -> OwnModel:
    """A shipped model by its name in EXAMPLES."""
    file = EXAMPLES[name].file
    return model_in(file, (DATASETS_DIR / file).read_bytes())


def open_model(name: str, content: bytes) -> OwnModel:
    """Open a model for the session. Errors: OwnModelError."""
    found = model_in(name, content)
    models().pop(found.id, None)
    models()[found.id] = found
    own_tables.keep(found.id, ModelFile(name, content))
    return found


own_tables.RESTORES["mod"] = lambda name, content, text: open_model(name, content)
