"""What stands below the stage: the leaf in words and tables, its tree, regression before trees. Widgets."""

from functools import partial

import numpy as np
import streamlit as st

from workbench.components.prose import prose
from workbench.lessons.one_leaf import leaf_vector, words
from workbench.lessons.one_leaf import penalised_regression as regression
from workbench.lessons.one_leaf.leaf import LeafRows
from workbench.lessons.one_leaf.record import Drawn
from workbench.lessons.one_leaf.stage import stage_of_leaf
from workbench.lessons.one_leaf.widgets import HandLeaf, LessonLeaf, ShownLeaf, asking, rate_line
from workbench.lessons.one_leaf.worked_leaves import PRESETS, leaf_snippet
from workbench.shell.code_lens import code_lens, round_tabs
from workbench.shell.page import folded
from workbench.shell.pictures import curves, tree_picture
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you
from workbench.trees.view import tree_view


@follows_the_stage(presented=False)
def below_the_stage(shown: ShownLeaf, drawn: Drawn) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    if isinstance(shown, LessonLeaf):
        same_model()
    if asking():
        st.markdown(words.hint(shown.leaf))
    else:
        its_weight(shown, drawn)
    code_lens(code_topics(shown.leaf))
    take(shown, drawn)


def its_weight(shown: ShownLeaf, drawn: Drawn) -> None:
    """How the weight of the leaf comes about, and where its parabola is wrong."""
    leaf, reg_lambda = shown.leaf, drawn.reg_lambda
    if isinstance(shown, LessonLeaf):
        st.markdown(words.follow_words(shown.row))
    else:
        st.markdown(words.hand_words(PRESETS[shown.preset]))
    prose(words.intro(leaf, reg_lambda), words.terms_here(leaf, reg_lambda), key="leaf_words")
    st.markdown(words.order_words(leaf, reg_lambda))
    st.markdown(words.shrink_words(leaf, reg_lambda))
    if isinstance(shown, HandLeaf):
        round_after_round(shown, drawn)
    else:
        tree_of_leaf(shown)
    whole_tree(drawn)
    regression_before_trees()


def round_after_round(shown: HandLeaf, drawn: Drawn) -> None:
    """What each round adds to a leaf by hand."""
    st.subheader("The same leaf, round after round", anchor=False)
    rate_line(drawn.rate)
    table = words.step_table(PRESETS[shown.preset], drawn.reg_lambda, drawn.rate)
    st.table(table, hide_index=False)
    st.caption(words.step_note(table))


def tree_of_leaf(shown: LessonLeaf) -> None:
    """The tree that the leaf is of; the reader chooses another leaf in it."""
    fit = shown.fit
    tree = fit.trace[shown.number - 1].trees[shown.k]
    st.subheader("The tree of the leaf", anchor=False)
    leaves, names = np.flatnonzero(tree.is_leaf).tolist(), fit.dataset.feature_names
    badges = {leaf: str(leaf) for leaf in leaves}
    tree_picture(tree_view(tree, names, shown.node, room=fit.settings.max_depth, badges=badges))


def whole_tree(drawn: Drawn) -> None:
    """A tree as a function of many leaves, and what it costs, on two trees by hand."""
    with folded("From one leaf to a tree: q(x), w and Ω, on two trees by hand") as is_open:
        if not is_open:
            return
        st.markdown(leaf_vector.vector_words())
        for place, tree in zip(st.columns(2), leaf_vector.TREES, strict=True):
            with place:
                tree_picture(tree_view(tree, leaf_vector.FEATURES), is_chosen=False)
        st.dataframe(leaf_vector.people_table(), width="content")
        st.latex(leaf_vector.vector_formula())
        w, _ = leaf_vector.leaf_vector(leaf_vector.TREES[0], leaf_vector.X)
        st.markdown(leaf_vector.cost_words(w, drawn.gamma, drawn.reg_lambda))
        st.latex(leaf_vector.omega_formula(w, drawn.gamma, drawn.reg_lambda))


def regression_before_trees() -> None:
    """Linear and logistic regression with L1 and L2, by gradient descent."""
    with folded("Before trees: regression with a penalty") as is_open:
        if not is_open:
            return
        found = regression.descents()
        st.markdown(regression.words())
        st.latex(regression.FORMULA)
        said = "The coefficients over the steps of gradient descent, without a penalty, with L2 and with L1."
        curves(regression.paths(found), said)
        st.markdown(regression.table(found))
        st.markdown(regression.after_words())


def code_topics(leaf: LeafRows) -> list[str]:
    """Which code computed the leaf."""
    loss = leaf.loss.name
    return ["leaf weight", f"loss of {loss}", f"gradient of {loss}", f"hessian of {loss}"]


def copies(shown: ShownLeaf, drawn: Drawn) -> None:
    """The leaf in Python."""
    if isinstance(shown, LessonLeaf):
        round_tabs(shown.fit, shown.number, shown.k, shown.node)
        return
    st.caption("Makes the leaf from its rows, and takes the steps of the screen.")
    code = leaf_snippet(PRESETS[shown.preset], shown.n_steps, drawn.reg_lambda, drawn.rate)
    st.code(code, language="python")


def take(shown: ShownLeaf, drawn: Drawn) -> None:
    """The leaf, to take along; no code while it is asked for."""
    code = None if asking() else partial(copies, shown, drawn)
    if isinstance(shown, HandLeaf):
        stage = stage_of_leaf(shown.ident, drawn, shown.leaf.title)
        take_with_you(stage, f"{shown.preset}_leaf", None, code)
        return
    data, settings = shown.fit.dataset, shown.fit.settings
    stage = stage_of_leaf(shown.ident, drawn, f"{data.title}, {shown.leaf.title}", settings)
    take_with_you(stage, f"{data.id}_leaf", None if asking() else shown.fit, code)
