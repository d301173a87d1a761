"""The parts of the page on growing a tree: steps, both trees with their queues, question, exhibits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from gbtlib.class_tables import to_class_tables
from gbtlib.tables import to_flat_table, to_rules
from workbench.components.ahead import Parts
from workbench.components.curves import show_curves
from workbench.components.prose import show_prose
from workbench.components.tree import chosen_node, show_tree
from workbench.lessons.grow_a_tree import next_split
from workbench.lessons.grow_a_tree.counter_examples import minus_one_table, minus_one_words
from workbench.lessons.grow_a_tree.growth_orders import (
    POLICIES,
    Growing,
    GrowthOrder,
    first_splits,
    sides_of,
)
from workbench.lessons.grow_a_tree.growth_parts import growth_parts, made_last
from workbench.lessons.grow_a_tree.panels import NAMES
from workbench.lessons.grow_a_tree.words import PRESETS
from workbench.link.values import CUT, FEATURE, NODE, SPLITS
from workbench.models.single_tree import SingleTree, TreeSettings
from workbench.shell import session, setting_controls
from workbench.shell.ahead import SliderSteps
from workbench.shell.challenge import OptionAnswer, Question, ask, propose, settle
from workbench.shell.code_lens import snippet_tabs
from workbench.shell.current_fit import current_tree, tree_of
from workbench.shell.cursor import go_to
from workbench.shell.page import folded, presenting
from workbench.shell.patient_link import patient_link
from workbench.shell.stage import stepper
from workbench.shell.step_buttons import Step, step_row
from workbench.text.questions import split_sides
from workbench.text.tree_snippet import sklearn_tree_snippet, tree_snippet, why_no_sklearn
from workbench.trees.box_text import rows_of
from workbench.trees.files import levels_by_feature
from workbench.trees.growth import tree_after

SLIDER = "grow_splits"


def growing_now() -> Growing:
    """The tree of the settings on the screen in both orders, as far as the cursor has it grown."""
    shown = current_tree()  # ends the page where the settings are wrong
    settings = shown.settings
    limit = shown.tree.n_leaves - 1
    splits = session.clip(SPLITS, limit)
    now = first_splits(limit) if splits is None else int(splits)
    return Growing(settings, both_orders(replace(settings, max_leaves=None)), limit, now)


@st.cache_resource(max_entries=32, show_spinner=False)
def both_orders(settings: TreeSettings) -> tuple[GrowthOrder, GrowthOrder]:
    """The whole tree of some settings in both orders, with nodes named as in the order that is set."""
    lessons = {policy: tree_of(replace(settings, grow_policy=policy)) for policy in POLICIES}
    return sides_of(lessons, settings.grow_policy)


def node_now(growing: Growing) -> int:
    """The name of the cursor's node; the root where the tree has no such node."""
    return int(session.clip(NODE, growing.main.tree.n_nodes - 1, 0))


def experiments() -> None:
    """The experiments of this page."""
    setting_controls.experiments(PRESETS, "grow_preset", "grow_experiments")


def split_stepper(growing: Growing) -> None:
    """Buttons and a slider for the splits made, the same number on both sides."""
    limit, now = growing.limit, growing.splits
    row = stepper()
    if limit == 0:
        row.caption("This tree is a single leaf: nothing is split.")
        return
    tree = growing.main.tree
    steps = (
        Step("First", 0, "Back to the root alone"),
        Step("Back", max(0, now - 1), "Undo one split"),
        Step("Next split", min(limit, now + 1), "Make the next split on both sides", is_main=True),
        Step("Last", limit, "The whole tree"),
    )
    step_row([row] * len(steps), steps, now, partial(go_to, tree), key="grow", width="content")
    session.draw(
        row.slider,
        "Splits made",
        0,
        limit,
        key=SLIDER,
        shown=now,
        on_change=take_slider,
        args=(growing.main.fit,),
    )


@session.callback
def take_slider(fit: SingleTree) -> None:
    """Grow the trees as far as the slider says."""
    go_to(fit.tree, int(st.session_state[SLIDER]))


def ask_next(growing: Growing) -> Question | None:
    """Which open node is split next, best first? None where there is no choice."""
    words = next_split.why_none(growing)
    if words:
        bar = st.container(border=True, key="challenge_next_split_none")
        bar.markdown(f"Best first: {words}, so that there is nothing to guess.")
        return None
    words_of = next_split.options(growing)
    return ask(
        "next_split",
        ident=(growing.settings, growing.splits),
        prompt=next_split.PROMPT,
        form=OptionAnswer(list(words_of), words_of.__getitem__, "Your node"),
    )


def settle_next(question: Question | None, growing: Growing) -> None:
    """The verdict: the node with the largest gain."""
    if question is not None and question.revealed:
        settle(question, *next_split.verdict(growing, question.answer))


