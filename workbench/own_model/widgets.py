"""The page where a model is opened: its file, what is in it, its trees, and a row on its way through them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from gbtlib.handover.opened import leaves_of
from workbench.link.values import CLASS, NODE, ROUND
from workbench.models.own_model import OwnModel, OwnModelError
from workbench.own_model import words
from workbench.own_model.rows_widgets import with_rows
from workbench.own_model.words import Fact
from workbench.paths import page_path
from workbench.shell import own_models, own_tables, session
from workbench.shell.lesson_card import drawn, lesson_cards
from workbench.shell.own_tables import MODEL
from workbench.shell.pictures import node_field, tree_picture
from workbench.shell.registry import page_named
from workbench.text.numbers import number, row_text
from workbench.trees.view import Look, numbers_of, tree_view

_SAID, _TURN = "own_model_said", "own_model_turn"  # why the last file was not opened; counts the files
STYLE = """<style>
.own-facts { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.own-facts th, .own-facts td { padding: .15em 1.2em .15em 0; text-align: left; vertical-align: top; }
.own-facts th { font-weight: 400; opacity: .7; white-space: nowrap; }
.own-facts td:nth-child(2) { font-weight: 600; min-width: 6.5em; overflow-wrap: break-word; }
.own-facts td:nth-child(3) { opacity: .7; }
</style>"""


def open_a_model() -> None:
    """The page."""
    model = shown_model()
    with st.container(key="own_page_model", gap="small"):
        said = st.session_state.get(_SAID)
        if said:
            with st.container(key="own_model_told"):
                st.text(said)
        if model is None:
            with st.container(key="own_welcome"):
                st.markdown(words.WELCOME)
            openers()
            what_is_seen()
            return
        with st.container(key="own_model_title"):
            st.text(model.name)
        st.text(words.in_a_line(model))
        left, right = st.columns([1, 2.6], gap="large")
        with left:
            to_its_lesson(model)
            what_it_is(model)
        with right:
            with_rows(model)
        its_trees(model)
        with st.expander("Another model", expanded=bool(said)):
            openers()


def its_trees(model: OwnModel) -> None:
    """A tree, a node of it, and a row on its way."""
    st.markdown("**Its trees**")
    which = tree_chooser(model)
    if which is None:
        return
    node = one_tree(model, which)
    left, middle, right = st.columns(3, gap="large")
    with middle:
        row = typed_row(model)
    with left:
        st.markdown(f"**Node {node}** of this tree; the row ends in node {leaf_of(model, row, which)}")
        facts(words.node_facts(model, which, node))
    with right:
        ledger(model, row)


def facts(found: list[Fact]) -> None:
    """A table of facts."""
    st.html(STYLE + words.facts_table(found))


# -- the file


def openers() -> None:
    """A file, or a model that is shipped."""
    key = f"own_model_upload_{st.session_state.setdefault(_TURN, 0)}"
    st.file_uploader(
        "A model: XGBoost (.json, .ubj), LightGBM (.txt), CatBoost (.json) or scikit-learn (.skops)",
        key=key,
        help="At most 5 MB; --server.maxUploadSize raises it. No pickle is opened.",
        on_change=take_upload,
        args=(key,),
    )
    shipped = [each.file for each in own_models.EXAMPLES.values()]
    with st.container(key="own_model_examples", horizontal=True, vertical_alignment="center"):
        st.markdown("Or try one that is shipped:", width="content")
        for name, example in own_models.EXAMPLES.items():
            st.button(example.title, key=f"own_model_{name}", on_click=show, args=(name,))
        own = {name: each for name, each in own_models.models().items() if each.name not in shipped}
        if own:
            st.markdown("Or again:", width="content")
        for name, model in own.items():
            st.button(model.name, key=f"own_model_again_{name}", on_click=show, args=(name,))


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


def shown_model() -> OwnModel | None:
    """The model of the link; what a link waits for is said."""
    name = session.value(MODEL)
    if name in own_models.EXAMPLES:
        found = own_models.example(name)
        last = own_models.opened()
        is_last = last is not None and last.id == found.id
        return found if is_last else own_models.open_model(found.name, found.content)
    wanted = own_tables.asked()
    if wanted is not None:
        rows = ", with the same rows" if wanted.id.startswith("fit") else ""
        st.info(f"The link is about a model of its sender's: open the same file{rows}, and it goes on here.")
    return own_models.models().get(name)


def what_is_seen() -> None:
    """While no model is open: what there is to see of one."""
    with st.container(key="own_model_start"):
        for place, (lesson, heading, told) in zip(st.columns(3, gap="large"), words.AT_START, strict=True):
            picture = drawn(page_named(f"{lesson}.py"))
            place.markdown(f'<div class="thumbnail">{picture}</div>', unsafe_allow_html=True)
            place.markdown(f"#### {heading}\n\n{told}")


def to_its_lesson(model: OwnModel) -> None:
    """The lesson on what a file says without a row."""
    st.markdown("**Without a row**: what the file gives away by itself.")
    lesson_cards([(page_named("your_model.py"), {MODEL: model.id})], "confession")


# -- what it is


def what_it_is(model: OwnModel) -> None:
    """What the file says, and, folded, for a lesson asks it, what was solved for."""
    with st.expander("What the file says"):
        facts(words.file_facts(model))
        facts(words.settings_facts(model))
    with st.expander("λ, α, the learning rate and G: told by the file, or solved for"):
        facts(words.solved_facts(model))


# -- its trees


def tree_chooser(model: OwnModel) -> int | None:
    """The round and, where it has several trees, which of them; gives its number."""
    with st.container(key="own_model_round", horizontal=True, vertical_alignment="bottom"):
        at = max(1, int(session.clip(ROUND, model.n_rounds)))
        session.bound(
            st.number_input,
            f"Round, of {model.n_rounds:,}",
            1,
            model.n_rounds,
            name=ROUND,
            shown=at,
            width=180,
        )
        trees = model.trees_of(at)
        if not trees:
            st.markdown("The round has no tree.")
            return None
        tree = int(session.clip(CLASS, len(trees) - 1))
        if len(trees) > 1:
            session.bound(
                st.number_input,
                f"Tree, of {len(trees)}",
                0,
                len(trees) - 1,
                name=CLASS,
                shown=tree,
                width=180,
            )
        last = len(model.opened.trees[trees[tree]].feature) - 1
        node_field(NODE, last, int(session.clip(NODE, last, 0)))
    return trees[tree]


def one_tree(model: OwnModel, which: int) -> int:
    """A tree; gives its chosen node."""
    node = int(session.clip(NODE, len(model.opened.trees[which].feature) - 1, 0))
    try:
        tree = words.tree_shown(model, which)
    except ValueError as error:
        st.markdown(f"The tree cannot be drawn: {error}.")
        return node
    names = words.names_of(model)
    look = Look(lines=lambda i: words.box_of(tree, i, names))
    tree_picture(tree_view(tree, names, node, badges=numbers_of(tree), look=look))
    return node


def leaf_of(model: OwnModel, row: np.ndarray, which: int) -> int:
    """The leaf of a tree in which a row ends."""
    opened = model.opened
    return int(leaves_of(opened.trees[which], opened.rows(row[None]), opened.arithmetic)[0])


# -- a row


def typed_row(model: OwnModel) -> np.ndarray:
    """A row that the reader types, a value a feature; an empty cell is missing."""
    usual = words.usual_row(model)
    with st.container(key="own_model_row"):
        st.markdown("**A row**: type its values; an empty cell is missing")
        found = st.data_editor(
            pd.DataFrame({"feature": words.names_of(model), "value": usual}),
            key=f"own_model_row_{model.id}",
            hide_index=True,
            disabled=["feature"],
            height=min(38 + 35 * len(usual), 440),
        )
    return found["value"].to_numpy(dtype=np.float64)


def ledger(model: OwnModel, row: np.ndarray) -> None:
    """How the raw prediction of the row comes about, and the prediction."""
    opened = model.opened
    raw = opened.raw_prediction(row[None])
    linked = ", ".join(number(float(each), 6) for each in opened.linked(raw)[0])
    if opened.combine != "sum":
        st.markdown(f"Its prediction is the weighted median of the trees: {linked}.")
        return
    output = 0
    if opened.n_outputs > 1:
        output = st.number_input("Class", 0, opened.n_outputs - 1, key="own_model_output", width=180)
    lines, total = words.ledger_of(model, row, output)
    st.markdown(f"Its raw prediction F is **{number(total, 8)}**, its prediction {linked}")
    table = pd.DataFrame(lines, columns=["term", "adds", "sum so far"])
    st.dataframe(table, hide_index=True, height=440)
    link = {MODEL: model.id, "add_row": row_text(row), "class": str(output)}
    label = "Is your number another? See which term parts"
    st.page_link(page_path("does_it_add_up.py"), label=label, query_params=link)
