"""What stands below the stage: the act in words, its table, real tables, copies. Widgets."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from workbench.components.prose import prose
from workbench.data.catalogue import DATASETS
from workbench.lessons.missing_sparse_categorical import (
    blank_table,
    gap_words,
    real_tables,
    snippets,
    surrogates,
    term_matrix,
    words,
    zero_block,
)
from workbench.lessons.missing_sparse_categorical.blank_table import TABLE
from workbench.lessons.missing_sparse_categorical.choice_widgets import Act, base, is_asking, keep_place
from workbench.lessons.missing_sparse_categorical.row_gaps import GapCase
from workbench.lessons.missing_sparse_categorical.stage import stage_of_act
from workbench.lessons.missing_sparse_categorical.values import COUNT_FROM
from workbench.shell import session
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded
from workbench.shell.patient_link import patient_link
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you


@follows_the_stage(presented=False)
def below_the_stage(act: Act) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    keep_place(act)
    ACTS[act.part](act)
    code_lens(CODE[act.part](act))
    is_example = act.part == "missing" and act.case is None
    take_with_you(
        stage_of_act(act.record),
        f"without_a_value_{act.part}",
        partial(blank_table.model_of, act.gaps) if is_example else None,
        lambda: st.code(SNIPPETS[act.part](act), language="python"),
    )


# -- the packet


def missing(act: Act) -> None:
    """The table, the list of its cells that are not blank, and a sparse matrix; of other rows their gaps."""
    if act.case is not None:
        on_rows(act.case, is_told=not is_asking(act))
        return
    text = f"{blank_table.list_words(act.gaps, base())} {words.SUMS_OF_A_ROW}"
    prose(text, {"absent": f"{len(act.gaps.blank)} of {TABLE.size} cells"}, key="list_words")
    session.bound(st.segmented_control, "Counted from", [0, 1], name=COUNT_FROM, required=True)
    st.markdown(blank_table.table_words(act.gaps, base()))
    st.markdown(words.TRY_MISSING)
    patient_link("dario", "a booster that reads a blank one way in training, another in prediction")
    patient_link("elsa", "a booster that loses the rows without an entry")
    on_a_real_table("Real gaps: air quality", lambda: real_tables.gaps_words(real_tables.air_quality()))
    documents()


def on_rows(case: GapCase, *, is_told: bool) -> None:
    """The gaps of a data set, and which way the cut on the stage keeps."""
    same_model()
    if is_told:
        st.markdown(gap_words.case_words(case, DATASETS[case.data.id].model))
    patient_link("dario", "a booster that reads a blank one way in training, another in prediction")


def on_a_real_table(label: str, words_of: Callable[[], str]) -> None:
    """The same on measured rows; computed when it is opened."""
    with folded(label) as is_open:
        if is_open:
            st.markdown(words_of())


def documents() -> None:
    """A document-term matrix: its entries, and what it costs to search; made when it is opened."""
    with folded("A document-term matrix") as is_open:
        if is_open:
            found = term_matrix.documents()
            st.markdown(term_matrix.matrix_words(found))
            entries, costs = st.columns([3.5, 6.5], gap="medium")
            entries.markdown(term_matrix.entry_table(found, base()))
            entries.markdown(term_matrix.WEIGHTS)
            costs.markdown(term_matrix.cost_table(found))
            costs.markdown(words.SAME_TREE)
            st.markdown(zero_block.zero_words())
            st.markdown(zero_block.zero_table())


# -- stand-ins


def standing_in(act: Act) -> None:
    """A category that stands in, and stand-ins of measured rows."""
    found = act.standins
    if found.is_split and not is_asking(act):
        st.markdown("**A category stands in, too**")
        said, colours = st.columns([5, 5], gap="medium")
        said.markdown(surrogates.colour_words(found))
        colours.markdown(surrogates.colour_table(found, base()))
    st.markdown(words.TRY_SURROGATES)
    on_a_real_table("Surrogates of real gaps: air quality", real_tables.surrogate_words)


# -- categories


def categories(act: Act) -> None:
    """How many partitions there are, and why sorted cuts are enough."""
    st.markdown(words.HOW_MANY)
    st.markdown(words.TRY_CATEGORIES)
    st.caption(words.WHY_SORTED)
    on_a_real_table("Real categories: 22 makes of cars", real_tables.category_words)


ACTS: dict[str, Callable[[Act], None]] = {
    "missing": missing,
    "surrogates": standing_in,
    "categories": categories,
}
CODE: dict[str, Callable[[Act], list[str]]] = {
    "missing": lambda act: [
        "absent entries",
        "both ways" if act.gaps.absent == "missing" else "block of zeros",
        "gain",
    ],
    "surrogates": lambda _: [
        "ranking of surrogates",
        "agreement",
        "directions of categories",
        "asking surrogates",
    ],
    "categories": lambda _: ["order of categories", "sums of partitions", "gain"],
}
SNIPPETS: dict[str, Callable[[Act], str]] = {
    "missing": lambda act: (
        snippets.missing_snippet(act.gaps, base()) if act.case is None else snippets.rows_snippet(act.case)
    ),
    "surrogates": lambda act: snippets.surrogate_snippet(act.standins),
    "categories": lambda act: snippets.category_snippet(act.groups),
}
