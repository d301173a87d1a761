"""What "Find the split" reveals: the gain curve, the formula, the tree so far, the next node. Widgets."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from workbench.components.gains import gain_curves
from workbench.components.prose import prose
from workbench.components.tree import chosen_node, clickable_tree
from workbench.gains.named_candidates import NamedCandidate, NamedCandidates, ranking
from workbench.gains.node_at_cut import NodeAtCut, sums_words
from workbench.gains.view import NodeCuts, gain_view
from workbench.lessons.find_the_split import snippet, words
from workbench.lessons.find_the_split.choice_widgets import (
    boosting_settings,
    current_round,
    easy_switch,
    round_chooser,
)
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits
from workbench.lessons.find_the_split.partial_tree import growing_view
from workbench.lessons.find_the_split.question_widgets import SHARES, Quest, cut_of, looked_at, snap_note
from workbench.lessons.find_the_split.row_strip_view import x_range
from workbench.lessons.find_the_split.values import FIND_CUT, FIND_FEATURE, FIND_SPLITS
from workbench.lessons.find_the_split.words import KINDS, arithmetic, place_words, terms_here
from workbench.link.values import WHAT_IF_GAMMA, WHAT_IF_LAMBDA
from workbench.shell import session
from workbench.shell.challenge import Question
from workbench.shell.code_lens import snippet_tabs
from workbench.shell.current_fit import current_tree, fit_of
from workbench.shell.gain_explorer import node_at_cursor, node_formula, take_move, tried_or
from workbench.shell.page import folded, presenting
from workbench.shell.stage import stepper
from workbench.shell.step_buttons import Step, step_row
from workbench.text.boosting_snippet import why_no_xgboost, xgboost_snippet
from workbench.text.numbers import number
from workbench.text.tree_snippet import sklearn_tree_snippet, why_no_sklearn

GAINS, TREE = "find_gains", "tree_find"


def round_node(quest: Quest) -> NodeAtCut | None:
    """The node of a round of boosting, with the lambda and gamma that are tried; None for other trees."""
    if quest.hunt.kind != "logistic":
        return None
    return node_at_cursor(fit_of(boosting_settings()), current_round(), 0, quest.node)


def gain_picture(quest: Quest, question: Question, node: NodeAtCut | None) -> None:
    """The gain curve on the axis of the rows, with the guess on it. node: of a round of boosting."""
    feature = looked_at(quest, question)
    guess = quest.guess(question)
    # Squared error is boosting at λ = 0: said at the axis, for boosting the same rows gains less at its λ.
    reg_lambda = 0.0 if quest.hunt.kind == "squared_error" else None
    cuts = NodeCuts(quest.place.candidates, quest.hunt.names, reg_lambda=reg_lambda)
    if node is not None:
        params = node.fit.model.params_
        cuts = NodeCuts(
            node.tried,
            quest.hunt.names,
            reg_lambda=tried_or(WHAT_IF_LAMBDA, params.reg_lambda),
            gamma=tried_or(WHAT_IF_GAMMA, params.gamma),
            fitted=None if node.tried is node.fitted else node.fitted,
        )
    start = quest.place.spans[guess.feature][0] if guess is not None else 0
    view = gain_view(
        cuts,
        feature,
        cut_of(quest, feature),
        extent=(None,) * 4
        if quest.place.is_unordered(feature)
        else (*x_range(quest.values(feature)), None, None),
        guess=None if guess is None else (guess.feature, guess.position - start),
    )
    view = replace(view, sums=sums(quest, node, view.cursor))
    gain_curves(view, key=GAINS, on_move=partial(take_move, GAINS, FIND_FEATURE, FIND_CUT))


def sums(quest: Quest, node: NodeAtCut | None, cursor: NamedCandidate | None) -> str:
    """What the gain of the cursor's cut is made of; nothing where a feature has no cut."""
    if cursor is None:
        return ""
    if node is not None:
        return sums_words(replace(node, position=cursor.position))
    return words.sums(quest.hunt, quest.place.candidates, cursor.position)


def formula(quest: Quest, question: Question, node: NodeAtCut | None) -> None:
    """The arithmetic of the cursor's cut."""
    place = quest.place if node is None else NamedCandidates(node.tried, quest.hunt.names)
    position = place.position(looked_at(quest, question), cut_of(quest, looked_at(quest, question)))
    if position is None:
        st.markdown(f"{quest.hunt.names[looked_at(quest, question)]} cannot be cut here.")
        return
    kind = quest.hunt.kind
    text = f"**What “{place.cut(position)}” gains**, by {KINDS[kind]}. {words.SUMS.get(kind, '')}"
    prose(text, terms_here(place, position, kind), key="gain_words")
    if node is not None:
        node_formula(replace(node, position=position))
        return
    st.latex(arithmetic(quest.hunt, quest.node, quest.place.candidates, position))


