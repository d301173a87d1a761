"""The widgets of the lesson: which leaf the stage shows, and with which penalties."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.parameters import Parameter
from workbench.lessons.one_leaf.curves import w_axis
from workbench.lessons.one_leaf.leaf import LeafRows, first_leaf, fit_leaf, leaf_of_row, row_of_leaf
from workbench.lessons.one_leaf.record import Drawn
from workbench.lessons.one_leaf.values import (
    ACT,
    ASKS,
    LAST_ACT,
    LEAF,
    LEAF_GAMMA,
    LEAF_LAMBDA,
    LEAF_LEFT,
    LEAF_RATE,
    LEAF_STEPS,
    LEAF_W,
)
from workbench.lessons.one_leaf.worked_leaves import LESSON, MOST_STEPS, PRESETS, WITH_FAR, preset_leaf
from workbench.link.values import GUESS_FIRST, NODE, ROUND, ROW
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.choice import chooser
from workbench.shell.current_fit import current_fit
from workbench.shell.cursor import class_chooser, current_class, current_node, current_round
from workbench.shell.head import Head, shared_head
from workbench.shell.parameter_line import RATES, parameter_line
from workbench.shell.stage import beside_parameters

_FOLLOWED = "leaf_followed"
_OWN = (LEAF_W, LEAF_LAMBDA, LEAF_RATE, LEAF_GAMMA, LEAF_LEFT)
# of another leaf these are its own, and it is asked about
_START_ANEW = {**dict.fromkeys((*_OWN, GUESS_FIRST)), LEAF_STEPS: 0, ACT: 0}
_LAMBDAS = (0, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200, 500, 1000)
_GAMMAS = (0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 20, 50, 100)


@dataclass(frozen=True, eq=False)
class LessonLeaf:
    """A leaf of the lesson: a node of tree k of a round, and the row that is followed."""

    leaf: LeafRows
    fit: BoostedModel
    number: int
    k: int
    node: int
    row: int

    @property
    def ident(self) -> tuple[Hashable, ...]:
        """All that the leaf depends on."""
        return self.fit.settings, self.number, self.k, self.node, self.row


@dataclass(frozen=True, eq=False)
class HandLeaf:
    """A leaf worked by hand, after some steps."""

    leaf: LeafRows
    preset: str
    n_steps: int

    @property
    def ident(self) -> tuple[Hashable, ...]:
        """All that the leaf depends on, beside lambda and learning_rate."""
        return self.preset, self.n_steps


ShownLeaf = LessonLeaf | HandLeaf


def current_leaf() -> ShownLeaf:
    """Which leaf, and how far it has come: the round of the lesson, or the steps of a leaf by hand."""
    name = str(session.value(LEAF))
    if name != LESSON:
        n_steps = int(session.value(LEAF_STEPS))
        return HandLeaf(hand_leaf(name, n_steps), name, n_steps)
    fit = current_fit()
    number, k = current_round(fit), current_class(fit)
    node, row = followed_leaf(fit)
    return LessonLeaf(fit_leaf(fit, number, node, k), fit, number, k, node, row)


def hand_leaf(name: str, n_steps: int) -> LeafRows:
    """The leaf by hand after some steps with the lambda and learning_rate of the screen."""
    return preset_leaf(name, n_steps, session.value(LEAF_LAMBDA), session.value(LEAF_RATE))


def drawn_leaf(shown: ShownLeaf) -> Drawn:
    """The leaf as the stage draws it; what a link asks of it beyond its acts and its rows is said."""
    reg_lambda, gamma, rate = knobs(shown.leaf)
    has_far = isinstance(shown, HandLeaf) and shown.preset in WITH_FAR and not shown.n_steps
    drawn = Drawn(shown.leaf, reg_lambda, gamma, rate, has_far)
    session.clip(ACT, len(drawn.acts) - 1)
    w, left, places = session.value(LEAF_W), session.value(LEAF_LEFT), drawn.places
    if w is not None:
        low, high = w_axis(shown.leaf)
        session.instead_of(LEAF_W, min(max(w, low), high))
    if left is not None:  # between rows, or groups of them
        session.instead_of(LEAF_LEFT, min(places, key=lambda place: abs(place - left), default=None))
    return drawn


def knobs(leaf: LeafRows) -> tuple[float, float, float]:
    """lambda, gamma and learning_rate of the screen: what the reader has set, else the leaf's own."""
    own = {LEAF_LAMBDA: leaf.reg_lambda, LEAF_GAMMA: leaf.gamma, LEAF_RATE: leaf.learning_rate}
    said = {name: session.value(name) for name in own}
    reg_lambda, gamma, rate = (float(own[name] if said[name] is None else said[name]) for name in own)
    return reg_lambda, gamma, rate


def asking() -> bool:
    """Whether the stage asks for w, so that nothing below it may tell."""
    return bool(session.value(GUESS_FIRST) != 0 and session.value(ACT) < ASKS)


