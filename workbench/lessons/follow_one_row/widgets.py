"""Which row is followed, and which node of its path is opened."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components import told
from workbench.components.ahead import Parts
from workbench.components.prose import show_prose
from workbench.components.tree import chosen_node, show_tree
from workbench.lessons.follow_one_row import words
from workbench.lessons.follow_one_row.formulas import step_formula
from workbench.lessons.follow_one_row.ledger import row_ledger
from workbench.lessons.follow_one_row.ledger_data import ledger_data
from workbench.lessons.follow_one_row.round_parts import round_parts
from workbench.lessons.follow_one_row.saved_page import SavedRow, saved_page
from workbench.lessons.follow_one_row.words import WAYS, verdict_on_next
from workbench.link.values import PATH_NODE, ROUND, ROW
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import (
    RowStory,
    default_row,
    ledger_table,
    most_wrong,
    next_held_out,
    next_turning,
    turning_round,
)
from workbench.shell import session
from workbench.shell.ahead import SliderSteps
from workbench.shell.asked_once import guessing
from workbench.shell.challenge import OptionAnswer, ask, said_so_far, settle
from workbench.shell.cursor import ROUND_SLIDER, go_to_round
from workbench.shell.save_as_page import save_as_page
from workbench.trees.view import node_formula, node_title, node_words

LEDGER, ROW_TREE = "ledger", "row_tree"  # the components


def current_row(fit: BoostedModel) -> int:
    """The row of the cursor, a position among all rows; at first one that changes sides."""
    row = session.clip(ROW, len(fit.dataset.y) - 1)
    return default_row(fit) if row is None else int(row)


def shown_round(fit: BoostedModel, story: RowStory, number: int, k: int) -> tuple[Parts, int]:
    """What the tree and the words of a round are sent; and the node that is opened, by default the leaf."""
    tree = fit.trace[number - 1].trees[k]
    node = session.clip(PATH_NODE, tree.n_nodes - 1, None)
    opened = int(story.leaf[number - 1, k]) if node is None else int(node)
    return slider_steps(fit, story, k).parts(number, node), opened


def look_ahead(fit: BoostedModel, story: RowStory, number: int, k: int) -> None:
    """Send the rounds beside a round, so that a step is drawn at once."""
    slider_steps(fit, story, k).look_ahead(number)


def slider_steps(fit: BoostedModel, story: RowStory, k: int) -> SliderSteps:
    """What the tree and the words show in each round."""
    return SliderSteps(
        (fit.name, story.row, k),
        (1, story.n_rounds),
        ROUND_SLIDER,
        lambda number, node: round_parts(fit, story, number, k, node),
    )


def tree_and_words(fit: BoostedModel, story: RowStory, round_number: int, parts: Parts) -> None:
    """The tree of a round, with the way of the row; which row, what its ledger adds up to, and what follows.

    The node that is chosen in the tree is opened below the stage.
    """
    show_tree(parts["tree"], key=ROW_TREE, on_select=take_node)
    row_chooser(fit, round_number)
    with st.container(key="beside_words"):
        st.markdown(words.row_words(fit, story))
        show_prose(parts["sum"], key="sum_words")
        show_prose(parts["result"], key="result_words")


def row_chooser(fit: BoostedModel, round_number: int) -> None:
    """A field for the number of the row, buttons to its neighbours, and a panel of rows worth a look."""
    row, last = current_row(fit), len(fit.dataset.y) - 1
    line = st.container(key="inline_row", horizontal=True, vertical_alignment="center")
    leaf_of_row: dict[str, Any] = {PATH_NODE: None}
    label = f"Row (0 to {last})"
    session.bound(line.number_input, label, 0, last, name=ROW, shown=row, also=leaf_of_row, width=190)
    held_out = next_held_out(fit, row)
    wrong, turning = most_wrong(fit, round_number), next_turning(fit, row)
    beside = [
        ("◀", "row_before", max(0, row - 1), "The row before"),
        ("▶", "row_after", min(last, row + 1), "The row after"),
    ]
    worth_a_look = [
        ("Most wrong", "row_wrong", wrong, "The training row with the largest gradient in this round"),
        (
            "Changes sides",
            "row_turning",
            turning,
            "The next row whose F goes far to both sides, in the round that takes it over",
        ),
        ("Held out", "row_unseen", held_out, "A row that was never trained on, then the next"),
    ]
    for label, key, target, said in beside:
        row_button(line, label, key, target, row, help=said)
    with line.popover("Find a row", width="content"):
        for label, key, found, said in worth_a_look:
            button, beside_it = st.columns([2, 5], gap="small", vertical_alignment="center")
            number = turning_round(fit, found) if key == "row_turning" and found is not None else None
            row_button(button, label, key, found, row, number, width="stretch")
            beside_it.caption("There is no such row in this data set." if found is None else said)


def row_button(
    place: DeltaGenerator,
    label: str,
    key: str,
    target: int | None,
    row: int,
    number: int | None = None,
    **options: Any,
) -> None:
    """A button to another row; None is no row, and leads nowhere, as does the row on the screen.

    number: the round that it leads to; None for the one on the screen.
    """
    is_there = target == row and number in (None, session.value(ROUND))
    place.button(
        label,
        key=key,
        on_click=session.take,
        kwargs={ROW: target, PATH_NODE: None} | ({} if number is None else {ROUND: number}),
        disabled=target is None or is_there,
        **options,
    )


def ledger_chooser(
    fit: BoostedModel,
    story: RowStory,
    round_number: int,
    k: int,
    last: int | None = None,
    guess: str | None = None,
) -> None:
    """The ledger; the round that the reader chooses in it becomes the cursor's.

    last: the last round that is shown. guess: what was said of the next round, one of WAYS.
    """
    data = ledger_data(fit, story, round_number, k, last, guess)
    row_ledger(data, key=LEDGER, on_round=take_round)


@session.callback
def take_round() -> None:
    """Move the cursor to the round that was chosen in the ledger."""
    chosen = told(LEDGER, "round")
    if chosen is not None:
        go_to_round(int(chosen))


def ask_next(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> tuple[int, str | None]:
    """Ask whether the next round raises or lowers the row; gives the last round to show, and the guess."""
    if round_number == story.n_rounds:
        say_the_end(round_number)
        return story.n_rounds, None
    question = ask(
        "next_round",
        ident=(fit.settings, story.row, round_number, k),
        prompt=words.next_question(fit, round_number, k),
        form=OptionAnswer(WAYS, words=str.capitalize),
    )
    if question.revealed:
        settle(question, *verdict_on_next(story, round_number, k, question.answer))
    if not guessing():
        return story.n_rounds, question.answer
    said = said_so_far(question) if question.hiding else question.answer
    return round_number if question.hiding else round_number + 1, said


def say_the_end(round_number: int) -> None:
    """The bar after the last round: why nothing is asked. It keeps the page from jumping."""
    with st.container(border=True, gap="small", key="challenge_at_the_end"):
        said, button = st.columns([8.6, 1.6], gap="small", vertical_alignment="center")
        said.markdown(f"**Round {round_number} is the last:** there is no next round to guess.")
        button.button(
            "One round back",
            on_click=go_to_round,
            args=(max(1, round_number - 1),),
            disabled=round_number == 1,
            width="stretch",
        )


def row_path(fit: BoostedModel, story: RowStory, round_number: int, k: int, parts: Parts) -> None:
    """The way of the row through the tree in words, and what it adds."""
    st.subheader(f"Its path through the tree of round {round_number}", anchor=False)
    show_prose(parts["path"], key="path_words")
    st.latex(step_formula(fit, story, round_number, k))


@session.callback
def take_node() -> None:
    """Open the node that was chosen in the tree."""
    session.put(**{PATH_NODE: chosen_node(ROW_TREE)})


def opened_node(fit: BoostedModel, round_number: int, k: int, node: int) -> None:
    """The node that is opened, with its formula."""
    tree = fit.trace[round_number - 1].trees[k]
    st.markdown(f"**{node_title(tree, node, fit.dataset.feature_names)}**")
    st.latex(node_formula(tree, node, fit.model.reg_lambda, fit.model.gamma))
    st.caption(node_words(tree, node))


def ledger_numbers(story: RowStory, k: int, last: int) -> None:
    """What to try, and the ledger as a table, up to the last round that is shown."""
    st.markdown(words.TRY)
    with st.expander("Every number of the ledger"):
        st.dataframe(ledger_table(story, k, last), width="stretch", height=320)


def download(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> None:
    """The lesson, to take along; not while one guesses, for the file tells the rounds to come."""
    if guessing():
        return
    saved = SavedRow(fit, story, round_number, k, session.link_values())
    save_as_page(partial(saved_page, saved), f"{fit.dataset.id}_row_{story.row}")


def code_topics(fit: BoostedModel) -> list[str]:
    """Which code computed the ledger."""
    loss = fit.model.loss_.name
    return ["ledger", f"gradient of {loss}", f"hessian of {loss}", "boosting loop", "path of a row"]
