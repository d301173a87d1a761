"""The question of "Find the split": the rows of a node, and a cut placed on them. Widgets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import floor, log10
from typing import Any

import numpy as np
import streamlit as st

from workbench.components import told
from workbench.gains.named_candidates import NamedCandidates
from workbench.lessons.find_the_split import words
from workbench.lessons.find_the_split.cut_words import snap_words
from workbench.lessons.find_the_split.hidden_splits import (
    FeatureCuts,
    Floats,
    HiddenSplits,
    Judged,
    cuts_of,
    judged,
)
from workbench.lessons.find_the_split.row_strip import row_strip
from workbench.lessons.find_the_split.row_strip_view import Turn, strip_view
from workbench.lessons.find_the_split.values import FIND_CUT, FIND_EASY, FIND_FEATURE, FIND_SPLITS
from workbench.shell import challenge, session
from workbench.shell.challenge import Question, Slider, settle
from workbench.shell.cursor import current_cut
from workbench.text.numbers import threshold_text

STRIP, QUESTION, SHARES = "picture_find", "find_split", "find_shares"


@dataclass(frozen=True)
class CutForm(Slider):
    """Answer by a cut: (feature, where). Each feature has a slider of its own, which stands on its cuts."""

    feature: int = 0
    name: str = ""
    cuts: FeatureCuts | None = None
    none: str = "This feature has one value here: look at another one."

    def first(self) -> Any:
        """The cut in the middle of the feature; nothing where it cannot be cut."""
        return (self.feature, self.snapped(super().first())) if self.high > self.low else None

    def snapped(self, x: float, before: float | None = None) -> float:
        """The cut that parts the rows as x does; a key pressed at `before` leads to the next one."""
        at = None if self.cuts is None else self.cuts.at(x)
        if self.cuts is None or at is None:
            return x
        is_key = before is not None and 0 < abs(x - before) < 1.5 * self.step
        if before is not None and is_key and at == self.cuts.at(before):
            at = min(max(at + (1 if x > before else -1), 0), len(self.cuts) - 1)
        return float(self.cuts.threshold[at])

    def taken(self, value: Any) -> Any:
        """A cut as the slider can take it; None if it is not on this feature."""
        feature, x = value
        return (feature, min(self.high, max(self.low, float(x)))) if feature == self.feature else None

    def draw(self, key: str) -> None:
        """The slider; the session keeps the answer itself under `key`."""
        said = challenge.draft(key)
        if said is None or said[0] != self.feature:
            said = self.first()
            challenge.keep_draft(key, said)
        if said is None:
            st.markdown(self.none)
            return
        slider = f"{key}_on_{self.feature}"
        _, _, after_point = threshold_text(said[1], self.name).partition(".")
        session.draw(
            st.slider,
            self.label,
            self.low,
            self.high,
            shown=said[1],
            step=self.step,
            format=f"%.{len(after_point)}f" if after_point.isdigit() or not after_point else None,
            key=slider,
            on_change=keep_answer,
            args=(key, slider, self),
            label_visibility="collapsed",
        )


@session.callback
def keep_answer(key: str, slider: str, form: CutForm) -> None:
    """Keep the cut that the slider stands for as the answer."""
    _, before = challenge.draft(key)
    challenge.keep_draft(key, (form.feature, form.snapped(st.session_state[slider], before)))


@dataclass(frozen=True, eq=False)
class Quest:
    """The node whose cut is asked for, and where one looks.

    at: which split of the tree, in the order of growth. candidates: of the node, through `place`.
    """

    hunt: HiddenSplits
    at: int

    @property
    def node(self) -> int:
        """The node."""
        return self.hunt.order[self.at]

    @cached_property
    def place(self) -> NamedCandidates:
        """The candidates of the node."""
        return self.hunt.place(self.node)

    @property
    def best_feature(self) -> int:
        """The feature that the tree cut."""
        return int(self.hunt.tree.feature[self.node])

    @property
    def is_given(self) -> bool:
        """Whether the page tells the feature."""
        return len(self.hunt.names) > 1 and bool(session.value(FIND_EASY))

    def values(self, feature: int) -> Floats:
        """The values of the node's rows."""
        return self.hunt.values(self.node, feature)

    def cuts(self, feature: int) -> FeatureCuts:
        """The cuts of a feature."""
        return cuts_of(self.place, feature, self.values(feature))

    def guess(self, question: Question) -> Judged | None:
        """The guess that was made, judged."""
        if question.answer is None:
            return None
        feature, x = question.answer
        return judged(self.place, self.cuts(feature), x)


