"""A model with rows: which, and the lessons that show it on them."""

from typing import Any

import streamlit as st

from workbench.data.catalogue import DATASETS
from workbench.data.given_model import NoMatchError
from workbench.data.own_table import OwnTable
from workbench.models.own_model import OwnModel
from workbench.own_model import words
from workbench.paths import page_path
from workbench.shell import own_models, own_tables, session
from workbench.shell.choice import listed
from workbench.shell.own_tables import ROWS
from workbench.shell.setting_controls import title_of
from workbench.shell.ways_on_rows import ways_on_rows

_MADE = "own_model_made"  # the model and the data set that were looked at last, and what they make


def with_rows(model: OwnModel) -> None:
    """Choose rows, and go on to the lessons."""
    why = words.not_followed(model)
    if why:
        st.markdown("**With rows**")
        st.text(why)
        return
    st.markdown(
        "**With rows**: give it the rows of its training, and the lessons show it round by round, and why "
        "a gap goes where its file says."
    )
    usual = own_models.own_rows(model)
    ids = [name for name in own_tables.data_ids() if DATASETS[name].model is None]
    data = session.value(ROWS) if session.value(ROWS) in ids else usual
    place = st.container(key="own_model_with", horizontal=True, vertical_alignment="bottom")
    titles, none = {name: title_of(name) for name in ids}, "a data set, or your own table"
    with place:
        options: dict[str, Any] = {"index": None, "placeholder": none, "width": 320}
        listed(place, "Rows of", titles, ROWS, shown=data or None, **options)
        st.page_link(page_path("your_data.py"), label="Open a table of your own", width="content")
    if not data:
        return
    made = made_of(model, data)
    if isinstance(made, OwnTable):
        ways(made)
        return
    with st.container(key="own_model_no_match"):
        st.text(made)


def made_of(model: OwnModel, data: str) -> OwnTable | str:
    """The model on these rows, which is a data set of the session then, or why there is none."""
    known: tuple[str, str, OwnTable | str] = st.session_state.get(_MADE, ("", "", ""))
    *of, made = known
    if of == [model.id, data] and (isinstance(made, str) or own_tables.is_open(made.info.id)):
        return made
    try:
        made = own_models.open_with_rows(model, data)
    except NoMatchError as error:
        made = str(error)
    st.session_state[_MADE] = model.id, data, made
    return made


def ways(table: OwnTable) -> None:
    """What was made, and a link to it in each lesson that can show it."""
    with st.container(key="own_model_made"):
        st.text(" ".join((table.info.description, *table.said)))
    of_model = ("model", "**The model, round by round**", words.ON_MODEL)
    of_rows = ("rows", "**Its rows alone**: trees grown anew on them", words.ON_ROWS)
    ways_on_rows(table.info, (of_model, of_rows))
