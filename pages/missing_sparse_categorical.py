"""Missing, sparse, categorical: where a row goes that has no number."""

import streamlit as st

st.write("Being written.")
