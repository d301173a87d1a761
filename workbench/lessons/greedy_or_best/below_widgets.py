"""Below the stage: what greed does and why, how many trees there are. Widgets."""

import streamlit as st

from workbench.lessons.greedy_or_best import words
from workbench.lessons.greedy_or_best.among_all import AmongAll
from workbench.lessons.greedy_or_best.every_tree import greedy_model
from workbench.lessons.greedy_or_best.stage import stage_of_trees
from workbench.lessons.greedy_or_best.widgets import is_told
from workbench.shell.code_lens import code_lens
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you


@follows_the_stage(presented=False)
def below_the_stage(shown: AmongAll) -> None:
    """What stands there when the stage rests: while one guesses, nothing that tells."""
    if is_told():
        st.markdown(words.WHY_GREEDY)
        st.markdown(words.HOW_OFTEN)
    st.markdown(words.COUNT_WORDS)
    st.latex(words.COUNT_FORMULA)
    st.markdown(words.count_table())
    st.markdown(words.WHY_STILL)
    code_lens(["best cut", "first of the best", "gain", "score", "growing", "pruning"])
    task = shown.every.task
    take_with_you(stage_of_trees(shown), f"greedy_{task.rows}", lambda: greedy_model(task, shown.pruning))
