"""Boosting, round by round: what each new tree adds to the prediction."""

import streamlit as st

st.title("Boosting, round by round")
