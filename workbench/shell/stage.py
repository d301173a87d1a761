"""The part of a page that stands on one screen: the question, the picture, and what belongs to it.

Its heights stand in frame.css, so that nothing moves when something comes into it.
"""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

_SHARES = (3, 2)  # of the width: the picture's, and that of the tree beside it


def control_line() -> DeltaGenerator:
    """The line of a lesson's own controls, where the frame has none for it."""
    return st.container(key="controls_of_lesson", horizontal=True, vertical_alignment="center")


def beside_parameters() -> DeltaGenerator:
    """The end of the frame's line of parameters, for what chooses what the whole stage shows."""
    return st.container(key="beside_parameters", horizontal=True, vertical_alignment="center")


def strip() -> DeltaGenerator:
    """The line of the question, with whatever chooses what the picture shows."""
    return st.container(key="strip", horizontal=True, vertical_alignment="center")


def stepper() -> DeltaGenerator:
    """The line under the picture: what leads from one step to the next."""
    return st.container(key="stepper", horizontal=True, vertical_alignment="center")


def stage() -> tuple[DeltaGenerator, DeltaGenerator]:
    """The place of the picture, and the one beside it: for the tree, and the gains of its chosen node."""
    picture, beside = st.container(key="stage").columns(_SHARES, gap="medium")
    return picture, beside


def whole_stage() -> DeltaGenerator:
    """The same place undivided, for a picture that has two sides of its own."""
    return st.container(key="stage")
