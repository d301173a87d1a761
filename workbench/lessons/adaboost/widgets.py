"""The parts of the page on AdaBoost: the question, the picture, the wrong label, the round's tree."""

from __future__ import annotations

from functools import partial

import streamlit as st

from workbench.components.ahead import Parts
from workbench.components.curves import show_curves
from workbench.components.gains import show_gains
from workbench.components.prose import show_prose
from workbench.components.tree import show_tree, tree_downloads
from workbench.lessons.adaboost import words
from workbench.lessons.adaboost.adaboost_run import TEN, AdaBoostRun, AdaSettings
from workbench.lessons.adaboost.choice_widgets import LabelledRow, ada_of
from workbench.lessons.adaboost.frames import AdaFrames, ada_frames, axes_of, up_to
from workbench.lessons.adaboost.round_parts import round_parts
from workbench.lessons.adaboost.round_view import round_view
from workbench.lessons.adaboost.rounds_picture import AdaMarks, ada_picture
from workbench.lessons.adaboost.saved_page import SavedAdaBoost, saved_page
from workbench.lessons.adaboost.snippets import gbtlib_snippet, sklearn_snippet, why_no_sklearn
from workbench.lessons.adaboost.tree_weights import SHARES, share_table, weight_table
from workbench.lessons.adaboost.values import ADA_X, ADA_Y
from workbench.lessons.adaboost.words import WAYS, way_after
from workbench.link.values import CUT, FEATURE, NODE, ROUND, ROW
from workbench.shell import session
from workbench.shell.ahead import SliderSteps
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.code_lens import snippet_tabs
from workbench.shell.cursor import TREE, current_cut, current_node, go_to_round, take_node
from workbench.shell.gain_explorer import GAINS, take_move
from workbench.shell.page import folded
from workbench.shell.patient_link import patient_link
from workbench.shell.save_as_page import save_as_page
from workbench.shell.scoring import verdict_on_choice

PICTURE, LABELS = "ada", "ada_labels"


@st.cache_resource(max_entries=24, show_spinner=False)
def frames_of(settings: AdaSettings, x: int | None, y: int | None) -> AdaFrames:
    """The picture of some settings in all rounds; x, y: the features on its axes, None for the usual."""
    made = ada_frames(ada_of(settings), x, y)
    assert made.packed  # packed once here, not at everybody's first step
    return made


def current_round(fit: AdaBoostRun) -> int:
    """The round of the cursor, 1 to the last."""
    return int(session.clip(ROUND, len(fit.trace)))


def ask_weight(fit: AdaBoostRun, cursor: int, place: int) -> Question:
    """Ask what a round makes of the chosen row's weight."""
    question = ask(
        "ada_weight",
        ident=(fit.settings, cursor, int(fit.train[place])),
        prompt=words.weight_question(fit, cursor, place),
        form=OptionAnswer(WAYS, words=str.capitalize),
    )
    if question.revealed:
        right = way_after(fit, cursor, place)
        settle(question, float(question.answer == right), verdict_on_choice(question.answer, right))
    return question


def rounds_picture(fit: AdaBoostRun, cursor: int, place: int, *, hiding: bool) -> None:
    """All rounds in the browser; while one guesses, up to the cursor and without its outcome."""
    frames = frames_of(fit.settings, *chosen_axes(fit))
    if hiding:
        frames = up_to(frames, cursor)
    with st.container(key="stage_and_more"):
        ada_picture(
            frames,
            marks_at(fit, cursor, place),
            key=PICTURE,
            on_round=go_to_round,
            on_row=partial(take_row, fit),
        )


def marks_at(fit: AdaBoostRun, cursor: int, place: int) -> AdaMarks:
    """What the picture marks at a round and a training row."""
    row = int(fit.train[place])
    return AdaMarks(cursor, len(fit.trace), place, f"row {row}", fit.settings.flipped == row)


@session.callback
def take_row(fit: AdaBoostRun, place: int) -> None:
    """Look at a row that was clicked, by its place among the training rows."""
    session.put(**{ROW: int(fit.train[min(place, len(fit.train) - 1)])})


def chosen_axes(fit: AdaBoostRun) -> tuple[int | None, int | None]:
    """The features that the reader wants on the axes; None for the usual."""
    n_features = fit.X.shape[1]
    if n_features < 3:
        return None, None
    return session.clip(ADA_X, n_features - 1, None), session.clip(ADA_Y, n_features - 1, None)


def axes_chooser(fit: AdaBoostRun) -> None:
    """Which two of more than two features the picture shows."""
    names = fit.dataset.feature_names
    if len(names) < 3:
        return
    shown = axes_of(fit, *chosen_axes(fit))
    across, up, _ = st.columns([2, 2, 4], gap="small")
    for place, name, at in ((across, ADA_X, 0), (up, ADA_Y, 1)):
        session.bound(
            place.selectbox,
            "picture: across" if at == 0 else "picture: up",
            range(len(names)),
            format_func=names.__getitem__,
            name=name,
            shown=shown[at],
        )


def what_to_guess() -> None:
    """What the picture shows whoever guesses."""
    st.markdown(words.WHAT_TO_GUESS)


