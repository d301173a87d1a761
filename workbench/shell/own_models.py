"""The models that a reader has opened, and the examples that are shipped."""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from gbtlib.handover.replayed import Replayed
from workbench.data.catalogue import DATASETS, Dataset, load_dataset
from workbench.data.given_model import GivenModel
from workbench.data.own_table import OwnTable
from workbench.models.boosted import BoostedModel
from workbench.models.model_rows import with_rows
from workbench.models.own_model import MOST_OCTETS, OwnModel, own_model
from workbench.paths import DATASETS_DIR
from workbench.shell import own_tables, session

ALIKE = 0.97  # of the leaves: from here on the rows are those of training


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


@st.cache_resource(max_entries=16, show_spinner=False)
def model_in(name: str, content: bytes) -> OwnModel:
    """The model in a file, with what is solved for. Errors: OwnModelError."""
    megabytes = st.get_option("server.maxUploadSize")
    return own_model(name, content, max(MOST_OCTETS, int(megabytes) * 1_000_000))


def models() -> dict[str, OwnModel]:
    """The models of the session by their ids, the last one at the end."""
    found: dict[str, OwnModel] = st.session_state.setdefault(own_tables.MODELS, {})
    return found


def opened() -> OwnModel | None:
    """The model that was opened last; None where none was."""
    return next(reversed(models().values()), None)


def example(name: str) -> OwnModel:
    """A shipped model by its name in EXAMPLES."""
    file = EXAMPLES[name].file
    return model_in(file, (DATASETS_DIR / file).read_bytes())


def name_in_link(model: OwnModel) -> str:
    """What a link calls a model: one that is shipped by its own name, another one by what is in it."""
    return next((name for name in EXAMPLES if example(name).id == model.id), model.id)


def titles() -> dict[str, str]:
    """Of every model that can be looked at, by its name in the link: those that are shipped come first."""
    found = {name: each.title for name, each in EXAMPLES.items()}
    own = {name: each.name for name, each in models().items() if name_in_link(each) == name}
    return found | own


def open_model(name: str, content: bytes) -> OwnModel:
    """Open a model for the session. Errors: OwnModelError."""
    found = model_in(name, content)
    models().pop(found.id, None)
    models()[found.id] = found
    own_tables.keep(found.id, own_tables.KeptFile(name, content))
    return found


def own_rows(model: OwnModel) -> str:
    """Of a model that is shipped the data set whose rows it was trained on; of another one nothing."""
    return next((each.data for name, each in EXAMPLES.items() if example(name).id == model.id), "")


def takes(model: OwnModel, data: str) -> bool:
    """Whether there is a data set of this name, with as many columns as the model asks for."""
    is_table = data in DATASETS and DATASETS[data].model is None
    return is_table and load_dataset(data).X.shape[1] == model.opened.n_features


def table_of(model: OwnModel, data: str) -> Dataset | None:
    """The table of which rows are taken: the one that is chosen if the model takes it, else its own."""
    chosen = data if takes(model, data) else own_rows(model)
    return load_dataset(chosen) if chosen else None


def open_with_rows(model: OwnModel, data: str) -> OwnTable:
    """Make a model on the rows of a data set a data set of the session. Errors: NoMatchError."""
    table, rows = with_rows(model, data), {"data": data}
    file = own_tables.opened()[data][1] if data in own_tables.opened() else None
    if file is not None:
        content = base64.b64encode(file.content).decode()
        rows = {"name": file.name, "content": content, "text": file.text()}
    own_tables.take_in(table, own_tables.KeptFile(model.name, model.content, json.dumps(rows)))
    return table


def restored(name: str, content: bytes, text: str) -> OwnTable:
    """A model with its rows, again. Errors: KeyError, TypeError, ValueError for a text that is not ours."""
    said = json.loads(text)
    if "data" not in said:
        table = base64.b64decode(said["content"])
        file = own_tables.file_of(said["name"], table, said["text"])
        said["data"] = own_tables.open_table(file).info.id
    return open_with_rows(open_model(name, content), said["data"])


def given() -> GivenModel | None:
    """The model that the data set of the page comes with."""
    data = session.values()["data"]
    return DATASETS[data].model if data in DATASETS else None


def say_settings(found: GivenModel) -> None:
    """In place of settings that can be set: that they are the file's, and which it does not say."""
    st.text(
        f"Rate, depth, rounds, lambda and alpha are those of {found.name}, as far as they can be told. What "
        "else it was trained with (gamma, limits of rows and weights, samples) is not in the file."
    )
    for each in found.said:
        st.text(each)


def say_model(fit: BoostedModel) -> None:
    """Of a model that was opened: whether the rows are those of its training, once and below the lesson."""
    found, replayed = DATASETS[fit.settings.data].model, fit.replayed
    if found is None or replayed is None:
        return
    words = how_it_goes(found.name, replayed)
    if replayed.met < ALIKE:
        session.say_once(words)
    with st.container(key="own_model_said"):
        st.text(" ".join((words, *(f"{note[0].upper()}{note[1:]}." for note in replayed.notes))))


def how_it_goes(name: str, replayed: Replayed) -> str:
    """How well a model goes with its rows."""
    told = f"Trees, thresholds and leaf weights are those of {name}; g, h, G, H and gains are of these rows."
    if replayed.met >= ALIKE:
        return (
            f"{told} Leaf weights are −G/(H + λ) of these rows: they are the rows of its training. "
            "A split may gain less than the best cut here, where its library looked at cuts between bins."
        )
    share = f"{replayed.met:.0%}"
    return (
        f"{told} Of the leaves with rows {share} have the weight −G/(H + λ) of these rows; the others were "
        "trained on other rows, a sample or weights, or in another way: their weight stays the file's."
    )


own_tables.RESTORES["mod"] = lambda name, content, text: open_model(name, content)
own_tables.RESTORES["fit"] = restored