def shown_parts(growing: Growing, name: int, *, hiding: bool) -> Parts:
    """What the components are sent at the split of the cursor. hiding: see growth_parts."""
    if hiding:
        return growth_parts(growing, name, hiding=True)
    chosen = None if name == made_last(growing) else name
    return slider_steps(growing).parts(growing.splits, chosen)


def look_ahead(growing: Growing) -> None:
    """Send what one split more and one less show, so that a step is drawn at once."""
    slider_steps(growing).look_ahead(growing.splits)


def slider_steps(growing: Growing) -> SliderSteps:
    """What the components show after each split. Steps lead to the node that was split last."""

    def make(splits: int, chosen: int | None) -> Parts:
        now = replace(growing, splits=splits)
        return growth_parts(now, made_last(now) if chosen is None else chosen)

    return SliderSteps(growing.settings, (0, growing.limit), SLIDER, make)


def growth_curves(parts: Parts) -> None:
    """Both trees as functions where they can be drawn, and the errors of both orders over the splits made."""
    show_curves(parts["picture"], key="picture_growth")


def both_trees(growing: Growing, parts: Parts, question: Question | None) -> None:
    """Both trees, each with its queue."""
    for side in growing.sides:
        with st.container(key=f"half_{side.policy}"):
            key = f"tree_{side.policy}"
            show_tree(parts[key], key=key, on_select=partial(take_node, key, side, question))
            show_prose(parts[f"queue_{side.policy}"], key=f"queue_{side.policy}")


def verdict(growing: Growing, parts: Parts) -> None:
    """Which order is ahead after as many splits, and how each chooses."""
    show_prose(parts["verdict"], key="growth_words")
    for side in growing.sides:
        show_prose(parts[f"words_{side.policy}"], key=f"words_{side.policy}")


@session.callback
def take_node(key: str, side: GrowthOrder, question: Question | None) -> None:
    """Move the cursor to the node that was chosen in one of the trees: the guess, while one is asked for."""
    name = int(side.label[chosen_node(key)])
    session.put(**{NODE: name, FEATURE: None, CUT: None})
    if question is not None and side.policy == next_split.POLICY:
        propose(question, name)


def faults() -> None:
    """Where trees that are grown wrongly can be seen."""
    for patient, words in (
        ("hugo", "a tree whose cuts fall inside ties"),
        ("ines", "a tree that never finds the rare class"),
        ("vera", "a tree whose loss is 0 for every cut"),
        ("willi", "a tree whose level counter never goes down"),
        ("yara", "trees whose minus and hessian are lost in prediction"),
    ):
        patient_link(patient, words)


def flat_tables(growing: Growing) -> None:
    """The tree so far as nested if and else and as flat tables; made when it is opened."""
    with folded("The tree as nested if and else, and as flat tables") as is_open:
        if not is_open:
            return
        side = growing.main
        tree = tree_after(side.tree, growing.splits)
        names, labels = growing.dataset.feature_names, None
        if tree.class_weights is not None:
            labels = np.array(growing.dataset.class_names)[side.fit.model.classes_]  # type: ignore[union-attr]
        st.code(to_rules(tree, names, 4, levels_by_feature(names), labels), language=None, height=260)
        if any(split_sides(tree, node) is not None for node in range(tree.n_nodes)):
            st.caption("A flat table has one threshold a split: a tree that asks for categories has none.")
            return
        found = {"nodes": to_flat_table(tree)}
        if labels is not None:
            nodes, leaves = to_class_tables(tree, labels)
            found = {"nodes": nodes, "leaves": leaves}
        st.caption(
            f"{NAMES[side.policy].capitalize()}, after {growing.splits} splits; the rows of a table are in "
            "order of levels. Only the index columns tell a leaf from a split: a threshold may be −1, too."
        )
        for place, (kind, table) in zip(st.columns(len(found), gap="medium"), found.items(), strict=True):
            place.dataframe(table, width="stretch", height=260, hide_index=True)
            place.download_button(
                f"Download {kind} as CSV",
                table.to_csv(index=False),
                f"{growing.dataset.id}_{kind}.csv",
                "text/csv",
                key=f"download_{kind}",
                on_click="ignore",
            )
        st.markdown(minus_one_words())
        st.dataframe(minus_one_table(), hide_index=True, width="content")


def copy_tree_as_python(fit: SingleTree, node: int = 0) -> None:
    """An expander with a node of a tree as snippets, gbtlib's and scikit-learn's; not in presenter mode."""
    if presenting():
        return
    settings = fit.settings
    with folded("Copy as Python") as is_open:
        if not is_open:
            return
        node = node if node < fit.tree.n_nodes else 0
        snippet_tabs(
            f"Grows the tree again and prints node {node}, {rows_of(fit.tree, node)}.",
            tree_snippet(settings, node),
            "scikit-learn",
            sklearn_tree_snippet(settings, fit.tree, node),
            why_no_sklearn(settings),
        )
