"""Missing, sparse, categorical: where a row goes that has no number."""

import streamlit as st

from workbench.lessons.missing_sparse_categorical import (
    blank_table,
    category_partitions,
    category_widgets,
    mistakes,
    snippets,
    surrogate_widgets,
    surrogates,
    term_matrix,
)
from workbench.lessons.missing_sparse_categorical import (
    missing_widgets as controls,
)
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded, presenting, show_page


def page() -> None:
    """The lesson."""
    part = controls.part_chooser()
    challenge = st.container()  # always there: what follows would be drawn anew if it came and went
    table_width, picture_width = controls.picture_widths()

    if part == "missing":
        gaps = controls.current_gaps()
        with challenge:
            question = controls.ask_way(gaps)
        hiding = question is not None and question.hiding
        controls.settle_way(question, gaps)
        side_by_side = st.container(horizontal=True, gap="medium")
        with side_by_side.container(width=table_width):
            controls.missing_table(gaps, question)
        with side_by_side.container(width=picture_width):
            controls.gap_curves(gaps, question)
        if not hiding:
            st.markdown(
                f"{blank_table.split_words(gaps, controls.base())} "
                f"{mistakes.list_words(gaps, controls.base())}"
            )
            position = controls.position(gaps)
            if position is not None:
                st.markdown(blank_table.cut_words(gaps, position, controls.base()))
                st.latex(blank_table.both_ways(gaps, position))
            tree_place, exhibit = st.columns([5, 5], gap="medium")
            with tree_place:
                st.markdown("**The split, grown anew**")
                controls.split_tree(gaps)
            with exhibit:
                st.markdown("**What goes wrong: one meaning in training, another in prediction**")
                st.markdown(mistakes.twice_words(gaps))
                if mistakes.read_twice(gaps):
                    st.markdown(mistakes.twice_table(gaps, controls.base()))
        if not presenting():
            st.markdown(
                "**Try:** blank a cell and watch its entry leave the list and the curve split in two. Then "
                "let a blank cell be zero. Blank a whole row: is it still in the list?"
            )
            st.caption(
                "Half squared error from the mean of y, so g = F − y with F = 4 and h = 1; λ = 1. Sparse "
                "means no more than this: a blank cell is not stored."
            )
            with folded("A document-term matrix") as is_open:
                if is_open:
                    found = term_matrix.documents()
                    st.markdown(term_matrix.matrix_words(found))
                    entries, costs = st.columns([3.5, 6.5], gap="medium")
                    entries.markdown(term_matrix.entry_table(found, controls.base()))
                    costs.markdown(term_matrix.cost_table(found))
                    costs.markdown("Both searches grow the same tree; the full one also scores every place.")
        meaning = "both ways" if gaps.absent == "missing" else "block of zeros"
        code_lens(["absent entries", meaning, "gain"])
        controls.copy_as_python(snippets.missing_snippet(gaps, controls.base()))

    if part == "surrogates":
        gaps = controls.current_gaps()
        found = surrogate_widgets.current_standins(gaps)
        with challenge:
            question = surrogate_widgets.ask_standin(found)
        hiding = question is not None and question.hiding
        surrogate_widgets.settle_standin(question, found)
        side_by_side = st.container(horizontal=True, gap="medium")
        with side_by_side.container(width=table_width):
            surrogate_widgets.standin_table(found, question)
        with side_by_side.container(width=picture_width):
            if found.is_split and not hiding:
                surrogate_widgets.agreement_picture(found)
        if not found.is_split:
            st.markdown("No cut gains anything: there is nothing to stand in for.")
        elif not hiding:
            st.markdown(surrogates.split_words(found))
            ranking, way = st.columns([5, 5], gap="medium")
            with ranking:
                st.markdown(surrogate_widgets.ranking_table(found))
                if found.ranked:
                    st.latex(surrogates.adjusted_formula(found))
            with way:
                row = surrogate_widgets.row_chooser(found)
                st.markdown(surrogates.way_words(found, row, controls.base()))
                st.markdown(surrogates.way_list(found, row))
            if not presenting():
                st.markdown("**A category stands in, too**")
                words, colours = st.columns([5, 5], gap="medium")
                words.markdown(surrogates.colour_words(found))
                colours.markdown(surrogates.colour_table(found, controls.base()))
        if not presenting():
            st.markdown(
                "**Try:** blank x1 of a row, then also x3, x2 and x4 of it: who decides now? Let the split "
                "be grown on the table with its blanks: does x1 keep its place?"
            )
        code_lens(["ranking of surrogates", "agreement", "directions of categories", "asking surrogates"])
        controls.copy_as_python(snippets.surrogate_snippet(found))

    if part == "categories":
        groups = category_widgets.current_parts()
        with challenge:
            question = category_widgets.ask_partition(groups)
        category_widgets.settle_partition(question, groups)
        category_widgets.group_picture(groups, question)
        if not question.hiding:
            st.markdown(category_partitions.result_words(groups))
            chosen = category_widgets.chosen_way(groups)
            st.markdown(category_partitions.way_words(groups, chosen))
            st.latex(category_partitions.gain_formula(groups, chosen))
        if not presenting():
            st.markdown(
                "**Try:** move λ from 0 to 5: does another partition win? Take *three* "
                "and sort by G / (H + λ): the green marks lose the best."
            )
            st.markdown("**How many partitions there are to look at**")
            st.markdown(category_partitions.count_table())
            st.caption(
                "With two sums a row, G and H, the best of all partitions is a cut of the categories sorted "
                "by G / H, whatever λ. With three classes or more no such order is known."
            )
        code_lens(["order of categories", "sums of partitions", "gain"])
        controls.copy_as_python(snippets.category_snippet(groups))


show_page("missing_sparse_categorical.py", page)
