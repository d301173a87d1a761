"""Grow a tree: split by split, and in which order."""

import streamlit as st

st.write("Being written.")
