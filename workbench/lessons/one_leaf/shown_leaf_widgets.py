"""The leaf on the screen, be it of the lesson's tree or by hand: how it is chosen, and what is said of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from gbtlib import Tree
from workbench.components.prose import prose
from workbench.components.tree import clickable_tree
from workbench.lessons.one_leaf import words
from workbench.lessons.one_leaf.derivation_widgets import (
    gain_of_two,
    price_of,
    regression_before_trees,
    tree_as_function,
    weight_step_by_step,
)
from workbench.lessons.one_leaf.leaf import LeafRows
from workbench.lessons.one_leaf.saved_page import SavedLeaf, saved_page, steps_by_hand, steps_of_row
from workbench.lessons.one_leaf.snippet import leaf_snippet
from workbench.lessons.one_leaf.values import (
    LEAF,
    LEAF_LAMBDA,
    LEAF_RATE,
    LEAF_STEPS,
    LEAF_W,
    LEAF_ZOOM,
)
from workbench.lessons.one_leaf.widgets import (
    dragged,
    followed_leaf,
    hand_before,
    hand_leaf,
    leaf_before,
    leaf_chooser,
    leaf_of_fit,
    shrink_of,
    step_chooser,
    take_leaf,
    zoom_switch,
)
from workbench.lessons.one_leaf.worked_leaves import LESSON, PRESETS
from workbench.models.boosted import BoostedModel
from workbench.models.settings import Settings
from workbench.shell import session
from workbench.shell.code_lens import copy_as_python
from workbench.shell.current_fit import current_fit
from workbench.shell.cursor import TREE, class_chooser, current_class, current_round, round_stepper
from workbench.shell.page import folded, presenting
from workbench.shell.save_as_page import save_as_page
from workbench.shell.stage import stepper
from workbench.trees.view import tree_view


@dataclass(frozen=True, eq=False)
class LessonLeaf:
    """A leaf of the lesson: a node of tree k of a round, and the row that is followed.

    before: the leaf one step earlier, and what it is called; None where there is none.
    """

    leaf: LeafRows
    before: tuple[str, LeafRows] | None
    fit: BoostedModel
    number: int
    k: int
    node: int
    row: int

    @property
    def ident(self) -> tuple[Hashable, ...]:
        """All that the leaf depends on."""
        return self.fit.settings, self.number, self.k, self.node

    @property
    def step(self) -> dict[str, Any]:
        """Which leaves one steps through, and how far: a step of one is a movement."""
        return {"of": repr((self.fit.settings, self.k)), "at": self.number}


@dataclass(frozen=True, eq=False)
class HandLeaf:
    """A leaf worked by hand, after some steps. before: as with a leaf of the lesson."""

    leaf: LeafRows
    before: tuple[str, LeafRows] | None
    name: str
    n_steps: int

    @property
    def ident(self) -> tuple[Hashable, ...]:
        """All that the leaf depends on, beside what is dragged."""
        return self.name, self.n_steps

    @property
    def step(self) -> dict[str, Any]:
        """Which leaf one steps through, and how far."""
        return {"of": self.name, "at": self.n_steps}


def current_leaf() -> LessonLeaf | HandLeaf:
    """Which leaf, and how far it has come: the round of the lesson, or the steps of a leaf by hand."""
    name = str(session.value(LEAF))
    if name != LESSON:
        n_steps = int(session.value(LEAF_STEPS))
        return HandLeaf(hand_leaf(name, n_steps), hand_before(name, n_steps), name, n_steps)
    fit = current_fit()
    number, k = current_round(fit), current_class(fit)
    node, row = followed_leaf(fit)
    return LessonLeaf(leaf_of_fit(fit, node), leaf_before(fit, row), fit, number, k, node, row)


def which_leaf(shown: LessonLeaf | HandLeaf) -> None:
    """The choice of the leaf, and of the class whose tree it is of."""
    leaf_chooser()
    if isinstance(shown, LessonLeaf):
        class_chooser(shown.fit)


def stepper_of(shown: LessonLeaf | HandLeaf) -> None:
    """From round to round, or from step to step of a leaf by hand; and the axes that they share."""
    with st.container(key="leaf_steps", horizontal=True, vertical_alignment="center"):
        if isinstance(shown, LessonLeaf):
            round_stepper(shown.fit)
        else:
            with stepper():
                step_chooser()
        zoom_switch()


def what_to_guess(leaf: LeafRows) -> None:
    """Which leaf it is, for whoever guesses."""
    st.markdown(words.hint(leaf))


def its_kin(shown: LessonLeaf | HandLeaf) -> None:
    """The tree of the leaf, or what a leaf by hand is for; its weight, and what lambda makes of that."""
    with st.container(key="beside_top"):
        if isinstance(shown, LessonLeaf):
            tree_of_leaf(shown)
        else:
            st.markdown(words.hand_words(PRESETS[shown.name]))
            st.markdown(words.sums(shown.leaf))
    _, reg_lambda, _ = dragged(shown.leaf)
    with st.container(key="leaf_formula"):
        st.latex(words.weight_formula(shown.leaf, reg_lambda))
    shrink_of(shown.leaf)


def its_weight(shown: LessonLeaf | HandLeaf) -> None:
    """How the weight of the leaf comes about, and where its parabola is wrong."""
    leaf = shown.leaf
    _, reg_lambda, _ = dragged(leaf)
    if isinstance(shown, LessonLeaf):
        st.markdown(words.follow_words(shown.row))
    prose(words.intro(leaf, reg_lambda), words.terms_here(leaf, reg_lambda), key="leaf_words")
    st.markdown(words.shrink_words(leaf, reg_lambda))
    st.markdown(words.order_words(leaf, reg_lambda))
    if not presenting():
        st.markdown(words.try_words(leaf, reg_lambda))
    weight_step_by_step(leaf)
    gain_of_two(leaf)
    if isinstance(shown, HandLeaf):
        step_by_step(shown)
    if not presenting():
        tree_as_function(tree_around(shown), reg_lambda, price_of(leaf))
        regression_before_trees()


def tree_around(shown: LessonLeaf | HandLeaf) -> Tree | None:
    """The tree that the leaf is of; None for a leaf by hand, and where a third penalty, alpha, acts."""
    if isinstance(shown, HandLeaf) or shown.leaf.reg_alpha:
        return None
    return shown.fit.trace[shown.number - 1].trees[shown.k]


def tree_of_leaf(shown: LessonLeaf) -> None:
    """The tree that the leaf is of; the reader chooses another in it."""
    fit = shown.fit
    tree, names = fit.trace[shown.number - 1].trees[shown.k], fit.dataset.feature_names
    view = tree_view(tree, names, shown.node, room=fit.settings.max_depth)
    clickable_tree(view, shown.node, key=TREE, on_select=take_leaf)


def step_by_step(shown: HandLeaf) -> None:
    """What each round adds to a leaf by hand."""
    _, reg_lambda, rate = dragged(shown.leaf)
    st.subheader("The same leaf, round after round", anchor=False)
    table = words.step_table(hand_leaf(shown.name, 0), reg_lambda, rate)
    st.table(table, hide_index=False)
    if not presenting():
        st.caption(words.step_note(table))


def rows_of_leaf(leaf: LeafRows, *, hiding: bool) -> None:
    """The rows of the leaf; a presenter has them while one guesses only."""
    if presenting() and not hiding:
        return
    st.subheader("The rows of the leaf", anchor=False)
    if not hiding:
        st.markdown(words.sums(leaf))
    # Not stretched: that is measured wrongly where presenter mode enlarges the page.
    st.dataframe(words.leaf_rows(leaf), width=640, height=min(38 + 35 * len(leaf.y), 250))


def code_topics(leaf: LeafRows) -> list[str]:
    """Which code computed the leaf."""
    loss = leaf.loss.name
    return ["leaf weight", f"loss of {loss}", f"gradient of {loss}", f"hessian of {loss}"]


def save_leaf(shown: LessonLeaf | HandLeaf) -> None:
    """The leaf at all its steps, to take along as a page; nothing in presenter mode."""
    if presenting():
        return
    w, reg_lambda, rate = (session.value(name) for name in (LEAF_W, LEAF_LAMBDA, LEAF_RATE))
    zoom, link = bool(session.value(LEAF_ZOOM)), session.link_values()

    def file() -> bytes:
        settings: Settings | None
        if isinstance(shown, HandLeaf):
            steps, first = steps_by_hand(shown.name, reg_lambda, rate, zoom=zoom), shown.n_steps + 1
            title, settings, kin = PRESETS[shown.name].title, None, words.hand_words(PRESETS[shown.name])
        else:
            steps, first = steps_of_row(shown.fit, shown.k, shown.row, shown.leaf.frame), shown.number
            title, settings, kin = f"{shown.fit.dataset.title}, row {shown.row}", shown.fit.settings, ""
        return saved_page(SavedLeaf(steps, first, title, settings, kin, w, reg_lambda, rate, link))

    save_as_page(file, f"{shown.name if isinstance(shown, HandLeaf) else shown.fit.dataset.id}_leaf")


def copy_leaf(shown: LessonLeaf | HandLeaf) -> None:
    """An expander with the leaf as a snippet; nothing in presenter mode."""
    if isinstance(shown, LessonLeaf):
        copy_as_python(shown.fit, shown.number, shown.k, shown.node)
    elif not presenting():
        copy_hand_leaf(shown)


def copy_hand_leaf(shown: HandLeaf) -> None:
    """An expander with a leaf by hand as a snippet."""
    with folded("Copy as Python") as is_open:
        if is_open:
            _, reg_lambda, rate = dragged(shown.leaf)
            st.caption("Makes the leaf from its rows, and takes the steps of the screen.")
            st.code(leaf_snippet(PRESETS[shown.name], shown.n_steps, reg_lambda, rate), language="python")
