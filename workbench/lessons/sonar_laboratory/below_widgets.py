"""Below the stage: what the AUC is, what was published, and the trees that were printed with it."""

from dataclasses import replace

import streamlit as st

from gbtlib.tables import predict_from_flat_table
from workbench.components.prose import prose
from workbench.lessons.sonar_laboratory import words
from workbench.lessons.sonar_laboratory.class_tree_widgets import class_tree, shown_row
from workbench.lessons.sonar_laboratory.current_areas import current_pair
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.printed_tree import (
    N_NODES,
    REG_LAMBDA,
    printed_table,
    rebuilt,
)
from workbench.lessons.sonar_laboratory.splits import sonar
from workbench.lessons.sonar_laboratory.stage import stage_of_deals
from workbench.lessons.sonar_laboratory.table_changes import AS_PRINTED, CHANGES, changed_table
from workbench.lessons.sonar_laboratory.values import ONE_SPLIT, PRINTED_NODE, PRINTED_ROW, TABLE, TOLD
from workbench.link.values import GUESS_FIRST
from workbench.shell import session
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded
from workbench.shell.pictures import node_field, tree_picture
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you
from workbench.text.areas import area_formula
from workbench.trees.view import Look, node_formula, node_title, numbers_of, tree_view


@follows_the_stage(presented=False)
def below_the_stage(areas: Areas) -> None:
    """What stands there when the stage rests: while it asks about deals, nothing that they tell."""
    first, second = current_pair()
    areas = replace(areas, first=first, second=second)
    if is_told():
        how_far_it_strays(areas)
        published(areas)
    else:
        st.markdown(words.ASKED)
    printed_tree()
    class_tree()
    code_lens(["area", "error of an area", "flat table", "given trees"])
    take_with_you(stage_of_deals(areas), "sonar_laboratory")


def is_told() -> bool:
    """Whether the first question was answered, or nothing is asked."""
    return bool(session.value(TOLD) or session.value(GUESS_FIRST) == 0)


def how_far_it_strays(areas: Areas) -> None:
    """How far an AUC strays, with the numbers of this screen."""
    deal = max(0, session.value(ONE_SPLIT) - 1)  # before the first one, that
    prose(words.error_words(areas), words.area_terms(areas, deal), key="lab_error")
    st.latex(area_formula(areas.spread(areas.first).mean, *areas.classes(0)))


def published(areas: Areas) -> None:
    """The published figures beside ours."""
    st.markdown(words.published_table(areas))
    st.markdown(words.other_algorithm_words(areas))


def printed_tree() -> None:
    """The tree that was printed, drawn, decoded leaf by leaf, and asked about a row in two ways."""
    st.markdown(words.decoding_words())
    node, tree = session.clip(PRINTED_NODE, N_NODES - 1), rebuilt()
    node_field(PRINTED_NODE, N_NODES - 1, node)
    look = Look(lines=words.node_lines)
    tree_picture(tree_view(tree, sonar().feature_names, node, badges=numbers_of(tree), look=look))
    leaves, asked = st.columns([4, 5], gap="large")
    leaves.markdown(words.leaf_table(node))
    with asked:
        st.markdown(f"**{node_title(tree, node, sonar().feature_names)}**, with η inside G and H")
        st.latex(node_formula(tree, node, REG_LAMBDA, 0.0))
        ask_row()
    with folded("The flat table, and a model built of it") as is_open:
        if is_open:
            build_of_table()


def build_of_table() -> None:
    """The flat table, as printed or with one cell changed, and what the library makes of it."""
    st.markdown(words.BUILDER_WORDS)
    titles = {AS_PRINTED: "as printed"} | {name: change.title for name, change in CHANGES.items()}
    session.bound(st.selectbox, "The table", tuple(titles), name=TABLE, format_func=titles.get)
    name = session.value(TABLE)
    st.markdown(words.built_words(name, shown_row()))
    st.dataframe(changed_table(name), hide_index=True)


def ask_row() -> None:
    """A row of Sonar, and its score from the table and from the tree."""
    data, row = sonar(), shown_row()
    session.bound(st.number_input, "Row of Sonar", 0, len(data.y) - 1, name=PRINTED_ROW, shown=row)
    X = data.X[[row]]
    from_table, from_tree = predict_from_flat_table(printed_table(), X), rebuilt().predict(X)
    st.markdown(words.path_words(row, float(from_table[0]), float(from_tree[0])))
