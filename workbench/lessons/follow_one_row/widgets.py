"""Which row is followed, and which node of its path is opened."""

from __future__ import annotations

from typing import Any

import streamlit as st

from gbtlib import Tree
from workbench.components import told
from workbench.components.tree import chosen_node, clickable_tree
from workbench.lessons.follow_one_row.ledger import row_ledger
from workbench.lessons.follow_one_row.ledger_data import ledger_data
from workbench.lessons.follow_one_row.row_story import (
    RowStory,
    default_row,
    most_wrong,
    next_held_out,
)
from workbench.lessons.follow_one_row.words import WAYS, verdict_on_next
from workbench.link.values import GUESS_FIRST, PATH_NODE, ROW
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.challenge import Choice, ask, said_so_far, settle
from workbench.shell.cursor import go_to_round
from workbench.trees.view import TreeView

LEDGER, ROW_TREE = "ledger", "row_tree"  # the components


def current_row(lesson: BoostedModel) -> int:
    """The row of the cursor, a position among all rows; at first the one with the largest gradient."""
    row = session.clip(ROW, len(lesson.dataset.y) - 1)
    return default_row(lesson) if row is None else int(row)


def row_chooser(lesson: BoostedModel, round_number: int) -> None:
    """A field for the number of the row, and buttons to its neighbours and to rows worth a look."""
    row, last = current_row(lesson), len(lesson.dataset.y) - 1
    before, middle, after = st.columns([1, 2, 1], gap="small", vertical_alignment="bottom")
    leaf_of_row: dict[str, Any] = {PATH_NODE: None}
    session.bound(middle.number_input, f"Row (0 to {last})", 0, last, name=ROW, shown=row, also=leaf_of_row)
    held_out = next_held_out(lesson, row)
    wrong, unseen = st.columns(2, gap="small")
    targets = [
        (before, "◀", "row_before", max(0, row - 1), "The row before"),
        (after, "▶", "row_after", min(last, row + 1), "The row after"),
        (
            wrong,
            "Most wrong",
            "row_wrong",
            most_wrong(lesson, round_number),
            "The training row with the largest gradient in this round",
        ),
        (unseen, "Held out", "row_unseen", held_out, "A row that was never trained on, then the next"),
    ]
    for place, label, key, target, words in targets:
        place.button(
            label,
            key=key,
            help=words if target is not None else "No rows of this data set are held out.",
            on_click=session.take,
            kwargs={ROW: target, PATH_NODE: None},
            disabled=target is None or target == row,
            width="stretch",
        )


def ledger_chooser(
    lesson: BoostedModel,
    story: RowStory,
    round_number: int,
    k: int,
    last: int | None = None,
    guess: str | None = None,
) -> None:
    """The ledger; the round that the reader chooses in it becomes the cursor's.

    last: the last round that is shown. guess: what was said of the next round, one of WAYS.
    """
    data = ledger_data(lesson, story, round_number, k, last, guess)
    row_ledger(data, key=LEDGER, on_round=take_round)


@session.callback
def take_round() -> None:
    """Move the cursor to the round that was chosen in the ledger."""
    chosen = told(LEDGER, "round")
    if chosen is not None:
        go_to_round(int(chosen))


def ask_next(lesson: BoostedModel, story: RowStory, round_number: int, k: int) -> tuple[int, str | None]:
    """Ask whether the next round raises or lowers the row; gives the last round to show, and the guess."""
    if round_number == story.n_rounds:
        say_the_end(round_number)
        return story.n_rounds, None
    of_class = f" of {lesson.dataset.class_names[k]}" if lesson.n_classes > 1 else ""
    question = ask(
        "next_round",
        ident=(lesson.settings, story.row, round_number, k),
        prompt=f"Will round {round_number + 1} raise or lower the raw prediction F{of_class} of this row?",
        form=Choice(WAYS, words=str.capitalize),
    )
    if question.revealed:
        settle(question, *verdict_on_next(story, round_number, k, question.answer))
    if not session.value(GUESS_FIRST):
        return story.n_rounds, None
    said = said_so_far(question) if question.hiding else question.answer
    return round_number if question.hiding else round_number + 1, said


def say_the_end(round_number: int) -> None:
    """The bar after the last round: why nothing is asked. It keeps the page from jumping."""
    with st.container(border=True, gap="small", key="challenge_at_the_end"):
        words, button = st.columns([8.6, 1.6], gap="small", vertical_alignment="center")
        words.markdown(f"**Round {round_number} is the last:** there is no next round to guess.")
        button.button(
            "One round back",
            on_click=go_to_round,
            args=(max(1, round_number - 1),),
            disabled=round_number == 1,
            width="stretch",
        )


def path_chooser(view: TreeView) -> None:
    """The tree of the round; the node that the reader chooses is opened below it."""
    clickable_tree(view, key=ROW_TREE, on_select=take_node)


@session.callback
def take_node() -> None:
    """Open the node that was chosen in the tree."""
    session.put(**{PATH_NODE: chosen_node(ROW_TREE)})


def current_path_node(tree: Tree, leaf: int) -> int:
    """The opened node: the row's leaf, until another is chosen; another round, row or class forgets it."""
    node = session.clip(PATH_NODE, tree.n_nodes - 1, None)
    return leaf if node is None else int(node)
