"""The stage of the lesson: rows and settings, the question, all trees, and one of them. Widgets."""

from __future__ import annotations

import streamlit as st

from workbench.components import told
from workbench.components.ahead import Parts
from workbench.components.prose import show_prose
from workbench.components.tree import chosen_node, show_tree
from workbench.lessons.greedy_or_best import values as names
from workbench.lessons.greedy_or_best.all_trees import all_trees
from workbench.lessons.greedy_or_best.every_tree import PRUNINGS, every_tree, greedy_of, outcome
from workbench.lessons.greedy_or_best.picture import AmongAll, shown_tree
from workbench.lessons.greedy_or_best.row_plane import row_plane
from workbench.lessons.greedy_or_best.rows import LOSSES, ROW_SETS, Task
from workbench.lessons.greedy_or_best.tree_parts import tree_parts
from workbench.lessons.greedy_or_best.words import OUTCOMES, STOPS
from workbench.shell import session
from workbench.shell.ahead import SliderSteps
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.scoring import verdict_on_choice
from workbench.shell.setting_controls import rule_of
from workbench.shell.stage import control_line, stepper
from workbench.shell.step_buttons import Step, clicker_steps, step_row

_PLANE, _TREES, _ROWS = "picture_plane", "picture_trees", "greedy_row_set"
_ANEW = {names.TREE: None, names.TREE_NODE: 0}


def current_task() -> Task:
    """What the screen asks about."""
    rows = session.value(names.ROWS)
    flipped = session.value(names.FLIPPED) & (2 ** len(ROW_SETS[rows].y) - 1)
    found = (session.value(each) for each in (names.LOSS, names.LAMBDA, names.GAMMA))
    return Task(rows, flipped, *found)


def current_pruning() -> str:
    """When greed stops."""
    return str(session.value(names.PRUNING))


def current_tree(task: Task, pruning: str, *, hiding: bool) -> AmongAll:
    """The tree that is looked at; greed's where there are not so many."""
    asked = session.clip(names.TREE, len(every_tree(task)) - 1, None)
    return shown_tree(task, pruning, asked, node=session.value(names.TREE_NODE), hiding=hiding)


def controls() -> None:
    """Which rows, what a tree is worth, and when greed stops."""
    with control_line():
        session.draw(
            st.selectbox,
            "Rows",
            list(ROW_SETS),
            key=_ROWS,
            shown=session.value(names.ROWS),
            format_func=lambda name: ROW_SETS[name].title,
            on_change=take_rows,
        )
        session.bound(
            st.segmented_control,
            "Loss",
            list(LOSSES),
            name=names.LOSS,
            required=True,
            label_visibility="collapsed",
            also=_ANEW,
        )
        for label, name in (("λ", names.LAMBDA), ("γ", names.GAMMA)):
            entry, rule = names.VALUES[name], rule_of(name)
            session.bound(st.slider, label, rule.low, rule.high, step=entry.step, name=name, also=_ANEW)
        session.bound(
            st.selectbox,
            "Greedy",
            PRUNINGS,
            format_func=STOPS.__getitem__,
            name=names.PRUNING,
            help="When it gives up a cut that does not pay for its leaf.",
            also=_ANEW,
        )


@session.callback
def take_rows() -> None:
    """Look at other rows, with the settings that tell most about them."""
    rows = st.session_state[_ROWS]
    first = ROW_SETS[rows].first
    given = {f"greedy_{name}": each for name, each in first.items()}
    session.put(**{names.ROWS: rows, names.FLIPPED: 0, **_ANEW, **given})


def ask_outcome(task: Task, pruning: str) -> Question:
    """Ask how greed fares."""
    question = ask(
        "greedy_outcome",
        ident=(task, pruning),
        prompt="How does greedy fare here?",
        form=OptionAnswer(list(OUTCOMES), OUTCOMES.__getitem__),
    )
    if question.revealed:
        every = every_tree(task)
        right = outcome(every, greedy_of(every, pruning))
        verdict = verdict_on_choice(OUTCOMES[question.answer], OUTCOMES[right])
        settle(question, float(question.answer == right), verdict)
    return question


