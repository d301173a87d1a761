"""Find the split: place the cut yourself, then see how good it is."""

import streamlit as st

from workbench.gains.named_candidates import ranking
from workbench.lessons.find_the_split.choice_widgets import (
    bar,
    current_hunt,
    easy_switch,
    kind_chooser,
    round_chooser,
)
from workbench.lessons.find_the_split.question_widgets import (
    ask_split,
    current_quest,
    row_picture,
    settle_split,
    snap_note,
)
from workbench.lessons.find_the_split.reveal_widgets import (
    copy_as_python,
    formula,
    gain_picture,
    growing_tree,
    growth_bar,
    round_node,
)
from workbench.lessons.find_the_split.words import LOOK, code_topics, why_nothing
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded, presenting, show_page


def page() -> None:
    """The lesson."""
    what, which, told = bar()
    with what:
        kind = kind_chooser()
    hunt = current_hunt(kind)
    if hunt is not None and not hunt.order:
        st.markdown(why_nothing(hunt))
    elif hunt is not None:
        with told:
            easy_switch(hunt)
        if kind == "logistic":
            with which:
                round_chooser()
        quest = current_quest(hunt)
        question = ask_split(quest)
        settle_split(quest, question)
        growth_bar(quest, question)
        row_picture(quest, question)
        if question.hiding:
            st.markdown(f"{LOOK[kind]} {snap_note(quest, question)}")
            growing_tree(quest, question)
        else:
            node = round_node(quest)
            gain_picture(quest, question, node)
            if question.revealed and not presenting():
                st.markdown(snap_note(quest, question))
            formula(quest, question, node)
            growing_tree(quest, question)
            if not presenting():
                st.markdown(
                    "**Try:** drag along the gain curve. Which cuts come close to the best one, and what do "
                    "they have in common?"
                )
                with folded("The best candidates of this node, ranked") as is_open:
                    if is_open:
                        st.dataframe(ranking(quest.place.candidates, hunt.names), width="stretch")
            copy_as_python(quest, question, node)
            code_lens(code_topics(kind))


show_page("find_the_split.py", page)
