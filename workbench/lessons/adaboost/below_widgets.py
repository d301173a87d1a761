"""What stands below the stage: the round in words, its tree, tables and copies. Widgets."""

from functools import partial

import streamlit as st

from gbtlib.inputs.encoding import Features
from gbtlib.pictures.gains import gain_picture
from gbtlib.pictures.tree_boxes import node_fill
from workbench.components.prose import prose
from workbench.data.sources import levels_of
from workbench.lessons.adaboost import words
from workbench.lessons.adaboost.adaboost_run import TEN, AdaBoostRun
from workbench.lessons.adaboost.choice_widgets import ada_of
from workbench.lessons.adaboost.record import asked_round, suspect_of
from workbench.lessons.adaboost.snippets import gbtlib_snippet, sklearn_snippet, why_no_sklearn
from workbench.lessons.adaboost.stage import stage_of_rounds
from workbench.link.values import GUESS_FIRST, NODE, ROW
from workbench.shell import session
from workbench.shell.code_lens import code_lens, snippet_tabs
from workbench.shell.cursor import current_node, current_round
from workbench.shell.patient_link import patient_link
from workbench.shell.pictures import node_field, picture, tree_downloads, tree_picture
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you
from workbench.text.questions import question_of
from workbench.trees.box_text import node_lines
from workbench.trees.view import Look, TreeView, numbers_of, tree_view

CODE = ["AdaBoost round", "AdaBoost loop", "votes", "gradient of exponential", "hessian of exponential"]


@follows_the_stage(presented=False)
def below_the_stage(fit: AdaBoostRun) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    cursor, asked = current_round(fit), asked_round(fit)
    if asked is not None and session.value(GUESS_FIRST) != 0 and cursor < asked:
        st.markdown(words.WHAT_TO_GUESS)
        return
    the_round(fit, cursor)
    st.subheader("AdaBoost is boosting under exponential loss", anchor=False)
    st.markdown(words.relation_words(fit.n_classes))
    round_tree(fit, cursor)
    patient_link("leo", "AdaBoost whose search ignores the weights")
    patient_link("mona", "AdaBoost of three classes that stops at error 0.5")
    code_lens(CODE)
    take(fit, cursor)


def the_round(fit: AdaBoostRun, cursor: int) -> None:
    """What a round makes of the weights, in words and numbers."""
    row = session.value(ROW)
    place = fit.place(suspect_of(fit) if row is None else row)
    shown = int(fit.train[place])
    if row not in (None, shown):
        st.caption(words.nearest_words(row, shown))
    said, here = words.round_words(fit, cursor, place), words.terms_here(fit, cursor, place)
    prose(said, here, key="round_words")
    if fit.settings.data == TEN and cursor == 1 and fit.settings.flipped is None:
        st.markdown(words.hand_words(fit))


def round_tree(fit: AdaBoostRun, cursor: int) -> None:
    """The tree of the round, what pruning took off it, and every cut of a node by the weights."""
    st.subheader(f"The tree of round {cursor}", anchor=False)
    pruned = words.pruned_words(fit, cursor)
    if pruned:
        st.markdown(pruned)
    tree, names = fit.trace[cursor - 1].tree, fit.dataset.feature_names
    node = current_node(tree)
    node_field(NODE, tree.n_nodes - 1, node)
    tree_picture(round_view(fit, cursor, node))
    found = fit.model.candidates(cursor, node)
    if len(found):
        features = Features(names, tuple(levels_of(each) or None for each in names))
        picture(gain_picture(found, features, asked=question_of))
    else:
        st.markdown("There is nothing to cut in this node: all its rows have the same values.")


def round_view(fit: AdaBoostRun, number: int, index: int) -> TreeView:
    """The tree of a round, around a node that is looked at."""
    tree, names = fit.trace[number - 1].tree, fit.dataset.feature_names
    look = Look(lines=node_lines(tree, names, fit.dataset.class_names), fill=node_fill(tree))
    return tree_view(tree, names, index, room=fit.settings.max_depth, badges=numbers_of(tree), look=look)


def take(fit: AdaBoostRun, cursor: int) -> None:
    """The lesson, the model and the tree of a round, to take along."""
    tree, names = fit.trace[cursor - 1].tree, fit.dataset.feature_names
    view, stem = partial(round_view, fit, cursor), f"{fit.dataset.id}_adaboost"
    take_with_you(
        stage_of_rounds(fit, ada_of),
        stem,
        fit,
        code=lambda: snippet_tabs(
            "",
            gbtlib_snippet(fit.settings, cursor),
            "scikit-learn",
            sklearn_snippet(fit.settings, cursor),
            why_no_sklearn(fit.settings),
        ),
        beside=lambda: tree_downloads(tree, names, view(current_node(tree)), f"{stem}_{cursor}"),
    )
