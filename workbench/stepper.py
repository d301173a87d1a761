"""The cursor: back and forth through the rounds by button or slider, and a node of the round's tree."""

from __future__ import annotations

import streamlit as st

from workbench import state
from workbench.components.tree import clickable_tree
from workbench.treeview import TreeView


def round_stepper(n_rounds: int) -> int:
    """Buttons and a slider for the round, 1 to n_rounds; gives the round that is chosen.

    Buttons set the round they lead to, so that two quick clicks on one button never count for three.
    """
    first, back, middle, forth, last = st.columns(
        [1.3, 1.3, 7, 1.3, 1.3], gap="small", vertical_alignment="bottom"
    )
    # The slider comes first: a round from the link is known only once its widget is there.
    now: int = middle.slider("Round", 1, n_rounds, key=state.ROUND, bind="query-params")
    for place, label, target, what in (
        (first, "First", 1, "To the first round"),
        (back, "Back", max(1, now - 1), "One round back"),
        (forth, "Next", min(n_rounds, now + 1), "One round forth"),
        (last, "Last", n_rounds, "To the last round"),
    ):
        place.button(
            label,
            key=f"step_{label}",
            help=what,
            on_click=go_to,
            args=(target,),
            disabled=target == now,
            width="stretch",
        )
    return now


def go_to(number: int) -> None:
    """Move the cursor to a round."""
    st.session_state[state.ROUND] = number


def node_chooser(view: TreeView) -> int:
    """The clickable tree; gives the node that is chosen, the root where the round has no such node."""
    chosen = int(st.session_state.get(state.NODE, 0))
    if chosen not in {node.index for node in view.nodes}:
        chosen = 0
    clickable_tree(view, chosen, key=state.TREE, on_select=remember_node)
    return chosen


def remember_node() -> None:
    """Keep the chosen node in the session: the component forgets it when another page is shown."""
    st.session_state[state.NODE] = st.session_state[state.TREE]["selected"]
