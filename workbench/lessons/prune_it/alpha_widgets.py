"""The page on pruning: which tree, by what, and the cursor along the price of a leaf. Widgets."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import streamlit as st

from gbtlib import CrossValidation
from workbench.lessons.prune_it import snippets
from workbench.lessons.prune_it.alpha_words import (
    PROMPT,
    RISKS,
    TIES,
    counts,
    end_words,
    node_title,
    options,
    remaining,
    step_words,
    verdict_words,
)
from workbench.lessons.prune_it.current_sequence import by_hand, tree_settings
from workbench.lessons.prune_it.hand_trees import HAND
from workbench.lessons.prune_it.link_sequence import PruningSequence, measures
from workbench.lessons.prune_it.price_path import Path, Shrinking, alpha_path, spots
from workbench.lessons.prune_it.price_picture import price_picture
from workbench.lessons.prune_it.saved_page import SavedPrunings, saved_page
from workbench.lessons.prune_it.values import PRUNE_BY, PRUNE_FOLDS, PRUNE_RISK, PRUNE_STEP, PRUNE_TREE
from workbench.link.values import CRITERION, GUESS_FIRST, NODE, PURITY, TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.single_tree import TreeSettings
from workbench.shell import session
from workbench.shell.challenge import OptionAnswer, Question, ask, propose, settle
from workbench.shell.choice import choice
from workbench.shell.code_lens import snippet_tabs
from workbench.shell.current_fit import tree_of, tree_settings_from
from workbench.shell.page import folded, presenting
from workbench.shell.save_as_page import save_as_page
from workbench.shell.stage import stepper
from workbench.shell.step_buttons import Step, step_row
from workbench.trees.single_tree_boxes import node_fill

PICTURE = "picture_prune"
_HALVES = {"alpha": "Cost-complexity, α", "gamma": "Gamma, γ"}
_TREES = {
    "alpha": {"hand": "13 nodes by hand", "printed": "Printed, Sonar", "data": "Data set"},
    "gamma": {"hand": "Five rows of XOR", "data": "Tree of boosting"},
}
_PRESET: dict[str, Any] = {
    TREE_DEPTH: 100,
    TREE_POINTS: 1,
    TREE_SPLIT: 2,
    PURITY: 0.95,
    "max_leaves": None,
    "grow_policy": "depthwise",
    "missing": "learn",
    PRUNE_BY: "alpha",
    PRUNE_TREE: "data",
    PRUNE_RISK: "misclassification",
    PRUNE_FOLDS: 5,
    PRUNE_STEP: 0,
    NODE: 0,
}
PRESETS: dict[str, dict[str, Any]] = {
    f"{title}, {criterion}": _PRESET | {"data": data, CRITERION: criterion}
    for data, title in (("sonar", "Sonar"), ("iris", "Iris"))
    for criterion in ("gini", "entropy")
} | {
    "Sonar, the full tree": _PRESET | {"data": "sonar", CRITERION: "gini", PURITY: None},
    "13 nodes by hand": {PRUNE_TREE: "hand", PRUNE_STEP: 0, NODE: 0},
    "The printed tree of Sonar": {PRUNE_TREE: "printed", PRUNE_STEP: 0, NODE: 0},
}
"""Published: purity 0.95, depth 100, 5 folds; its full tree; the opening case; a printed tree."""


def by_gamma() -> bool:
    """Whether gamma prunes, not alpha."""
    return bool(session.value(PRUNE_BY) == "gamma")


def choosers(*, hidden: bool) -> None:
    """What prunes, and which tree; the line is the question's alone while that is hidden."""
    if hidden:
        return
    settings = tree_settings()
    names = _TREES[session.value(PRUNE_BY)]
    task = "classification" if by_hand() or by_gamma() else tree_of(settings).dataset.task
    of_half = session.value(PRUNE_TREE) if session.value(PRUNE_TREE) in names else HAND
    for label, words, key, shown in (
        ("Prune by", _HALVES, PRUNE_BY, session.value(PRUNE_BY)),
        ("Tree", names, PRUNE_TREE, of_half),
    ):
        choice(label, words, key, shown=shown, label_visibility="collapsed", width="content")
    if not by_gamma():
        with st.popover("Risk, folds, presets"):
            risk_and_folds(measures(task))
            presets()


