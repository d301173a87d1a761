"""What stands below the stage on growing a tree: which order is ahead, experiments, exhibits."""

from dataclasses import replace

import numpy as np
import streamlit as st

from gbtlib.tables import to_class_tables, to_flat_table, to_rules
from workbench.lessons.grow_a_tree.counter_examples import minus_one_table, minus_one_words
from workbench.lessons.grow_a_tree.growth_orders import (
    NAMES,
    POLICIES,
    Growing,
    GrowthOrder,
    made_last,
    opening,
    sides_of,
)
from workbench.link.values import NODE, SPLITS
from workbench.models.single_tree import TreeSettings
from workbench.shell import session
from workbench.shell.current_fit import current_tree, tree_of
from workbench.shell.page import folded
from workbench.shell.patient_link import patient_link
from workbench.text.questions import split_sides
from workbench.trees.files import levels_by_feature
from workbench.trees.growth import tree_after


def growing_now() -> Growing:
    """The tree of the settings on the screen in both orders, as far as the cursor has it grown."""
    shown = current_tree()  # ends the page where the settings are wrong
    settings, limit = shown.settings, shown.tree.n_leaves - 1
    sides = both_orders(replace(settings, max_leaves=None))
    growing = Growing(settings, sides, limit, splits_now(sides, limit))
    node_now(growing)  # a link may lead beyond the last
    return growing


def splits_now(sides: tuple[GrowthOrder, GrowthOrder], limit: int) -> int:
    """How many splits are made: until one steps those that are the same in both orders."""
    splits = session.clip(SPLITS, limit)
    return opening(sides, limit) if splits is None else int(splits)


def as_far_as_the_stage(growing: Growing) -> Growing:
    """The same trees, as far as the stage has them grown by now."""
    return replace(growing, splits=splits_now(growing.sides, growing.limit))


@st.cache_resource(max_entries=32, show_spinner=False)
def both_orders(settings: TreeSettings) -> tuple[GrowthOrder, GrowthOrder]:
    """The whole tree of some settings in both orders, with the numbers of the order that is set."""
    lessons = {policy: tree_of(replace(settings, grow_policy=policy)) for policy in POLICIES}
    return sides_of(lessons, settings.grow_policy)


def node_now(growing: Growing) -> int:
    """The number of the chosen node; without one that of the last split in the order that is set."""
    chosen = session.clip(NODE, growing.main.tree.n_nodes - 1, 0)
    return int(chosen or made_last(growing))


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
