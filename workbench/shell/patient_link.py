"""The way from a lesson to the patient of the clinic that has the lesson's fault."""

import streamlit as st

from workbench.paths import page_path


def patient_link(patient: str, words: str) -> None:
    """A line that leads to a patient of the clinic. patient: its name in the link. words: what it is."""
    st.page_link(page_path("clinic.py"), label=f"In the clinic: {words}", query_params={"patient": patient})
