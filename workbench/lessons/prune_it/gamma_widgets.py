"""The gamma half of the page on pruning: what is charged, the question, the picture. Widgets."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import streamlit as st

from workbench.lessons.prune_it import gamma_question, snippets
from workbench.lessons.prune_it.current_sequence import by_hand
from workbench.lessons.prune_it.gamma_charges import Charged, charged_tree, xor_charged
from workbench.lessons.prune_it.gamma_words import (
    RULES,
    SAME_GAMMA,
    XOR_WORDS,
    break_even_words,
    objective_formula,
    task_words,
    verdict_words,
)
from workbench.lessons.prune_it.price_path import Path, gamma_path, gamma_words, way_tree
from workbench.lessons.prune_it.price_picture import price_picture
from workbench.lessons.prune_it.saved_gamma import SavedCharges, saved_page
from workbench.lessons.prune_it.values import PRUNE_GAMMA
from workbench.models.boosted import BoostedModel
from workbench.models.settings import Settings
from workbench.shell import session
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.code_lens import snippet_tabs
from workbench.shell.current_fit import current_fit
from workbench.shell.cursor import class_chooser, current_class, current_round, round_stepper
from workbench.shell.page import folded, presenting
from workbench.shell.save_as_page import save_as_page
from workbench.text.boosting_snippet import why_no_xgboost

PICTURE = "picture_prune_gamma"
BY_HAND = "five rows of XOR"


@dataclass(frozen=True, eq=False)
class Case:
    """What is charged: the five rows, or the tree of a round (of class k) of the boosting lesson."""

    charged: Charged
    fit: BoostedModel | None = None
    number: int = 0
    k: int = 0

    @property
    def ident(self) -> Hashable:
        """All that the tree depends on."""
        return "xor" if self.fit is None else (self.fit.settings, self.number, self.k)


def current_case() -> Case:
    """The tree of the cursor."""
    if by_hand():
        return Case(xor())
    fit = current_fit()
    number, k = current_round(fit), current_class(fit)
    return Case(charged_round(fit, fit.settings, number, k), fit, number, k)


def choose_class(case: Case, *, hidden: bool) -> None:
    """The class whose tree of the boosting lesson is charged; not while a guess hides what it says."""
    if case.fit is not None and not hidden:
        class_chooser(case.fit)


def choose_round(case: Case) -> None:
    """Which tree of the boosting lesson is charged."""
    if case.fit is not None:
        round_stepper(case.fit)


@st.cache_resource(show_spinner=False)
def xor() -> Charged:
    """The five rows."""
    return xor_charged()


@st.cache_resource(max_entries=32, show_spinner=False)
def charged_round(_lesson: BoostedModel, settings: Settings, number: int, k: int) -> Charged:
    """The tree of a round without gamma, with its ways to charge it."""
    return charged_tree(_lesson, number, k)


def current_gamma(found: Charged) -> float:
    """The gamma of the cursor."""
    value = session.value(PRUNE_GAMMA)
    return found.start if value is None else float(value)


def rules() -> None:
    """What is charged in which way, for whoever guesses."""
    st.markdown(RULES)


def ask_leaves(case: Case, gamma: float) -> Question | None:
    """The question of this half; None where the tree is a single leaf anyway."""
    found = case.charged
    if found.tree.n_leaves == 1:
        return None
    question = ask(
        "gamma_leaves",
        ident=(case.ident, gamma),
        prompt=gamma_question.prompt(gamma),
        form=OptionAnswer(
            gamma_question.options(found, gamma),
            words=gamma_question.pair_words,
            label="Leaves of pre-stopping, and of pruning",
        ),
    )
    if question.revealed:
        said = question.answer
        credit = gamma_question.credit(found, gamma, said)
        settle(question, credit, gamma_question.verdict(found, gamma, said))
    return question


def gamma_picture(found: Charged, gamma: float, question: Question | None) -> None:
    """Three trees side by side, and what each is worth over gamma; while one guesses, the tree before."""
    path = path_at(found, gamma)
    if question is not None and question.hiding:
        path = gamma_question.asking_path(found, path)
    elif question is not None and question.revealed:
        path = gamma_question.answered_path(path, question.answer)
    price_picture(path, key=PICTURE, on_move=take_gamma)


def what_it_charges(found: Charged, gamma: float) -> None:
    """What each way leaves at a gamma, the objective in numbers, and what to try."""
    st.markdown(verdict_words(found, gamma))
    st.latex(objective_formula(found, gamma))
    st.markdown(XOR_WORDS if by_hand() else break_even_words(found))
    if not presenting():
        st.markdown(f"**Try:** {task_words(found)}")
        st.caption(SAME_GAMMA)


def path_at(found: Charged, gamma: float) -> Path:
    """What is drawn at a gamma. Only a gamma between the cursor's stops, as from a link, is drawn anew."""
    path = path_of(found)
    if gamma in path.positions:
        return replace(path, now=path.positions.index(gamma), words=gamma_words(found, gamma))
    return gamma_path(found, [way_tree(found, way) for way in found.ways], gamma)


@lru_cache(maxsize=32)
def path_of(found: Charged) -> Path:
    """What is drawn at gamma 0; all other stops of the cursor are in it."""
    return gamma_path(found, [way_tree(found, way) for way in found.ways], 0.0)


@session.callback
def take_gamma(gamma: float, node: int | None) -> None:
    """Keep the gamma that the reader dragged to."""
    session.put(**{PRUNE_GAMMA: gamma})


def save_charges(case: Case, gamma: float) -> None:
    """What gamma leaves, to take along as a page; nothing in presenter mode."""
    if presenting():
        return
    fit, data_set, settings, stem = case.fit, BY_HAND, None, "hand"
    if fit is not None:
        settings, stem = fit.settings, fit.dataset.id
        of_class = f", tree for {fit.dataset.class_names[case.k]}" if fit.n_classes > 1 else ""
        data_set = f"{fit.dataset.title}, round {case.number}{of_class}"
    path = path_at(case.charged, gamma)
    saved = SavedCharges(case.charged, path, data_set, settings, session.link_values())
    save_as_page(partial(saved_page, saved), f"{stem}_gamma")


def copy_charged(case: Case, gamma: float) -> None:
    """An expander with gamma charged in both ways as snippets; nothing in presenter mode."""
    if presenting():
        return
    with folded("Copy as Python") as is_open:
        if not is_open:
            return
        words = "Grows the tree again under this γ, and prints how many leaves both ways leave."
        fit, number, k = case.fit, case.number, case.k
        if fit is None:
            ours, theirs = snippets.xor_snippet(gamma), snippets.xgboost_xor_snippet(gamma)
            snippet_tabs(words, ours, "XGBoost", theirs, None)
            return
        tree = fit.trace[number - 1].trees[k]
        snippet_tabs(
            words,
            snippets.charged_snippet(fit.settings, number, k, gamma),
            "XGBoost",
            snippets.xgboost_charged_snippet(fit.settings, tree, number, k, fit.n_classes, gamma),
            why_no_xgboost(fit.settings),
        )
