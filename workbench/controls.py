"""The controls that pages share; each puts its value into the link."""

from __future__ import annotations

import streamlit as st

from workbench import state
from workbench.data import DATASETS
from workbench.state import Settings


def boosting_settings() -> Settings:
    """Data set, learning_rate, max_depth and n_estimators in one line."""
    for key, value in state.DEFAULTS.items():
        st.session_state.setdefault(key, value)
    data, rate, depth, rounds = st.columns(4, gap="medium")
    return Settings(
        dataset=data.selectbox(
            "Data set",
            state.LESSON_DATA,
            format_func=lambda name: DATASETS[name].title,
            key=state.DATA,
            bind="query-params",
        ),
        learning_rate=rate.slider(
            "learning_rate",
            *(state.RATE_RANGE[0], state.RATE_RANGE[1]),
            step=state.RATE_RANGE[2],
            key=state.RATE,
            bind="query-params",
            help="Factor on every leaf weight.",
        ),
        max_depth=depth.slider(
            "max_depth",
            *(state.DEPTH_RANGE[0], state.DEPTH_RANGE[1]),
            key=state.DEPTH,
            bind="query-params",
            help="Questions from the root of a tree to its deepest leaf.",
        ),
        n_estimators=rounds.slider(
            "n_estimators",
            *(state.ROUNDS_RANGE[0], state.ROUNDS_RANGE[1]),
            step=state.ROUNDS_RANGE[2],
            key=state.ROUNDS,
            bind="query-params",
            on_change=keep_round_in_range,
            help="Rounds of boosting; each adds one tree.",
        ),
    )


def keep_round_in_range() -> None:
    """Fewer rounds than the cursor's: the cursor goes to the last one."""
    st.session_state[state.ROUND] = min(st.session_state[state.ROUND], st.session_state[state.ROUNDS])
