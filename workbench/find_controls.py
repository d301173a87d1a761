"""The widgets of "Find the split": what is split, the question, the rows, the gain curve, the next node."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import floor, log10
from typing import Any

import numpy as np
import streamlit as st

from workbench import challenge, findwords, session
from workbench.challenge import Question, Slider, settle
from workbench.components.gains import gain_curves
from workbench.components.strip import row_strip
from workbench.components.tree import clickable_tree
from workbench.data import DATASETS
from workbench.findtree import growing_view
from workbench.findview import (
    Cuts,
    Floats,
    Hunt,
    Judged,
    cuts_of,
    hunt_in_round,
    hunt_in_tree,
    judged,
    snap_words,
    strip_view,
    x_range,
)
from workbench.findwords import KINDS
from workbench.gainplaces import Places
from workbench.gainview import gain_view
from workbench.round_controls import Node, node_at_cursor, node_formula, tried_or
from workbench.shell import current_tree, lesson_of
from workbench.state import (
    CRITERION,
    FIND_ASKS,
    FIND_CUT,
    FIND_EASY,
    FIND_FEATURE,
    FIND_ROUND,
    FIND_SPLITS,
    GUESS_FIRST,
    SPLIT_BY,
    TREE_DEPTH,
    TREE_POINTS,
    USUAL,
    WHAT_IF_GAMMA,
    WHAT_IF_LAMBDA,
    Settings,
)
from workbench.viewmodel import number

STRIP, GAINS, TREE, KIND = "find_strip", "find_gains", "find_tree", "find_kind"
QUESTION = "find_split"
ROUNDS = 10  # of boosting, to choose one from
_SWITCH, _ELSEWHERE, _SHARES = f"challenge_{QUESTION}_mode", "guess_elsewhere", "find_shares"


@dataclass(frozen=True)
class CutForm(Slider):
    """Answer by a cut: (feature, where). Each feature has a slider of its own."""

    feature: int = 0

    def first(self) -> Any:
        """The middle of the feature; nothing where it cannot be cut."""
        return (self.feature, super().first()) if self.high > self.low else None

    def taken(self, value: Any) -> Any:
        """A cut as the slider can take it; None if it is not on this feature."""
        feature, x = value
        return (feature, min(self.high, max(self.low, float(x)))) if feature == self.feature else None

    def draw(self, key: str) -> None:
        """The slider; the session keeps the answer itself under `key`."""
        said = st.session_state.get(key)
        if said is None or said[0] != self.feature:
            said = st.session_state[key] = self.first()
        if said is None:
            st.markdown("This feature has one value here: look at another one.")
            return
        slider = f"{key}_on_{self.feature}"
        st.session_state[slider] = said[1]
        st.slider(
            self.label,
            self.low,
            self.high,
            step=self.step,
            key=slider,
            on_change=keep_answer,
            args=(key, slider, self.feature),
        )


def keep_answer(key: str, slider: str, feature: int) -> None:
    """Keep where the slider stands as the answer."""
    st.session_state[key] = (feature, st.session_state[slider])


@dataclass(frozen=True, eq=False)
class Quest:
    """The node whose cut is asked for, and where one looks.

    at: which split of the tree, in the order of growth. candidates: of the node, through `place`.
    """

    hunt: Hunt
    at: int

    @property
    def node(self) -> int:
        """The node."""
        return self.hunt.order[self.at]

    @cached_property
    def place(self) -> Places:
        """The candidates of the node."""
        return Places(self.hunt.candidates(self.node), self.hunt.names)

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
        return np.asarray(self.hunt.X[self.hunt.rows_in(self.node), feature])

    def cuts(self, feature: int) -> Cuts:
        """The cuts of a feature."""
        return cuts_of(self.place, feature, self.values(feature))

    def guess(self, question: Question) -> Judged | None:
        """The guess that was made, judged."""
        if question.answer is None:
            return None
        feature, x = question.answer
        return judged(self.place, self.cuts(feature), x)


def kind_chooser() -> str:
    """What is split; gives a name of KINDS. What the data set usually is split by is left out of the link."""
    info = DATASETS[session.value("data")]
    kind = findwords.kind_of(session.value(SPLIT_BY), info, session.value(CRITERION))
    st.session_state[KIND] = kind
    st.segmented_control(
        "What is split by",
        list(KINDS),
        format_func=KINDS.__getitem__,
        key=KIND,
        required=True,
        on_change=take_kind,
        label_visibility="collapsed",
    )
    return kind


def take_kind() -> None:
    """Split by what was chosen, from the root on."""
    kind, info = st.session_state[KIND], DATASETS[session.value("data")]
    put_kind(kind, "squared_error" if info.task == "regression" else "classes")


def put_kind(kind: str, usual: str) -> None:
    """Put a kind into the session. usual: what the data set is split by where nothing is said."""
    if kind in ("gini", "entropy"):
        session.put(**{CRITERION: kind})
        kind = "classes"
    session.put(**{SPLIT_BY: USUAL if kind == usual else kind})
    start_anew()


def start_anew() -> None:
    """Go to the root."""
    session.put(**{FIND_SPLITS: 0, FIND_FEATURE: None, FIND_CUT: None})


def current_hunt(kind: str) -> Hunt | None:
    """The tree whose splits are to be found; None, with an offer, where the data set has nothing for it."""
    info = DATASETS[session.value("data")]
    if not findwords.fits(kind, info):
        offer(kind)
        return None
    if kind != "logistic":
        return hunt_in_tree(current_tree())
    lesson = lesson_of(boosting_settings())
    return hunt_in_round(lesson, current_round())


def boosting_settings() -> Settings:
    """Ten rounds of boosting two classes with trees like the one on the screen."""
    value = session.value
    return Settings(
        data=value("data"),
        n_estimators=ROUNDS,
        loss="logistic",
        max_depth=value(TREE_DEPTH),
        min_samples_leaf=value(TREE_POINTS),
        noise=round(float(value("noise")), 9) if DATASETS[value("data")].takes_noise else 0.0,
        **{name: value(name) for name in ("seed", "max_leaves", "grow_policy", "missing")},
    )


def current_round() -> int:
    """The round of boosting whose tree is played."""
    return int(session.value(FIND_ROUND))


def offer(kind: str) -> None:
    """Say why the data set does not fit, and offer some that do."""
    info = DATASETS[session.value("data")]
    st.info(findwords.misfit_words(kind, info))
    usual = findwords.usual_kind(info, session.value(CRITERION))
    chosen = [*findwords.offers(kind).items()]
    for column, (data, title) in zip(st.columns(4), chosen, strict=False):
        column.button(
            title, key=f"find_offer_{data}", on_click=take_offer, args=(kind, data), width="stretch"
        )
    st.button(
        f"Stay with {info.title}, by {KINDS[usual]}",
        key="find_stay",
        on_click=put_kind,
        args=(usual, "squared_error" if usual == "squared_error" else "classes"),
    )


def take_offer(kind: str, data: str) -> None:
    """Take a data set that fits."""
    session.put(data=data)
    put_kind(kind, "squared_error" if DATASETS[data].task == "regression" else "classes")


def round_chooser() -> None:
    """The round of boosting whose gradients are split."""
    st.slider("Round", 1, ROUNDS, key=FIND_ROUND, on_change=start_anew)


def current_quest(hunt: Hunt) -> Quest:
    """The node of the cursor; the last one where the tree has fewer splits."""
    return Quest(hunt, min(int(session.value(FIND_SPLITS)), len(hunt.order) - 1))


def looked_at(quest: Quest, question: Question | None = None) -> int:
    """The feature that one looks at: chosen, else given away, guessed, the first, or the one that was cut."""
    chosen, n = session.value(FIND_FEATURE), len(quest.hunt.names)
    hiding = question.hiding if question is not None else True
    if hiding and quest.is_given:
        return quest.best_feature
    if chosen is not None:
        return min(int(chosen), n - 1)
    if hiding:
        return 0
    if question is not None and question.answer is not None:
        return int(question.answer[0])
    return quest.best_feature


def ask_split(quest: Quest) -> Question:
    """The question about the node; asked unless one stopped it here."""
    feature = looked_at(quest)
    values = quest.values(feature)
    values = values[~np.isnan(values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 0.0)
    step = 10.0 ** floor(log10((high - low) / 100)) if high > low else 1.0
    name = quest.hunt.names[feature]
    form = CutForm(
        floor(low / step) * step, -floor(-high / step) * step, step, label=f"Cut on {name}", feature=feature
    )
    if high <= low:
        form = CutForm(low, low, step, feature=feature)
    return ask_here(
        quest.hunt.ident,
        quest.node,
        prompt=findwords.prompt(quest.hunt, quest.node, feature, quest.is_given),
        form=form,
    )


def ask_here(*ident: Any, prompt: str, form: Slider) -> Question:
    """Ask, with a switch of this page's own that is on at first: elsewhere guessing stays as it is."""
    if st.session_state.get(_SWITCH):  # its callback has just switched guessing everywhere
        session.put(**{FIND_ASKS: session.value(GUESS_FIRST), GUESS_FIRST: st.session_state[_ELSEWHERE]})
    elsewhere = st.session_state[_ELSEWHERE] = session.value(GUESS_FIRST)
    session.put(**{GUESS_FIRST: session.value(FIND_ASKS)})
    try:
        return challenge.ask(QUESTION, ident=ident, prompt=prompt, form=form)
    finally:
        session.put(**{GUESS_FIRST: elsewhere})


