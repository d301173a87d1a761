"""The page where a model is opened: its file, what is in it, its trees, and the ways to the lessons."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.link.values import CLASS, NODE, ROUND
from workbench.models.own_model import OwnModel, OwnModelError
from workbench.own_model import words
from workbench.own_model.rows_widgets import with_rows
from workbench.own_model.stage import stage_of_file
from workbench.paths import page_path
from workbench.shell import own_models, own_tables, session
from workbench.shell.choice import chooser
from workbench.shell.head import Head
from workbench.shell.lesson_card import lesson_cards
from workbench.shell.own_tables import MODEL, ROWS
from workbench.shell.registry import page_named
from workbench.shell.show_stage import follows_the_stage, show_stage

_SAID, _TURN = "own_model_said", "own_model_turn"  # why the last file was not opened; counts the files


def own_head() -> Head:
    """The model in the bar, and under it the way to open another one."""
    return Head((choose_model,), line=openers, names=(MODEL, CLASS))


def open_a_model() -> None:
    """The page; it opens with a model that is shipped."""
    if own_tables.is_awaited():
        with st.container(key="own_page_waits"):
            st.text(words.ON_ITS_WAY)
        return
    said, model = st.session_state.get(_SAID), shown_model()
    if said:
        with st.container(key="own_model_told"):
            st.text(said)
    k = int(session.clip(CLASS, n_classes(model) - 1))
    show_stage(stage_of_file(model, k))
    below_the_stage(model)


@follows_the_stage(presented=False)
def below_the_stage(model: OwnModel) -> None:
    """What the model is, and the lessons that show it."""
    with st.container(key="own_page_model", gap="small"):
        left, right = st.columns([1, 2.6], gap="large")
        with left:
            to_its_lesson(model)
            what_it_is(model)
        with right:
            with_rows(model)


# -- the file


def choose_model(bar: DeltaGenerator) -> None:
    """One that is shipped, or open."""
    shown, anew = own_models.name_in_link(shown_model()), {ROUND: 1, CLASS: 0, NODE: 0}
    chooser(bar, "Model", own_models.titles(), MODEL, shown=shown, also=anew)


def n_classes(model: OwnModel) -> int:
    """How many trees a round has, at least one."""
    return max(1, len(model.trees_of(1)) if model.n_rounds else 1)


def openers(line: DeltaGenerator) -> None:
    """A file; of several trees a round which one."""
    key = f"own_model_upload_{st.session_state.setdefault(_TURN, 0)}"
    line.file_uploader(
        "A model: XGBoost (.json, .ubj), LightGBM (.txt), CatBoost (.json) or scikit-learn (.skops)",
        key=key,
        on_change=take_upload,
        args=(key,),
        label_visibility="collapsed",
    )
    line.markdown(words.OPENS)
    last = n_classes(shown_model()) - 1
    if last:
        with line:
            session.bound(st.number_input, "Tree of class", 0, last, name=CLASS, also={NODE: 0})


@session.callback
def take_upload(key: str) -> None:
    """Open the file that was chosen."""
    uploaded = st.session_state[key]
    if uploaded is None:
        return
    st.session_state[_TURN] += 1
    try:
        found = own_models.open_model(uploaded.name, uploaded.getvalue())
    except OwnModelError as error:
        st.session_state[_SAID] = f"{uploaded.name} was not opened. {error}"
        return
    show(found.id)


@session.callback
def show(name: str) -> None:
    """Show another model, from its first tree on."""
    st.session_state.pop(_SAID, None)
    session.put(**{MODEL: name, ROUND: 1, CLASS: 0, NODE: 0})


def shown_model() -> OwnModel:
    """The model of the link, else one that is shipped; what a link waits for is said."""
    name = session.value(MODEL)
    wanted = own_tables.asked()
    if wanted is not None and not wanted.is_kept:
        rows = ", with the same rows" if wanted.id.startswith("fit") else ""
        st.info(f"The link is about a model of its sender's: open the same file{rows}, and it goes on here.")
    if name in own_models.models():
        return own_models.models()[name]
    found = own_models.example(name if name in own_models.EXAMPLES else next(iter(own_models.EXAMPLES)))
    last = own_models.opened()
    is_kept = name != "" and (last is None or last.id != found.id)
    return own_models.open_model(found.name, found.content) if is_kept else found


def to_its_lesson(model: OwnModel) -> None:
    """The lesson on what a file says without a row."""
    st.markdown("**Without a row**: what the file gives away by itself.")
    lesson_cards([(page_named("your_model.py"), {MODEL: model.id})], "confession")
    st.markdown("**With one row**: its sum, tree by tree.")
    link = {MODEL: model.id, ROWS: session.value(ROWS)}
    label = "Is your number another?"
    st.page_link(page_path("does_it_add_up.py"), label=label, query_params=link, width="content")


# -- what it is


def what_it_is(model: OwnModel) -> None:
    """The settings that the file keeps."""
    kept = words.settings_facts(model)
    if kept:
        with st.expander("Settings in the file"):
            st.html(words.facts_list(kept))
