"""The part of a page that stands on one screen: the question, the picture, and what belongs to it.

Its heights stand in frame.css, so that nothing moves when something comes into it.
"""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def beside_parameters() -> DeltaGenerator:
    """The end of the frame's line of parameters, for what chooses what the whole stage shows."""
    return st.container(key="beside_parameters", horizontal=True, vertical_alignment="center")


def strip() -> DeltaGenerator:
    """The line of the question, with whatever chooses what the picture shows."""
    return st.container(key="strip", horizontal=True, vertical_alignment="center")
