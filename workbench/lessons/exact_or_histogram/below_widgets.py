"""What stands below the stage: cuts in words, the whole model, or many names for one thing. Widgets."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from gbtlib import CONVENTIONS, onedal_table
from workbench.components.prose import prose
from workbench.lessons.exact_or_histogram import bin_words, names_widgets
from workbench.lessons.exact_or_histogram.node_cuts import HALVINGS, whole_model
from workbench.lessons.exact_or_histogram.record import Place
from workbench.lessons.exact_or_histogram.snippets import bins_snippet
from workbench.lessons.exact_or_histogram.stage import stage_of_file
from workbench.lessons.exact_or_histogram.values import BINS_PART, HALVING
from workbench.shell import session
from workbench.shell.choice import choice
from workbench.shell.code_lens import code_lens, round_tabs
from workbench.shell.page import folded
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you
from workbench.text.tables import markdown_table

_TITLES = {"cuts": "Cuts", "names": "Many names"}
CODE = {
    "cuts": (
        *("borders of bins", "filling a histogram", "histogram subtraction", "cuts between bins"),
        "oneDAL's names",
    ),
    "names": ("score", "leaf weight", "gain", "oneDAL's names"),
}


@follows_the_stage(presented=False)
def below_the_stage(place: Place) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    part = choice("What to look at", _TITLES, BINS_PART, label_visibility="collapsed")
    PARTS[part](place)
    code_lens(list(CODE[part]))
    fit, code = partial(whole_model, place.recipe, shown_max_bin()), partial(copies, place)
    take_with_you(stage_of_file(place), f"cuts_{place.recipe.data}", fit, code)


def shown_max_bin() -> int | None:
    """How many bins the stage shows; None for every cut."""
    halving = session.value(HALVING)
    return HALVINGS[halving - 1] if halving else None


def cuts(place: Place) -> None:
    """What a bin is, what subtraction spares, and time; oneDAL's parameters."""
    st.markdown(bin_words.WHAT_A_BIN_IS)
    prose(bin_words.SUBTRACTION, bin_words.terms_here(place.cuts(None)), key="bin_terms")
    st.markdown(f"{bin_words.recipe_words(place.recipe)} {bin_words.TIME_WORDS}")
    st.markdown(bin_words.TRY)
    onedal()


def onedal() -> None:
    """oneDAL's parameters, what each is called elsewhere, and what no parameter says."""
    st.subheader("oneDAL’s parameters, and what each is called elsewhere", anchor=False)
    with st.container(key="onedal_table"):
        table = onedal_table()
        st.markdown(markdown_table(table.columns.tolist(), table.to_numpy()))
    st.markdown(f"{bin_words.DRAWN} {bin_words.memory_words()}")
    with folded("What no parameter says") as is_open:
        if is_open:
            answers = pd.DataFrame(map(vars, CONVENTIONS)).rename(columns={"what": ""})
            st.markdown(markdown_table(answers.columns.tolist(), answers.to_numpy()))


def copies(place: Place) -> None:
    """The bins of the root in a few lines; and the whole model, for four libraries."""
    max_bin = shown_max_bin()
    st.code(bins_snippet(place.cuts(None).first, place.feature, max_bin or HALVINGS[0]), language="python")
    fit = whole_model(place.recipe, max_bin)
    round_tabs(fit, len(fit.trace))


PARTS: dict[str, Callable[[Place], None]] = {"cuts": cuts, "names": lambda _: names_widgets.many_names()}
