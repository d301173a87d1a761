"""Being written."""

import streamlit as st

from workbench.shell import current_lesson

lesson = current_lesson()
st.write(lesson.dataset.title)