def settle_split(quest: Quest, question: Question) -> None:
    """Say how good the guess is."""
    guess = quest.guess(question)
    if guess is not None:
        settle(question, guess.credit, findwords.verdict(quest.place, guess))
        st.session_state.setdefault(_SHARES, {})[quest.hunt.ident, quest.node] = guess.share


def row_picture(quest: Quest, question: Question) -> None:
    """The rows of the node over the feature, with the cut: to be placed, or the guess and the tree's own."""
    feature = looked_at(quest, question)
    asking = None
    if question.hiding:
        said = st.session_state.get(question.widget)
        asking = said[1] if said is not None and said[0] == feature else None
    view = strip_view(
        quest.hunt,
        quest.node,
        quest.place,
        feature,
        asking=asking,
        guess=quest.guess(question),
        looked=None if question.hiding else quest.place.position(feature, session.value(FIND_CUT)),
        hidden=question.hiding,
        choosing=len(quest.hunt.names) > 1 and not (question.hiding and quest.is_given),
    )
    row_strip(view, key=STRIP, on_place=partial(take_placed, quest, question), on_look=take_looked)


def take_placed(quest: Quest, question: Question) -> None:
    """Propose the cut that was placed in the picture."""
    placed = st.session_state[STRIP].get("placed") or {}
    feature, i = placed.get("feature"), placed.get("cut")
    if isinstance(feature, int) and isinstance(i, int) and 0 <= feature < len(quest.hunt.names):
        cuts = quest.cuts(feature)
        if 0 <= i < len(cuts):
            challenge.propose(question, (feature, float(cuts.threshold[i])))


