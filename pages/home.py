"""Home page: what the workbench is, and the way to each lesson."""

import streamlit as st

from workbench.paths import page_path
from workbench.registry import PAGES

st.title("Gradient boosted trees, step by step")
st.markdown(
    "Watch a model of many small trees grow, and open every number on the screen down to the sums behind it."
)

st.header("Pick a question")
for entry in PAGES:
    with st.container(border=True):
        st.page_link(page_path(entry.path), label=f"**{entry.question}**", icon=entry.icon)
        st.markdown(entry.title)
