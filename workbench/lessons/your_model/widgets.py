"""Which model is looked at, and what stands below the stage. Widgets."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.prose import prose
from workbench.data.catalogue import load_dataset
from workbench.lessons.your_model import words
from workbench.lessons.your_model.late_rows import heaviest_rows, late_words, trained_on
from workbench.lessons.your_model.parts import steps_of
from workbench.lessons.your_model.shipped_models import SHIPPED, shipped
from workbench.lessons.your_model.snippets import handover_snippet
from workbench.lessons.your_model.stage import hearing_steps, stage_of_model
from workbench.lessons.your_model.values import HEARD, LOOKED_AT
from workbench.link.values import CLASS, GUESS_FIRST
from workbench.models.own_model import OwnModel
from workbench.paths import page_path
from workbench.shell import own_models, own_tables, session
from workbench.shell.choice import chooser
from workbench.shell.code_lens import code_lens
from workbench.shell.head import Head
from workbench.shell.own_tables import MODEL
from workbench.shell.page import folded
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you

CODE = ["witnesses", "what is vouched for", "collapse", "leaf weight", "gain"]
_ANEW = {HEARD: 0, LOOKED_AT: None}


def names() -> dict[str, str]:
    """The names of every model that can be looked at, with the files of all: the reader's own at the end."""
    return SHIPPED | {name: own.name for name, own in own_models.models().items()}


def current_model() -> OwnModel:
    """The one that is looked at; of a link to one that is nowhere, the first."""
    name = session.value(MODEL)
    if name not in names():
        name = next(iter(SHIPPED))
        session.instead_of(MODEL, name)
    return shipped(name) if name in SHIPPED else own_models.models()[name]


def current_output() -> int:
    """Of several outputs the one whose trees are added."""
    found: int = session.clip(CLASS, current_model().opened.n_outputs - 1)
    return found


def own_head() -> Head:
    """The model in the bar, what is known of its file below it."""
    return Head((choose_model,), line=facts, names=(MODEL, CLASS))


def choose_model(bar: DeltaGenerator) -> None:
    """The file."""
    chooser(bar, "Model", names(), MODEL, also=_ANEW | {CLASS: 0})


def facts(line: DeltaGenerator) -> None:
    """What is known of the file, and of several classes which one."""
    given = current_model()
    line.markdown(words.facts(given))
    if given.opened.n_outputs > 1:
        with line:
            session.bound(st.number_input, "Class", 0, given.opened.n_outputs - 1, name=CLASS, also=_ANEW)


@follows_the_stage(presented=False)
def below_the_stage(given: OwnModel, output: int) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    heard, first = session.value(HEARD), hearing_steps(given)
    if session.value(GUESS_FIRST) != 0 and heard < first:
        prose(words.what_is_asked(given), words.terms_here(given, is_told=False), key="confess_asks")
    else:
        prose(words.how_it_is_known(given), words.terms_here(given, is_told=True), key="confess_told")
        rounds = steps_of(given.opened, output).rounds
        late_rows(given, rounds[min(max(0, heard - first), len(rounds) - 1)])
    st.markdown(words.WHAT_NO_FILE_TELLS)
    ways_on(given)
    code_lens(CODE)
    code = partial(st.code, handover_snippet(given), language="python")
    take_with_you(stage_of_model(given, output), f"confession_{given.id}", code=code)


def late_rows(given: OwnModel, number: int) -> None:
    """Which rows the tree of a round is for; made when it is opened."""
    with folded("Which rows is a late tree for?") as is_open:
        if not is_open:
            return
        found = trained_on(given, map(load_dataset, own_tables.data_ids()))
        if found is None:
            st.markdown(words.NO_ROWS)
            return
        prose(late_words(found, max(1, number)), {}, key="confess_rows")
        st.dataframe(heaviest_rows(found, max(1, number)), width="stretch", hide_index=True)


def ways_on(given: OwnModel) -> None:
    """To open a model of one's own, and to a number that does not add up."""
    mine = {} if given.id in SHIPPED else {MODEL: given.id}
    with st.container(horizontal=True):
        st.page_link(page_path("open_a_model.py"), label="Open a model of your own", width="content")
        label = "Your number is another than the model’s?"
        st.page_link(page_path("does_it_add_up.py"), label=label, query_params=mine, width="content")