def nothing_to_find(hunt: HiddenSplits) -> bool:
    """Whether the tree has no split, which is said."""
    if not hunt.order:
        st.markdown(words.why_nothing(hunt))
    return not hunt.order


def current_quest(hunt: HiddenSplits) -> Quest:
    """The node of the cursor; the last one where the tree has fewer splits."""
    return Quest(hunt, session.clip(FIND_SPLITS, len(hunt.order) - 1))


def looked_at(quest: Quest, question: Question | None = None) -> int:
    """The feature that one looks at: chosen, else given away, guessed, the first, or the one that was cut."""
    chosen = session.clip(FIND_FEATURE, len(quest.hunt.names) - 1)
    hiding = question.hiding if question is not None else True
    if hiding and quest.is_given:
        return quest.best_feature
    if chosen is not None:
        return int(chosen)
    if hiding:
        return 0
    if question is not None and question.answer is not None:
        return int(question.answer[0])
    return quest.best_feature


def cut_of(quest: Quest, feature: int) -> int | None:
    """The candidate of a feature that one looks at; None for its best."""
    return current_cut(FIND_CUT, quest.place.candidates, feature)


def ask_split(quest: Quest) -> Question:
    """The question about the node, which is the lesson: asked at every one, unless one stops it."""
    feature = looked_at(quest)
    values = quest.values(feature)
    values = values[~np.isnan(values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 0.0)
    step = 10.0 ** floor(log10((high - low) / 100)) if high > low else 1.0
    name = quest.hunt.names[feature]
    form = CutForm(
        floor(low / step) * step,
        -floor(-high / step) * step,
        step,
        label=f"Cut on {name}",
        feature=feature,
        name=name,
        cuts=quest.cuts(feature),
    )
    if high <= low:
        form = CutForm(low, low, step, feature=feature)
    if quest.place.is_unordered(feature):
        form = CutForm(low, low, step, feature=feature, none="Its categories have no order: look at another.")
    return challenge.ask(
        QUESTION,
        ident=(quest.hunt.ident, quest.node),
        prompt=words.prompt(quest.hunt, quest.node, feature, quest.is_given),
        form=form,
        at_every_step=True,
    )


def settle_split(quest: Quest, question: Question) -> None:
    """Say how good the guess is."""
    guess = quest.guess(question)
    if guess is not None:
        settle(question, guess.credit, words.verdict(quest.place, guess))
        st.session_state.setdefault(SHARES, {})[quest.hunt.ident, quest.node] = guess.share


def row_picture(quest: Quest, question: Question) -> None:
    """The rows of the node over the feature, with the cut: to be placed, or the guess and the tree's own."""
    feature = looked_at(quest, question)
    asking = None
    if question.hiding:
        said = challenge.draft(question.widget)
        asking = said[1] if said is not None and said[0] == feature else None
    turn = Turn(
        asking=asking,
        guess=quest.guess(question),
        looked=None if question.hiding else quest.place.position(feature, cut_of(quest, feature)),
        hidden=question.hiding,
        choosing=len(quest.hunt.names) > 1 and not (question.hiding and quest.is_given),
    )
    view = strip_view(quest.hunt, quest.node, quest.place, feature, turn)
    row_strip(view, key=STRIP, on_place=partial(take_placed, quest, question), on_look=take_looked)


@session.callback
def take_placed(quest: Quest, question: Question) -> None:
    """Propose the cut that was placed in the picture."""
    placed = told(STRIP, "placed") or {}
    feature, i = placed.get("feature"), placed.get("cut")
    if isinstance(feature, int) and isinstance(i, int) and 0 <= feature < len(quest.hunt.names):
        cuts = quest.cuts(feature)
        if 0 <= i < len(cuts):
            challenge.propose(question, (feature, float(cuts.threshold[i])))


@session.callback
def take_looked() -> None:
    """Look at another feature."""
    looked = told(STRIP, "looked") or {}
    if isinstance(looked.get("feature"), int):
        session.put(**{FIND_FEATURE: max(0, looked["feature"]), FIND_CUT: None})


def snap_note(quest: Quest, question: Question) -> str:
    """Which cut the guess stands for, between which values; with the rows that stay together."""
    said = challenge.said_so_far(question) if question.hiding else question.answer
    if said is None:
        return ""
    return snap_words(quest.hunt, quest.node, quest.cuts(said[0]), said[1])