def take_looked() -> None:
    """Look at another feature."""
    looked = st.session_state[STRIP].get("looked") or {}
    if isinstance(looked.get("feature"), int):
        session.put(**{FIND_FEATURE: max(0, looked["feature"]), FIND_CUT: None})


def snap_note(quest: Quest, question: Question) -> str:
    """Which cut the guess stands for, between which values; with the rows that stay together."""
    said = st.session_state.get(question.widget) if question.hiding else question.answer
    if said is None:
        return ""
    return snap_words(quest.hunt, quest.node, quest.cuts(said[0]), said[1])


def easy_switch(hunt: Hunt) -> None:
    """For several features: whether the page tells which one to cut."""
    if len(hunt.names) > 1:
        st.session_state[f"{FIND_EASY}_toggle"] = bool(session.value(FIND_EASY))
        st.toggle(
            "Tell me the feature",
            key=f"{FIND_EASY}_toggle",
            help="Easier: the feature of the best cut is given away, only the place is asked for.",
            on_change=take_easy,
        )


def take_easy() -> None:
    """Keep whether the feature is told, and look at it."""
    session.put(
        **{FIND_EASY: int(st.session_state[f"{FIND_EASY}_toggle"]), FIND_FEATURE: None, FIND_CUT: None}
    )


def growth_bar(quest: Quest, question: Question) -> None:
    """Back to the node before, on to the next one, and where in the growth one is."""
    first, back, forth, words = st.columns([1, 1, 1.4, 6], gap="small", vertical_alignment="center")
    last = len(quest.hunt.order) - 1
    for place, label, target, help_, stopped in (
        (first, "First", 0, "To the root", quest.at == 0),
        (back, "Back", quest.at - 1, "To the node before, in the order of growth", quest.at == 0),
        (
            forth,
            "Next node",
            quest.at + 1,
            "Take the best cut and go on",
            quest.at == last or question.hiding,
        ),
    ):
        place.button(
            label,
            key=f"find_{label}",
            help=help_,
            type="primary" if label == "Next node" and not stopped else "secondary",
            on_click=go_to,
            args=(target,),
            disabled=stopped,
            width="stretch",
        )
    text = findwords.place_words(quest.hunt, quest.at)
    if quest.at == last and not question.hiding:
        text += ". It was the last: the tree is grown"
    words.markdown(f"{text}.")


