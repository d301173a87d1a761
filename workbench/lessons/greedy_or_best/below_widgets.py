"""Below the stage: what greed does and why, how many trees there are, shuffled y. Widgets."""

from __future__ import annotations

import streamlit as st

from workbench.lessons.greedy_or_best import words
from workbench.lessons.greedy_or_best.among_all import AmongAll
from workbench.lessons.greedy_or_best.boosted import boosted_both_ways, boosted_words, losses_panel
from workbench.lessons.greedy_or_best.every_tree import greedy_model
from workbench.lessons.greedy_or_best.shuffled import shuffled, shuffled_words
from workbench.lessons.greedy_or_best.snippet import every_tree_snippet
from workbench.lessons.greedy_or_best.stage import HELD, saved_trees
from workbench.lessons.greedy_or_best.widgets import is_told
from workbench.shell import session
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded
from workbench.shell.pictures import curves
from workbench.shell.show_stage import hear_stage
from workbench.shell.take_with_you import take_with_you


@st.fragment
def below_the_stage(shown: AmongAll) -> None:
    """What stands there when the stage rests: while one guesses, nothing that tells."""
    hear_stage()
    if is_told():
        st.markdown(words.WHY_GREEDY)
    how_many_trees()
    if is_told():
        how_often(shown)
        in_boosting(shown)
    code_lens(["best cut", "first of the best", "gain", "score", "growing", "pruning"])
    take(shown)


def how_many_trees() -> None:
    """How fast the number of trees grows, and why one is greedy still."""
    st.markdown(words.COUNT_WORDS)
    st.latex(words.COUNT_FORMULA)
    st.markdown(words.count_table())
    st.markdown(words.WHY_STILL)


def how_often(shown: AmongAll) -> None:
    """Greed on the same rows with y in other orders; worked out when it is opened."""
    with folded("How often does greedy lose?") as is_open:
        if is_open:
            st.markdown(shuffled_words(shuffled(shown.every.task, shown.pruning)))


def in_boosting(shown: AmongAll) -> None:
    """Whether it matters where tree follows tree; worked out when it is opened."""
    with folded("Does it matter in boosting?") as is_open:
        if is_open:
            found = boosted_both_ways(shown.every.task, shown.pruning)
            st.markdown(boosted_words(found))
            curves([losses_panel(found)], boosted_words(found).replace("**", ""))


def take(shown: AmongAll) -> None:
    """The lesson in one file, and all trees in a few lines of gbtlib."""
    cursor, link, task = {name: session.value(name) for name in HELD}, session.link_values(), shown.every.task
    take_with_you(
        lambda: saved_trees(shown, cursor, link),
        f"greedy_{task.rows}",
        lambda: greedy_model(task, shown.pruning),
        lambda: st.code(every_tree_snippet(task), language="python"),
    )