def shown_parts(shown: AmongAll) -> Parts:
    """What the components are sent of the tree that is looked at."""
    if shown.hiding:
        return tree_parts(shown)
    place, best = shown.every.by_gain.index(shown.cut), shown.every.best_of(shown.cut)
    is_led_to = (shown.at, shown.node) == (best, 0)
    return slider_steps(shown).parts(place, None if is_led_to else (shown.at, shown.node))


def look_ahead(shown: AmongAll) -> None:
    """Send the first cuts beside that of the tree, so that a step is drawn at once."""
    slider_steps(shown).look_ahead(shown.every.by_gain.index(shown.cut))


def slider_steps(shown: AmongAll) -> SliderSteps:
    """What the components show at each first cut. Steps lead to the root of the best tree behind it."""
    every, pruning = shown.every, shown.pruning

    def make(place: int, chosen: tuple[int, int] | None) -> Parts:
        at, node = (every.best_of(every.by_gain[place]), 0) if chosen is None else chosen
        return tree_parts(shown_tree(every.task, pruning, at, node=node))

    last = len(every.by_gain) - 1
    return SliderSteps((every.task, pruning), (0, last), slider_of(last), make)


def slider_of(last: int) -> str:
    """The key of the slider of first cuts."""
    return f"first_cut_{last}"


def trees_picture(parts: Parts) -> None:
    """All trees."""
    all_trees(parts["trees"], key=_TREES, on_choose=take_tree)


@session.callback
def take_tree() -> None:
    """Look at the tree that was clicked."""
    session.put(**_ANEW | {names.TREE: int(told(_TREES, "tree"))})


def cut_stepper(shown: AmongAll) -> None:
    """From one first cut to the next, by what it gains alone; to greed's tree, and to the best."""
    every, row = shown.every, stepper()
    order = every.by_gain
    now, last = order.index(shown.cut), len(order) - 1
    steps = (
        Step("Back", (now - 1) % (last + 1), "The first cut that gains less; or the last"),
        Step(
            "Next",
            (now + 1) % (last + 1),
            "The first cut that gains more; or none",
            is_main=True,
        ),
    )
    step_row([row] * len(steps), steps, now, go_to_cut, key="cut", width="content")
    session.draw(
        row.slider,
        "First cut",
        0,
        last,
        key=slider_of(last),
        shown=now,
        on_change=take_cut,
        args=(slider_of(last),),
        help="By what it gains alone; 0 is none. Behind each stands its best tree.",
    )
    for label, tree, words in (
        ("Greedy", shown.greedy, "The tree that is grown by the best cut of each node"),
        ("Best", shown.best, "A tree than which none gains more"),
    ):
        row.button(
            label,
            key=f"to_{label}",
            help=words,
            disabled=shown.hiding or shown.at == tree,
            on_click=session.take,
            kwargs=_ANEW | {names.TREE: tree},
        )
    told_apart = () if shown.hiding else tuple(dict.fromkeys((shown.greedy, shown.best)))
    clicker_steps(names.TREE, told_apart, shown.at, **{names.TREE_NODE: 0})


@session.callback
def take_cut(key: str) -> None:
    """Look at the best tree behind the first cut of the slider."""
    put_cut(int(st.session_state[key]))


@session.callback
def go_to_cut(place: int) -> None:
    """Look at the best tree behind a first cut, by its place in the order of gains."""
    put_cut(place)


def put_cut(place: int) -> None:
    """The best tree behind a first cut."""
    every = every_tree(current_task())
    session.put(**_ANEW | {names.TREE: every.best_of(every.by_gain[place])})


def one_tree(parts: Parts) -> None:
    """The chosen tree over the rows, in boxes, and its objective."""
    with st.container(key="rows_and_regions"):
        row_plane(parts["plane"], key=_PLANE, on_flip=take_row)
    show_tree(parts["tree"], key="tree_any", on_select=take_node)
    with st.container(key="said_objective"):
        show_prose(parts["objective"], key="objective_words")


@session.callback
def take_row() -> None:
    """Give the row that was clicked the other y."""
    flipped = session.value(names.FLIPPED) ^ (1 << int(told(_PLANE, "flipped")))
    session.put(**_ANEW | {names.FLIPPED: flipped})


@session.callback
def take_node() -> None:
    """Look at the node that was chosen: its region and its rows."""
    session.put(**{names.TREE_NODE: chosen_node("tree_any")})
