"""A few options side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from workbench.shell import session


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
