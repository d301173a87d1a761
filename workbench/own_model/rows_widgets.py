"""A model with rows: which, and the lessons that show it on them."""

from __future__ import annotations

import streamlit as st

from workbench.data.catalogue import DATASETS
from workbench.data.given_model import NoMatchError
from workbench.data.own_table import OwnTable
from workbench.link.values import DATA
from workbench.models.own_model import OwnModel
from workbench.own_model import words
from workbench.paths import page_path
from workbench.shell import own_models, own_tables, session
from workbench.shell.registry import PAGES, page_named
from workbench.shell.setting_controls import title_of

_ROWS, _MADE = "own_model_rows", "own_model_made"  # the data set that is chosen, and what was made of it


def with_rows(model: OwnModel) -> None:
    """Choose rows, and go on to the lessons."""
    why = words.not_followed(model)
    if why:
        st.markdown("**With rows**")
        st.text(why)
        return
    st.markdown("**With rows**: give it the rows of its training, and the lessons show it round by round.")
    usual = next((each.data for each in own_models.EXAMPLES.values() if each.file == model.name), None)
    ids = [name for name in own_tables.data_ids() if DATASETS[name].model is None]
    with st.container(key="own_model_with", horizontal=True, vertical_alignment="bottom"):
        data = st.selectbox(
            "Rows of",
            ids,
            ids.index(usual) if usual in ids else None,
            format_func=title_of,
            key=f"{_ROWS}_{model.id}",
            placeholder="a data set, or your own table",
            width=320,
        )
        st.button("Show it on these rows", on_click=take_rows, args=(model, data), disabled=data is None)
        st.page_link(page_path("your_data.py"), label="Open a table of your own", width="content")
    made = st.session_state.get(_MADE)
    if made is None or made[0] != model.id:
        return
    if isinstance(made[1], str):
        with st.container(key="own_model_no_match"):
            st.text(made[1])
        return
    ways(made[1])


@session.callback
def take_rows(model: OwnModel, data: str) -> None:
    """Make the model on these rows a data set, or say why not."""
    try:
        st.session_state[_MADE] = model.id, own_models.open_with_rows(model, data)
    except NoMatchError as error:
        st.session_state[_MADE] = model.id, str(error)


def ways(table: OwnTable) -> None:
    """What was made, and a link to it in each lesson that can show it."""
    info = table.info
    with st.container(key="own_model_made"):
        st.text(" ".join((info.description, *table.said)))
    wanted = own_tables.asked_for(info.id)
    if wanted is not None:
        entry = page_named(f"{wanted.page}.py")
        label = f"Go on to the link: {entry.title}"
        st.page_link(page_path(entry.path), label=label, query_params=wanted.values)
    for heading, names in (("The model in", words.ON_MODEL), ("Its rows alone in", words.ON_ROWS)):
        with st.container(key=f"own_model_{names[0]}", horizontal=True, vertical_alignment="center"):
            st.markdown(heading, width="content")
            for name in names:
                if not words.why_not(name, info):
                    entry = page_named(f"{name}.py")
                    link = {DATA: info.id, **words.ALSO.get(name, {})}
                    st.page_link(page_path(entry.path), label=entry.title, query_params=link, width="content")
    without = [(entry.title, words.why_not(entry.name, info)) for entry in PAGES]
    st.caption("Not on " + "; ".join(f"{title}: {why}" for title, why in without if why) + ".")
