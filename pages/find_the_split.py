"""Find the split: place the cut yourself, then see how good it is."""

import streamlit as st

st.write("Being written.")
