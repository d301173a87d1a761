"""A few options side by side, or many in a list."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.shell import session

CHOOSER_WIDTH = 200  # of what chooses rows, in the bar


def choice(label: str, words: Mapping[Any, str], name: str, **options: Any) -> str:
    """A few options side by side, one of which is always chosen: gives it.

    words: what each option is called. name: of the value in the store. options: others of `session.bound`.
    """
    session.bound(
        st.segmented_control,
        label,
        list(words),
        format_func=words.__getitem__,
        name=name,
        required=True,
        **options,
    )
    return str(session.value(name))


def listed(place: DeltaGenerator, label: str, words: Mapping[Any, str], name: str, **options: Any) -> None:
    """Many options in a list; parameters as of choice."""
    titles = words.__getitem__
    session.bound(place.selectbox, label, list(words), format_func=titles, name=name, **options)


def chooser(bar: DeltaGenerator, label: str, words: Mapping[Any, str], name: str, **options: Any) -> None:
    """The same in the bar of a page: its label is read out only."""
    in_bar = {"label_visibility": "collapsed", "width": CHOOSER_WIDTH}
    listed(bar, label, words, name, **in_bar | options)