def current_parts(found: LabelledRow, cursor: int) -> Parts:
    """What the components below the picture are sent of the round, and of the node and cut in its tree."""
    fit = found.shown
    node = current_node(fit.trace[cursor - 1].tree)  # says where the link's leads beyond the tree
    feature = session.clip(FEATURE, fit.X.shape[1] - 1, None)
    candidate = None
    if feature is not None:
        candidate = current_cut(CUT, fit.model.candidates(cursor, node), feature)
    return steps_of(found).parts(cursor, None if feature is None else (feature, candidate))


def look_ahead(found: LabelledRow, cursor: int) -> None:
    """Send the rounds beside a round, so that a step is drawn at once."""
    steps_of(found).look_ahead(cursor)


def steps_of(found: LabelledRow) -> SliderSteps:
    """What the components below the picture show in each round, at the cursor's node of its tree."""
    fit, pair, place, node = found.shown, (found.right, found.wrong), found.place, session.value(NODE)

    def make(number: int, cut: tuple[int | None, int | None] | None) -> Parts:
        return round_parts(fit, pair, place, number, node, cut or (None, None))

    return SliderSteps((fit.settings, found.row, node), (1, len(fit.trace)), None, make)


def the_round(found: LabelledRow, cursor: int, parts: Parts) -> None:
    """What a round makes of the weights, in words and numbers, and the vote after it."""
    fit = found.shown
    show_prose(parts["words"], key="round_words")
    st.latex(words.round_formula(fit, cursor))
    if fit.settings.data == TEN and cursor == 1 and not found.flipped:
        st.markdown(words.hand_words(fit))
    st.markdown(words.vote_words(fit, cursor, found.place))


def wrong_label(found: LabelledRow, parts: Parts) -> None:
    """The chosen row with its label right and wrong, over the rounds."""
    st.subheader(f"If row {found.row} were mislabelled", anchor=False)
    show_curves(parts["labels"], key=LABELS)
    st.markdown(words.label_words(found.right, found.wrong, found.place))


def exponential_loss(fit: AdaBoostRun, cursor: int) -> None:
    """How AdaBoost and gradient boosting are one."""
    st.subheader("AdaBoost is boosting under exponential loss", anchor=False)
    st.markdown(words.relation_words(fit, cursor))


def round_tree(fit: AdaBoostRun, cursor: int, parts: Parts) -> None:
    """The clickable tree of the round, and what pruning took off it."""
    st.subheader(f"The tree of round {cursor}", anchor=False)
    pruned = words.pruned_words(fit, cursor)
    if pruned:
        st.markdown(pruned)
    show_tree(parts["tree"], key=TREE, on_select=take_node)


def gain_picture(parts: Parts) -> None:
    """Every candidate cut of the chosen node, by the weights of the round."""
    if "gains" in parts:
        show_gains(parts["gains"], key=GAINS, on_move=take_move)
    else:
        st.markdown("There is nothing to cut in this node: all its rows have the same values.")


def wrong_code() -> None:
    """Where AdaBoost that goes wrong can be seen."""
    patient_link("leo", "AdaBoost whose search ignores the weights")
    patient_link("mona", "AdaBoost of three classes that stops at error 0.5")


def task(fit: AdaBoostRun) -> None:
    """What to try."""
    st.markdown(words.try_words(fit.settings))


def tree_weights(fit: AdaBoostRun) -> None:
    """What a tree weighs by its error, and what each of the rounds weighs; made when it is opened."""
    with folded("Tree weights: of two and three classes, and of these rounds") as is_open:
        if is_open:
            st.dataframe(weight_table(), width="stretch")
            st.markdown(SHARES)
            st.dataframe(share_table(fit), width="stretch")


def every_row(fit: AdaBoostRun, cursor: int) -> None:
    """Every row of a round; made when it is opened."""
    with folded("Every row of this round of AdaBoost") as is_open:
        if is_open:
            st.dataframe(words.row_table(fit, cursor), width="stretch", height=320)


def downloads(fit: AdaBoostRun, cursor: int, place: int) -> None:
    """The tree of a round, and the lesson, to take along."""
    tree, names = fit.trace[cursor - 1].tree, fit.dataset.feature_names
    frames, marks = frames_of(fit.settings, *chosen_axes(fit)), marks_at(fit, cursor, place)
    with st.container(horizontal=True):
        view = round_view(fit, cursor, current_node(tree))
        tree_downloads(tree, names, view, f"{fit.dataset.id}_adaboost_{cursor}")
        saved = SavedAdaBoost(fit, frames, marks, session.link_values())
        save_as_page(partial(saved_page, saved), f"{fit.dataset.id}_adaboost")


def copy_round_as_python(fit: AdaBoostRun, cursor: int) -> None:
    """An expander with the round as snippets."""
    with folded("Copy as Python") as is_open:
        if not is_open:
            return
        snippet_tabs(
            "",
            gbtlib_snippet(fit.settings, cursor),
            "scikit-learn",
            sklearn_snippet(fit.settings, cursor),
            why_no_sklearn(fit.settings),
        )
