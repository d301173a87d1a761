"""What stands below the stage: the act in words, its table, real tables, copies. Widgets."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from workbench.components.prose import prose
from workbench.lessons.missing_sparse_categorical import (
    blank_table,
    real_tables,
    snippets,
    sparse_tables,
    surrogates,
    words,
)
from workbench.lessons.missing_sparse_categorical.blank_table import TABLE
from workbench.lessons.missing_sparse_categorical.choice_widgets import Act, base, is_asking, keep_place
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
    code_lens(CODE["zero" if act.part == "missing" and act.gaps.absent == "zero" else act.part])
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
        same_model()
        if not is_asking(act):
            st.markdown(words.case_words(act.case))
        patient_link("dario", "a booster that reads a blank one way in training, another in prediction")
        return
    text = f"{blank_table.list_words(act.gaps, base())} {words.SUMS_OF_A_ROW}"
    prose(text, {"absent": f"{len(act.gaps.blank)} of {TABLE.size} cells"}, key="list_words")
    session.bound(st.segmented_control, "Counted from", [0, 1], name=COUNT_FROM, required=True)
    st.markdown(blank_table.table_words(act.gaps, base()))
    st.markdown(words.TRY_MISSING)
    patient_link("dario", "a booster that reads a blank one way in training, another in prediction")
    patient_link("elsa", "a booster that loses the rows without an entry")
    on_a_real_table("Real gaps: air quality", real_tables.gaps_words)
    documents()


def on_a_real_table(label: str, words_of: Callable[[], str]) -> None:
    """The same on measured rows; computed when it is opened."""
    with folded(label) as is_open:
        if is_open:
            st.markdown(words_of())


def documents() -> None:
    """A document-term matrix: its entries, and what it costs to search; made when it is opened."""
    with folded("A document-term matrix") as is_open:
        if is_open:
            found = sparse_tables.documents()
            st.markdown(sparse_tables.matrix_words(found))
            entries, costs = st.columns([3.5, 6.5], gap="medium")
            entries.markdown(sparse_tables.entry_table(found, base()))
            entries.markdown(sparse_tables.WEIGHTS)
            costs.markdown(sparse_tables.cost_table(found))
            costs.markdown(words.SAME_TREE)
            st.markdown(sparse_tables.zero_words())
            st.markdown(sparse_tables.zero_table())


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
CODE = {
    "missing": ["absent entries", "both ways", "gain"],
    "zero": ["absent entries", "block of zeros", "gain"],
    "surrogates": ["ranking of surrogates", "agreement", "directions of categories", "asking surrogates"],
    "categories": ["order of categories", "sums of partitions", "gain"],
}
SNIPPETS: dict[str, Callable[[Act], str]] = {
    "missing": lambda act: (
        snippets.missing_snippet(act.gaps, base()) if act.case is None else snippets.rows_snippet(act.case)
    ),
    "surrogates": lambda act: snippets.surrogate_snippet(act.standins),
    "categories": lambda act: snippets.category_snippet(act.record),
}