def acting() -> None:
    """What the controls above the page act on, if there is something to say about it."""
    if acting_words():
        st.caption(acting_words())


def acting_words() -> str:
    """What the controls above the page act on, where that is not the tree on the screen."""
    if by_hand():
        where = "Another data set above leads to" if by_gamma() else "Changing a setting above leads to"
        rows = "These five rows" if by_gamma() else "These 13 nodes"
        return f"{rows} are as they are. {where} a tree of the data."
    if by_gamma():
        return (
            "The tree of a round of boosting; of the settings above it has the data set. “The same model in” "
            "leads from another lesson to the trees of its model."
        )
    return ""


def presets() -> None:
    """A button for each preset."""
    for i, (title, values) in enumerate(PRESETS.items()):
        st.button(title, key=f"prune_preset_{i}", on_click=session.take, kwargs=values, width="stretch")
    st.caption(
        "Sonar and iris: five folds, depth 100; a node stays a leaf from purity 0.95 on, as in “Building a "
        "Classification Tree from scratch”. The full tree grows until every leaf is of one class."
    )


def risk_and_folds(known: tuple[str, ...]) -> None:
    """Which risk is weighed against the leaves, and how many folds cross-validate."""
    if len(known) > 1:
        session.bound(st.selectbox, "Risk", known, format_func=RISKS.__getitem__, name=PRUNE_RISK, help=TIES)
    else:
        st.selectbox("Risk", [RISKS[known[0]]], disabled=True, help=TIES)
    session.bound(
        st.number_input,
        "Folds",
        *(2, 20),
        name=PRUNE_FOLDS,
        disabled=by_hand(),
        help="Of the cross-validation; rows permitting.",
    )


def current_step(found: PruningSequence) -> int:
    """The step of the cursor."""
    return int(session.clip(PRUNE_STEP, found.n_steps - 1))


def current_link(found: PruningSequence, step: int) -> int:
    """The node of the cursor, or the one above it that is left at the step."""
    return remaining(found, step, session.clip(NODE, found.tree.n_nodes - 1, 0))


def step_buttons(found: PruningSequence, result: CrossValidation | None, step: int, *, hidden: bool) -> None:
    """Buttons along the sequence, and to what cross-validation chooses; where it stands in words."""
    last = found.n_steps - 1
    best, simple = (None, None) if result is None or hidden else (result.best, result.one_standard_error)
    steps = (
        Step("First", 0, "The tree before anything falls"),
        Step("Back", max(0, step - 1), "One step back"),
        Step("Cut the weakest", min(last, step + 1), "The next smaller tree", is_main=True),
        Step("Last", last, "The root as a single leaf"),
        Step("Minimum", best, "The smallest cross-validated error"),
        Step("1 SE", simple, "The smallest tree within one of it"),
    )
    row = stepper()
    step_row([row] * len(steps), steps, step, go_to_step, key="prune", width="content")
    row.markdown(step_words(found, step, hidden=hidden))


@session.callback
def go_to_step(step: int) -> None:
    """Move the cursor along the sequence."""
    session.put(**{PRUNE_STEP: step})


def ask_next(found: PruningSequence, step: int) -> Question | None:
    """The question of the page; None where nothing is left to fall, which its place then says."""
    if not found.falls_next(step):
        nothing_left(end_words(found))
        return None
    ident = (found.given or tree_settings(), found.measure, step)
    question = ask(
        "next_link",
        ident=ident,
        prompt=PROMPT,
        form=OptionAnswer(options(found, step), words="node {}".format, label="This one becomes a leaf"),
    )
    if question.revealed:
        said = int(question.answer)
        settle(question, float(said in found.weakest(step)), verdict_words(found, step, said))
    return question