def followed_leaf(fit: BoostedModel) -> tuple[int, int]:
    """The leaf that is shown, and the row that is followed: whoever steps stays with the row's leaf.

    A node of another round is another leaf. So as long as nobody chooses another node or row, the row that is
    followed says which leaf is shown.
    """
    number, k = current_round(fit), current_class(fit)
    said = (fit.settings.data, session.value(NODE), session.value(ROW))
    before, followed = st.session_state.get(_FOLLOWED, (None, 0))
    asked = session.clip(ROW, len(fit.dataset.y) - 1, None)
    leaf = first_leaf(fit, number, k, current_node(fit.trace[number - 1].trees[k]), asked)
    row = row_of_leaf(fit, number, k, leaf, asked)
    if before == said:
        if row != followed:
            leaf, row = leaf_of_row(fit, number, k, followed), followed
            session.shows(**{NODE: leaf, ROW: row})
        return leaf, row
    said = (fit.settings.data, session.value(NODE), session.value(ROW))
    st.session_state[_FOLLOWED] = (said, row)
    return leaf, row


# -- what chooses


def own_head() -> Head:
    """The controls of the lesson: which leaf, and its penalties; of the lesson's tree those of its model."""
    leaf = (LEAF, LEAF_LAMBDA, LEAF_GAMMA, LEAF_RATE, LEAF_STEPS)
    if session.value(LEAF) != LESSON:
        return Head((leaf_chooser,), line=penalties_by_hand, names=leaf)
    of_model = shared_head(session.store().page.entry)
    return replace(of_model, choosers=(leaf_chooser, *of_model.choosers), names=(LEAF, *of_model.names))


def leaf_chooser(bar: DeltaGenerator) -> None:
    """Which leaf: one of the lesson's tree, or one worked by hand."""
    words = {name: leaf.title for name, leaf in PRESETS.items()} | {LESSON: "A leaf of the lesson's tree"}
    chooser(bar, "Leaf", words, LEAF, width=250, also=_START_ANEW)


def penalties_by_hand(line: DeltaGenerator) -> None:
    """The penalties of a leaf by hand, and the steps that it has made."""
    n_steps = int(session.value(LEAF_STEPS))
    leaf = hand_leaf(str(session.value(LEAF)), n_steps)
    steps = number_of(LEAF_STEPS, "rounds before", n_steps, range(MOST_STEPS + 1), MOST_STEPS)
    firsts = {LEAF_STEPS: 0, LEAF_LAMBDA: ASKS - 1, LEAF_GAMMA: ASKS + 1}
    knobs_of = [replace(each, waits=waits_for(firsts[each.name])) for each in (steps, *penalties(leaf))]
    parameter_line(line, knobs_of, {LEAF_W: None}, of="leaf")


def leaf_of_model(shown: ShownLeaf) -> None:
    """Which leaf of the lesson's tree, beside the parameters of its model."""
    if isinstance(shown, LessonLeaf):
        with beside_parameters(), st.popover(shown.leaf.title, key="leaf_choice", width="content"):
            class_chooser(shown.fit)
            leaf_of_tree(shown)


def leaf_of_tree(shown: LessonLeaf) -> None:
    """Which round, which leaf of its tree, and the penalties."""
    leaves = shown.fit.trace[shown.number - 1].trees[shown.k].leaves
    n_rounds = len(shown.fit.trace)
    line = [
        number_of(ROUND, "round", shown.number, range(1, n_rounds + 1), n_rounds, low=1),
        number_of(NODE, "leaf", shown.node, [int(each) for each in leaves], int(max(leaves))),
        *penalties(shown.leaf),
    ]
    parameter_line(st.container(key="leaf_line"), line, {LEAF_W: None}, of="leaf")


def number_of(name: str, label: str, value: int, stops: Sequence[int], high: int, low: int = 0) -> Parameter:
    """A whole number of the link on a track."""
    return Parameter(name, label, value, list(stops), low, high, is_whole=True)


def penalties(leaf: LeafRows) -> list[Parameter]:
    """lambda and gamma, which are the leaf's own as long as nobody sets them."""
    reg_lambda, gamma, _ = knobs(leaf)
    words = "½ λ w² of the leaf's weight"
    return [
        Parameter(LEAF_LAMBDA, "λ, penalty", reg_lambda, _LAMBDAS, 0, 1e5, words=words),
        Parameter(LEAF_GAMMA, "γ, price of a leaf", gamma, _GAMMAS, 0, 1e5),
    ]


def waits_for(act: int) -> dict[str, list[int]]:
    """The acts before the one from which on it has a part, and the last one, which goes its own way."""
    return {ACT: [*range(act), LAST_ACT]}


def rate_line(rate: float) -> None:
    """The learning_rate, with which the same leaf takes its steps."""
    track = Parameter(LEAF_RATE, "η, learning_rate", rate, RATES, 0.0001, 1)
    parameter_line(st.container(key="rate_line"), [track], of="rate")
