"""The page of the tiny lesson."""

import streamlit as st

from tests.workbench.stage.tiny.lesson import stage_of
from workbench.link.values import NODE, ROUND
from workbench.shell import session
from workbench.shell.page import show_page
from workbench.shell.show_stage import hear_stage, show_stage
from workbench.stage import record


def page() -> None:
    session.bound(st.slider, "Rounds", 1, 30, name="n_estimators")
    n_rounds = session.value("n_estimators")
    session.clip(ROUND, n_rounds)
    st.button("To the root", on_click=session.take, kwargs={NODE: 0})
    show_stage(stage_of(n_rounds))
    below()


@st.fragment
def below() -> None:
    hear_stage()
    st.markdown(f"Below: round {session.value(ROUND)}, node {session.value(NODE)}")
    st.button("Forget from below", on_click=record._stages.clear)


show_page("tiny.py", page)
