"""What stands below the stage: the round in words and formulas, its tree, tables and copies. Widgets."""

from __future__ import annotations

from functools import partial

import streamlit as st

from workbench.components.gains import show_gains
from workbench.components.prose import show_prose
from workbench.components.tree import show_tree, tree_downloads
from workbench.lessons.adaboost import words
from workbench.lessons.adaboost.adaboost_run import TEN, AdaBoostRun
from workbench.lessons.adaboost.choice_widgets import LabelledRow, ada_of, chosen_axes, labelled_row
from workbench.lessons.adaboost.record import asked_round
from workbench.lessons.adaboost.round_parts import Parts, round_parts
from workbench.lessons.adaboost.round_view import round_view
from workbench.lessons.adaboost.snippets import gbtlib_snippet, sklearn_snippet, why_no_sklearn
from workbench.lessons.adaboost.stage import HELD, saved_rounds
from workbench.lessons.adaboost.tree_weights import SHARES, share_table, weight_table
from workbench.link.values import CUT, FEATURE, GUESS_FIRST, ROW
from workbench.shell import session
from workbench.shell.code_lens import code_lens, snippet_tabs
from workbench.shell.cursor import TREE, current_cut, current_node, current_round, take_node
from workbench.shell.gain_explorer import GAINS, take_move
from workbench.shell.page import folded
from workbench.shell.patient_link import patient_link
from workbench.shell.show_stage import hear_stage
from workbench.shell.take_with_you import take_with_you

CODE = ["AdaBoost round", "AdaBoost loop", "votes", "gradient of exponential", "hessian of exponential"]


@st.fragment
def below_the_stage(fit: AdaBoostRun) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    hear_stage()
    cursor = current_round(fit)
    if is_asking(fit, cursor):
        st.markdown(words.WHAT_TO_GUESS)
        return
    found = labelled_row(fit)
    parts = current_parts(found, fit, cursor)
    the_round(found, fit, cursor, parts)
    st.markdown(words.label_words(found.right, found.wrong, found.place))
    exponential_loss(fit, cursor)
    round_tree(fit, cursor, parts)
    gain_picture(parts)
    wrong_code()
    st.markdown(words.try_words(fit.settings))
    tree_weights(fit)
    every_row(fit, cursor)
    code_lens(CODE)
    take(fit, cursor)


def is_asking(fit: AdaBoostRun, cursor: int) -> bool:
    """Whether the stage asks which row weighs most, so that nothing below it may tell."""
    asked = asked_round(fit)
    return asked is not None and session.value(GUESS_FIRST) != 0 and cursor < asked


def current_parts(found: LabelledRow, fit: AdaBoostRun, cursor: int) -> Parts:
    """What the components are sent of the round, and of the node and cut in its tree."""
    node = current_node(fit.trace[cursor - 1].tree)  # says where the link's leads beyond the tree
    feature = session.clip(FEATURE, fit.X.shape[1] - 1, None)
    candidate = None
    if feature is not None:
        candidate = current_cut(CUT, fit.model.candidates(cursor, node), feature)
    return round_parts(fit, found.place, cursor, node, (feature, candidate))


def the_round(found: LabelledRow, fit: AdaBoostRun, cursor: int, parts: Parts) -> None:
    """What a round makes of the weights, in words and numbers, and the vote after it."""
    row = session.value(ROW)
    if row not in (None, found.row):
        st.caption(words.nearest_words(row, found.row))
    show_prose(parts["words"], key="round_words")
    st.latex(words.round_formula(fit, cursor))
    if fit.settings.data == TEN and cursor == 1 and fit.settings.flipped is None:
        st.markdown(words.hand_words(fit))
    st.markdown(words.vote_words(fit, cursor, found.place))


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


def take(fit: AdaBoostRun, cursor: int) -> None:
    """The lesson, the model and the tree of a round, to take along."""
    tree, names = fit.trace[cursor - 1].tree, fit.dataset.feature_names
    held = {name: session.value(name) for name in HELD}
    made = partial(saved_rounds, fit, chosen_axes(fit), ada_of, held, session.link_values())
    view, stem = partial(round_view, fit, cursor), f"{fit.dataset.id}_adaboost"
    take_with_you(
        made,
        stem,
        fit,
        code=partial(round_as_python, fit, cursor),
        beside=lambda: tree_downloads(tree, names, view(current_node(tree)), f"{stem}_{cursor}"),
    )


def round_as_python(fit: AdaBoostRun, cursor: int) -> None:
    """The round as snippets."""
    snippet_tabs(
        "",
        gbtlib_snippet(fit.settings, cursor),
        "scikit-learn",
        sklearn_snippet(fit.settings, cursor),
        why_no_sklearn(fit.settings),
    )
