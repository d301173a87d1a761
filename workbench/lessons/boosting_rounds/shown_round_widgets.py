"""A round as it is shown: its picture and tree, the node that is looked at, and all its numbers."""

from __future__ import annotations

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.prose import show_prose
from workbench.components.tree import tree_downloads
from workbench.lessons.boosting_rounds import words
from workbench.lessons.boosting_rounds.current_round import Moment, moment_at_cursor
from workbench.lessons.boosting_rounds.saved_page import SavedRounds, saved_page
from workbench.lessons.boosting_rounds.widgets import (
    current_over,
    ranked_candidates,
    round_formula,
    round_frames,
    round_gains,
    round_picture,
    round_tree,
    settle_cut,
)
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.challenge import Question
from workbench.shell.gain_explorer import node_at_cursor
from workbench.shell.page import folded, presenting
from workbench.shell.save_as_page import save_as_page


def hidden_round(
    picture: DeltaGenerator,
    beside: DeltaGenerator,
    fit: BoostedModel,
    number: int,
    k: int,
    question: Question | None,
) -> None:
    """The rows before the round, while its first cut is guessed. picture, beside: the places of the stage."""
    with picture:
        round_picture(fit, number, k, question, None)
    beside.markdown(words.look_words(fit))


def shown_round(
    picture: DeltaGenerator,
    beside: DeltaGenerator,
    fit: BoostedModel,
    number: int,
    k: int,
    question: Question | None,
) -> Moment:
    """The picture of the round, its tree and the gains of a node; gives what else is shown of it."""
    now = moment_at_cursor(fit, number, k)
    with picture:
        round_picture(fit, number, k, question, now)
    settle_cut(question, fit, number, k)
    key = "with_features" if fit.X.shape[1] > 1 else "with_one_feature"
    with beside.container(key="growing_tree"), st.container(key=key):
        st.subheader(f"The tree of round {number}", anchor=False)
        round_tree(now)
        round_gains(now)
    return now


def shown_node(fit: BoostedModel, number: int, k: int, now: Moment) -> None:
    """The round and its chosen node in words, and the arithmetic of one cut."""
    tree, names = fit.trace[number - 1].trees[k], fit.dataset.feature_names
    show_prose(now.parts["prose"], key="round_words")
    st.subheader(words.cut_title(tree, now.index, now.cut, names), anchor=False)
    st.markdown(now.best)
    round_formula(now)


def every_number(fit: BoostedModel, number: int, k: int, now: Moment) -> None:
    """What to try, the tables behind the pictures, and the tree as files; nothing in presenter mode."""
    if presenting():
        return
    st.markdown(words.TRY)
    with folded("The best candidates of this node, ranked: the first is chosen") as is_open:
        if is_open:
            ranked_candidates(node_at_cursor(fit, number, k, now.index))
    with folded("Every row of this round") as is_open:
        if is_open:
            st.dataframe(words.row_table(fit, number, k), width="stretch", height=320)
    tree, names = fit.trace[number - 1].trees[k], fit.dataset.feature_names
    with st.container(horizontal=True):
        tree_downloads(tree, names, now.view, f"{fit.dataset.id}_round_{number}")
        frames = round_frames(fit, k, current_over(fit))
        saved = SavedRounds(fit, frames, number, k, session.link_values())
        save_as_page(partial(saved_page, saved), f"{fit.dataset.id}_round_{number}")
