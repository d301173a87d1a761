"""Prune it: which branch is not worth its leaves."""

import streamlit as st

st.write("Being written.")
