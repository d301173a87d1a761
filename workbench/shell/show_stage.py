"""The stage of a lesson in the live page: it holds the cursor, and Python hears of it when it runs."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st

from gbtlib.checks.rules import Rule
from workbench.link.values import ENTRIES, PRESENT, usual
from workbench.shell import session
from workbench.shell.held import draw
from workbench.stage.core.stage import mount_stage, mount_teller
from workbench.stage.record import Stage, keep_stage

P = ParamSpec("P")


def show_stage(stage: Stage) -> None:
    """Draw a stage, at the values of the page that it holds."""
    stage, page = keep_stage(stage), session.store().page
    keep_within(stage)
    opening = usual(page.values, page.entry.opening)
    link = session.link_values()
    page.held.others = beside(stage.held)
    mount_stage(
        {
            "page": page.entry.name,
            "stage": stage.address,
            "view": stage.view,
            "present": bool(page.values[PRESENT]),
            "n_steps": stage.n_steps,
            "step": stage.step,
            "low": stage.low,
            "first": stage.first,
            "follows": stage.follows,
            "resets": {name: ENTRIES[name].default for name in stage.resets},
            "ends": stage.ends,
            "usual": {name: opening[name] for name in stage.held},
            "numbers": [name for name in stage.held if isinstance(ENTRIES[name].rule, Rule)],
            "settings": {name: text for name, text in link.items() if name not in stage.held},
            **draw(page.held, stage.held, page.values),
        },
        on_turn=turn,
    )


@session.callback
def turn(values: dict[str, Any]) -> None:
    """Set values of the page that choose what the stage shows; what else it holds begins anew with them."""
    page = session.store().page
    opening = usual(page.values, page.entry.opening)
    anew = {name: opening[name] for name in page.held.names if not ENTRIES[name].settled}
    own = {*page.entry.shared, *page.entry.own, *page.held.names}
    session.put(**anew | {name: each for name, each in values.items() if name in own})


def beside(names: Collection[str]) -> dict[str, Any]:
    """The values of the page but for some."""
    return {name: each for name, each in session.store().page.values.items() if name not in names}


def keep_within(stage: Stage) -> None:
    """Say of what a link has asked for what there is not, and take what is shown instead."""
    values, asked = session.values(), session.store().asked & set(stage.follows)
    if not asked or stage.moment is None:
        return
    shown = stage.moment({name: values[name] for name in stage.held}).get("shown", {})
    for name in sorted(asked & shown.keys()):
        session.instead_of(name, shown[name])


def follows_the_stage(*, presented: bool) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """What is drawn below the stage: it runs when that rests, and knows the cursor then.

    Where it has set a value of the link, the page runs as a whole, so that the stage knows.

    Args:
        presented: whether it is drawn in Present, too; the stage is heard there in any case.
    """

    def part_of(draw: Callable[P, None]) -> Callable[P, None]:
        @st.fragment
        @wraps(draw)
        def part(*args: P.args, **kwargs: P.kwargs) -> None:
            hear_stage()
            if presented or not session.value(PRESENT):
                draw(*args, **kwargs)

        return part

    return part_of


def hear_stage() -> None:
    """Take what the stage has told, now and whenever it rests."""
    mount_teller(hear)
    hear()
    page = session.store().page
    is_set = any(page.values[name] != page.held.known.get(name) for name in page.held.names)
    if is_set or beside(page.held.names) != page.held.others:
        st.rerun()


@session.callback
def hear() -> None:
    """Take what the stage has told."""
    session.hear()