def go_to(at: int) -> None:
    """Go to a split of the tree, in the order of growth."""
    session.put(**{FIND_SPLITS: at, FIND_FEATURE: None, FIND_CUT: None})


def gain_picture(quest: Quest, question: Question, node: Node | None) -> None:
    """The gain curve on the axis of the rows, with the guess on it. node: of a round of boosting."""
    feature = looked_at(quest, question)
    guess = quest.guess(question)
    found = quest.place.candidates if node is None else node.tried
    options: dict[str, Any] = {}
    if node is not None:
        params = node.lesson.model.params_
        options = {
            "fitted": None if node.tried is node.fitted else node.fitted,
            "reg_lambda": tried_or(WHAT_IF_LAMBDA, params.reg_lambda),
            "gamma": tried_or(WHAT_IF_GAMMA, params.gamma),
        }
    start = quest.place.spans[guess.feature][0] if guess is not None else 0
    view = gain_view(
        found,
        quest.hunt.names,
        feature=feature,
        candidate=session.value(FIND_CUT),
        extent=(*x_range(quest.values(feature)), None, None),
        guess=None if guess is None else (guess.feature, guess.position - start),
        **options,
    )
    gain_curves(view, key=GAINS, on_move=take_move)


def take_move() -> None:
    """Move the cursor to the candidate that was chosen in the gain curves."""
    move = st.session_state[GAINS].get("move")
    if move:
        session.put(**{FIND_FEATURE: move["feature"], FIND_CUT: move["candidate"]})


def round_node(quest: Quest) -> Node | None:
    """The node of a round of boosting, with the lambda and gamma that are tried; None for other trees."""
    if quest.hunt.kind != "logistic":
        return None
    return node_at_cursor(lesson_of(boosting_settings()), current_round(), 0, quest.node)


def formula(quest: Quest, question: Question, node: Node | None) -> None:
    """The arithmetic of the cursor's cut."""
    place = quest.place if node is None else Places(node.tried, quest.hunt.names)
    position = place.position(looked_at(quest, question), session.value(FIND_CUT))
    if position is None:
        st.markdown(f"{quest.hunt.names[looked_at(quest, question)]} cannot be cut here.")
        return
    if node is not None:
        node_formula(Node(node.lesson, node.number, node.k, node.index, node.fitted, node.tried, position))
        return
    st.markdown(f"**What “{quest.place.cut(position)}” gains**, by {KINDS[quest.hunt.kind]}:")
    st.latex(findwords.arithmetic(quest.hunt, quest.node, quest.place.candidates, position))


def growing_tree(quest: Quest, question: Question) -> None:
    """The tree as far as it was found; a node chosen in it is played again, or is next."""
    splits = quest.at if question.hiding else quest.at + 1
    if splits == 0:
        return
    view = growing_view(
        quest.hunt, splits, quest.node, quest.node if question.hiding else None, guess_badges(quest, splits)
    )
    clickable_tree(view, key=TREE, on_select=partial(take_node, quest.hunt, splits))


def guess_badges(quest: Quest, splits: int) -> dict[int, str]:
    """What the guesses of the found splits were worth, at their boxes."""
    found = {}
    for node in quest.hunt.order[:splits]:
        share = st.session_state.get(_SHARES, {}).get((quest.hunt.ident, node))
        if share is not None:
            found[node] = f"you: {number(100 * share)} %"
    return found


def take_node(hunt: Hunt, splits: int) -> None:
    """Go to the split of the node that was chosen in the tree, if it was found or is next."""
    node = int(st.session_state[TREE]["selected"])
    if node in hunt.order[: splits + 1]:
        go_to(hunt.order.index(node))
