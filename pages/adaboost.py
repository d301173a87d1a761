"""AdaBoost: rows weighted anew for every tree."""

import streamlit as st

st.write("Being written.")