def growth_bar(quest: Quest, question: Question) -> None:
    """Back to the node before, on to the next one, and where in the growth one is; easier, another round."""
    row = stepper()
    last = len(quest.hunt.order) - 1
    following = None if quest.at == last or question.hiding else quest.at + 1
    steps = (
        Step("First", 0, "To the root"),
        Step("Back", max(0, quest.at - 1), "To the node before, in the order of growth"),
        Step("Next node", following, "Take the best cut and go on", is_main=True),
    )
    step_row([row] * len(steps), steps, quest.at, go_to, key="find", width="content")
    text = place_words(quest.hunt, quest.at)
    if quest.at == last and not question.hiding:
        text += ". It was the last: the tree is grown"
    row.markdown(f"{text}.")
    easy_switch(row, quest.hunt)
    round_chooser(row, quest.hunt.kind)


@session.callback
def go_to(at: int) -> None:
    """Go to a split of the tree, in the order of growth."""
    session.put(**{FIND_SPLITS: at, FIND_FEATURE: None, FIND_CUT: None})


def growing_tree(quest: Quest, question: Question) -> None:
    """The tree as far as it was found; a node chosen in it is played again, or is next."""
    splits = quest.at if question.hiding else quest.at + 1
    view = growing_view(
        quest.hunt, splits, quest.node, quest.node if question.hiding else None, guess_badges(quest, splits)
    )
    clickable_tree(view, key=TREE, on_select=partial(take_node, quest.hunt, splits))


def guess_badges(quest: Quest, splits: int) -> dict[int, str]:
    """What the guesses of the found splits were worth, at their boxes."""
    found = {}
    for node in quest.hunt.order[:splits]:
        share = st.session_state.get(SHARES, {}).get((quest.hunt.ident, node))
        if share is not None:
            found[node] = f"you: {number(100 * share)} %"
    return found


@session.callback
def take_node(hunt: HiddenSplits, splits: int) -> None:
    """Go to the split of the node that was chosen in the tree, if it was found or is next."""
    node = chosen_node(TREE)
    if node in hunt.order[: splits + 1]:
        go_to(hunt.order.index(node))


def copy_as_python(quest: Quest, question: Question, node: NodeAtCut | None) -> None:
    """An expander with the split and the cut at the cursor as snippets; nothing in presenter mode."""
    if presenting():
        return
    with folded("Copy as Python") as is_open:
        if not is_open:
            return
        place = quest.place if node is None else NamedCandidates(node.tried, quest.hunt.names)
        position = place.position(looked_at(quest, question), cut_of(quest, looked_at(quest, question)))
        words = f"Prints the best cut of node {quest.node}, and with gbtlib the one that is looked at."
        if node is None:
            settings = current_tree().settings
            snippet_tabs(
                words,
                snippet.in_tree(settings, quest.node, position),
                "scikit-learn",
                sklearn_tree_snippet(settings, quest.hunt.tree, quest.node),
                why_no_sklearn(settings),
            )
            return
        boosting, at = boosting_settings(), current_round()
        snippet_tabs(
            words,
            snippet.in_round(boosting, at, quest.node, position, node.values),
            "XGBoost",
            xgboost_snippet(boosting, quest.hunt.tree, at, 0, quest.node),
            why_no_xgboost(boosting),
        )


def beside_rows(quest: Quest, question: Question, node: NodeAtCut | None) -> None:
    """The tree so far, and under it what to look for; afterwards the gain of every cut."""
    key = "with_features" if len(quest.hunt.names) > 1 else "with_one_feature"
    if question.hiding and quest.at == 0:
        key = "with_root"
    with st.container(key=key):
        growing_tree(quest, question)
        if question.hiding:
            st.markdown(f"{words.LOOK[quest.hunt.kind]} {snap_note(quest, question)}")
        else:
            gain_picture(quest, question, node)


def answer(quest: Quest, question: Question, node: NodeAtCut | None) -> None:
    """What is said below the stage afterwards: arithmetic, the ranking."""
    if question.revealed and not presenting():
        st.markdown(snap_note(quest, question))
    formula(quest, question, node)
    if presenting():
        return
    st.markdown(words.TRY)
    with folded("The best candidates of this node, ranked") as is_open:
        if is_open:
            st.dataframe(ranking(quest.place.candidates, quest.hunt.names), width="stretch")
