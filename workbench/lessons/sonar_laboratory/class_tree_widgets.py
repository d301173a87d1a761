"""Below the stage: the classification tree that was printed, and trees like it over random splits."""

import streamlit as st

from gbtlib.pictures.tree_boxes import node_fill
from workbench.lessons.sonar_laboratory import class_tree_words as words
from workbench.lessons.sonar_laboratory.class_trees import courses
from workbench.lessons.sonar_laboratory.splits import sonar
from workbench.lessons.sonar_laboratory.values import CLASS_NODE, PRINTED_ROW
from workbench.models.printed_class_tree import N_NODES, printed_table, printed_tree
from workbench.shell import session
from workbench.shell.pictures import node_field, tree_picture
from workbench.trees.view import Look, numbers_of, tree_view


def shown_row() -> int:
    """The row that the printed trees are asked about; the first mine until one is chosen."""
    y = sonar().y
    row = session.clip(PRINTED_ROW, len(y) - 1)
    return int((y == 1).argmax()) if row is None else row


def class_tree() -> None:
    """The tree, its two tables, the way of the row that is asked about, and the random splits."""
    st.markdown(words.printed_words())
    node = session.clip(CLASS_NODE, N_NODES - 1)
    tree = printed_tree()
    look = Look(lines=words.node_lines, fill=node_fill(tree), levels=tree.max_depth)
    node_field(CLASS_NODE, N_NODES - 1, node, "Node of this tree")
    tree_picture(tree_view(tree, sonar().feature_names, node, badges=numbers_of(tree), look=look))
    st.markdown(words.path_words(shown_row()))
    st.markdown(words.TABLE_WORDS)
    nodes, leaves = st.columns([5, 3], gap="large")
    nodes.dataframe(printed_table(), hide_index=True, height=250)
    leaves.dataframe(words.leaf_table(), hide_index=True, height=250)
    found = courses()
    st.markdown(words.course_words(found))
    st.markdown(words.course_table(found))
