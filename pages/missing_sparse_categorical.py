"""Missing, sparse, categorical: where a row goes that has no number."""

import streamlit as st

from workbench import documents, gapfaults, gaps_snippets, gapsview, group_controls, partitionview, standins
from workbench import gaps_controls as controls
from workbench.codelens import code_lens
from workbench.shell import folded, presenting, show_page


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
                f"{gapsview.split_words(gaps, controls.base())} {gapfaults.list_words(gaps, controls.base())}"
            )
            position = controls.position(gaps)
            if position is not None:
                st.markdown(gapsview.cut_words(gaps, position, controls.base()))
                st.latex(gapsview.both_ways(gaps, position))
            tree_place, exhibit = st.columns([5, 5], gap="medium")
            with tree_place:
                st.markdown("**The split, grown anew**")
                controls.split_tree(gaps)
            with exhibit:
                st.markdown("**What goes wrong: one meaning in training, another in prediction**")
                st.markdown(gapfaults.twice_words(gaps))
                if gapfaults.read_twice(gaps):
                    st.markdown(gapfaults.twice_table(gaps, controls.base()))
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
                    found = documents.documents()
                    st.markdown(documents.matrix_words(found))
                    entries, costs = st.columns([3.5, 6.5], gap="medium")
                    entries.markdown(documents.entry_table(found, controls.base()))
                    costs.markdown(documents.cost_table(found))
                    costs.markdown("Both searches grow the same tree; the full one also scores every place.")
        meaning = "both ways" if gaps.absent == "missing" else "block of zeros"
        code_lens(["absent entries", meaning, "gain"])
        controls.copy_as_python(gaps_snippets.missing_snippet(gaps, controls.base()))

    if part == "surrogates":
        gaps = controls.current_gaps()
        found = controls.current_standins(gaps)
        with challenge:
            question = controls.ask_standin(found)
        hiding = question is not None and question.hiding
        controls.settle_standin(question, found)
        side_by_side = st.container(horizontal=True, gap="medium")
        with side_by_side.container(width=table_width):
            controls.standin_table(found, question)
        with side_by_side.container(width=picture_width):
            if found.is_split and not hiding:
                controls.agreement_picture(found)
        if not found.is_split:
            st.markdown("No cut gains anything: there is nothing to stand in for.")
        elif not hiding:
            st.markdown(standins.split_words(found))
            ranking, way = st.columns([5, 5], gap="medium")
            with ranking:
                st.markdown(controls.ranking_table(found))
                if found.ranked:
                    st.latex(standins.adjusted_formula(found))
            with way:
                row = controls.row_chooser(found)
                st.markdown(standins.way_words(found, row, controls.base()))
                st.markdown(standins.way_list(found, row))
            if not presenting():
                st.markdown("**A category stands in, too**")
                words, colours = st.columns([5, 5], gap="medium")
                words.markdown(standins.colour_words(found))
                colours.markdown(standins.colour_table(found, controls.base()))
        if not presenting():
            st.markdown(
                "**Try:** blank x1 of a row, then also x3, x2 and x4 of it: who decides now? Let the split "
                "be grown on the table with its blanks: does x1 keep its place?"
            )
        code_lens(["ranking of surrogates", "agreement", "directions of categories", "asking surrogates"])
        controls.copy_as_python(gaps_snippets.surrogate_snippet(found))

    if part == "categories":
        groups = group_controls.current_parts()
        with challenge:
            question = group_controls.ask_partition(groups)
        group_controls.settle_partition(question, groups)
        group_controls.group_picture(groups, question)
        if not question.hiding:
            st.markdown(partitionview.result_words(groups))
            chosen = group_controls.chosen_way(groups)
            st.markdown(partitionview.way_words(groups, chosen))
            st.latex(partitionview.gain_formula(groups, chosen))
        if not presenting():
            st.markdown(
                "**Try:** move λ from 0 to 5: does another partition win? Take *three* "
                "and sort by G / (H + λ): the green marks lose the best."
            )
            st.markdown("**How many partitions there are to look at**")
            st.markdown(partitionview.count_table())
            st.caption(
                "With two sums a row, G and H, the best of all partitions is a cut of the categories sorted "
                "by G / H, whatever λ. With three classes or more no such order is known."
            )
        code_lens(["order of categories", "sums of partitions", "gain"])
        controls.copy_as_python(gaps_snippets.category_snippet(groups))


show_page("missing_sparse_categorical.py", page)
