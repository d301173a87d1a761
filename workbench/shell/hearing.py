"""Which values that widgets were given the browser has heard of.

With every act the browser says what all its widgets show. One that was given another value shows the old
until the answer has come; and of answers to acts in a hurry only the last need come. So what is given has a
number, and the last number is given to a hidden field that is drawn after it: what this field says with an
act tells what the browser had heard of by then. A value that it has not heard of is given again.
"""

from dataclasses import dataclass, field
from typing import Any

import streamlit as st

# WORKAROUND streamlit 1.67, no act says what it has heard: of which run it shows the widgets.
TOP, BODY = "heard_top", "heard_body"
"""The hidden fields: of the head of a page, which is not drawn with every act, and of the rest."""


@dataclass
class Gift:
    """What a widget was given last.

    number: of what was given, the first has 1. heard_in: the field that says so. maybe: what the widget may
    show in the browser until then.
    """

    number: int
    heard_in: str
    maybe: list[Any]


@dataclass
class Given:
    """What widgets were given, by their keys.

    count: of all that was given so far. heard_in: the field of the part of the page that is drawn.
    """

    gifts: dict[str, Gift] = field(default_factory=dict)
    count: int = 0
    heard_in: str = TOP

    def forget(self) -> None:
        """Other widgets come: forget these."""
        self.gifts.clear()


def give(given: Given, key: str, before: Any, shown: Any) -> None:
    """A widget is given a value. before: what it has said."""
    maybe = [] if is_heard(given, key) else given.gifts[key].maybe
    given.count += 1
    given.gifts[key] = Gift(given.count, given.heard_in, [*maybe, before, shown])


def is_heard(given: Given, key: str) -> bool:
    """Whether the browser had heard of what a widget was given when it last said anything."""
    gift = given.gifts.get(key)
    # The field is missing where the page ended above it: then it tells nothing.
    return gift is None or gift.number <= int(st.session_state.get(gift.heard_in, gift.number))


def is_old(given: Given, key: str, said: Any, offered: Any) -> bool:
    """Whether what a widget says is no act of the reader's, but what it showed before its gift came.

    offered: what a list offers. A word that is none of it is one of a list that it was before.
    """
    if isinstance(offered, list) and isinstance(said, str) and said not in offered:
        return True
    return not is_heard(given, key) and said in given.gifts[key].maybe


def hear(given: Given) -> None:
    """Draw the field that says what the browser has heard of: after the widgets of its part of the page."""
    key, last = given.heard_in, str(given.count)
    if st.session_state.get(key) != last:
        st.session_state[key] = last
    st.text_input(key, value=last, key=key, label_visibility="collapsed")