def nothing_left(words: str) -> None:
    """The bar of the question where there is none, as high as the others, so that the picture stays."""
    asks = session.value(GUESS_FIRST) == 1
    with st.container(border=True, gap="small", key="challenge_nothing_left"):
        place, button = st.columns([8.6, 1.6], gap="small", vertical_alignment="center")
        place.markdown(f"**{words}**")
        button.button(
            "Stop guessing" if asks else "Guess first",
            key="prune_nothing_left",
            on_click=session.take,
            kwargs={GUESS_FIRST: 0},
            disabled=not asks,
            width="stretch",
        )


def sequence_picture(
    found: PruningSequence, result: CrossValidation | None, step: int, node: int, question: Question | None
) -> None:
    """The tree that shrinks, and the curves over alpha; while one guesses, nothing beyond the step."""
    hidden = question is not None and question.hiding
    price_picture(
        path_of(found, result, step, hidden, node),
        key=PICTURE,
        on_move=partial(take_move, question),
    )


def path_of(
    found: PruningSequence, result: CrossValidation | None, step: int, hidden: bool, node: int
) -> Path:
    """What is drawn at a step: the same at all of them but the cursor, unless something is hidden."""
    if hidden:
        return alpha_path(found, result, drawn_tree(found, hidden), step, node, hidden=True)
    settings = found.given or tree_settings()
    n_folds = 0 if result is None else len(result.fold_error)
    path = whole_path(found, result, settings, found.measure, n_folds)
    return replace(path, now=step, selected=node)


@st.cache_resource(max_entries=32, show_spinner=False)
def whole_path(
    _found: PruningSequence,
    _result: CrossValidation | None,
    settings: TreeSettings | str,
    measure: str,
    n_folds: int,
) -> Path:
    """What is drawn at step 0, with nothing hidden. settings: the name of a tree that is given."""
    return alpha_path(_found, _result, drawn_tree(_found, False), 0, 0, hidden=False)


@lru_cache(maxsize=32)
def drawn_tree(found: PruningSequence, hidden: bool) -> Shrinking:
    """The tree over all steps. hidden: without the risks, from which the browser computes g."""
    return Shrinking(
        title="",
        words="The tree; choose a node",
        n_slots=found.tree.n_leaves,
        strict=False,
        nodes=spots(
            found.tree,
            found.leaf_at,
            None if hidden else found.risk,
            text=lambda i: "",
            label=lambda i: counts(found, i).replace(" ", ""),
            title=lambda i: node_title(found, i),
            node_fill=node_fill(found.tree),
        ),
    )


@session.callback
def take_move(question: Question | None, step: float, node: int | None) -> None:
    """Move the cursor to where the reader dragged it; a node chosen while guessing is the guess."""
    session.put(**{PRUNE_STEP: int(step)})
    if node is None:
        return
    session.put(**{NODE: node})
    if question is not None:
        propose(question, node)


def save_sequence(found: PruningSequence, result: CrossValidation | None, step: int, node: int) -> None:
    """The sequence, to take along as a page; nothing in presenter mode."""
    if presenting():
        return
    fit = None if found.by_hand else tree_of(tree_settings())
    saved = SavedPrunings(
        fit, found, result, path_of(found, result, step, False, node), session.link_values()
    )
    save_as_page(partial(saved_page, saved), f"{found.given if fit is None else fit.dataset.id}_prunings")


def copy_pruned(found: PruningSequence, result: CrossValidation | None, step: int, node: int) -> None:
    """An expander with the tree of a step as snippets; nothing in presenter mode."""
    if presenting():
        return
    with folded("Copy as Python") as is_open:
        if is_open:
            settings = tree_settings_from(session.values())
            n_folds = None if result is None else len(result.fold_error)
            snippet_tabs(
                f"Grows and prunes the tree again and prints the leaves and the risk of step {step}.",
                snippets.gbtlib_snippet(found, settings, step, node, n_folds),
                "scikit-learn",
                snippets.sklearn_snippet(found, settings, step),
                snippets.why_no_sklearn(found, settings),
            )
