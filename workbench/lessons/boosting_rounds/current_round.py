"""What tree, gain curves and formula show at a round of the cursor's place, kept for the next who looks."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from gbtlib.pictures.tree_layout import grown_nodes, nearest
from workbench.components import Data
from workbench.components.formula import formula_data
from workbench.components.gains import gains_data
from workbench.components.prose import prose_data
from workbench.components.tree import tree_data
from workbench.gains.formula import Tried
from workbench.gains.node_at_cut import Cut, NodeAtCut, best_words, formula_of, gains_of, node_at
from workbench.lessons.boosting_rounds.frames import Frames, frames
from workbench.lessons.boosting_rounds.values import OVER
from workbench.lessons.boosting_rounds.words import round_words, terms_here
from workbench.link.values import CUT, FEATURE, NODE, SPLITS, WHAT_IF_GAMMA, WHAT_IF_LAMBDA
from workbench.models.boosted import BoostedModel, digest
from workbench.shell import session
from workbench.trees.growth import growth_data
from workbench.trees.view import TreeView, tree_view

RoundParts = dict[str, Data]


@dataclass(frozen=True)
class Place:
    """Where in a round's tree the cursor is; see link/values.py. The next round is shown at the same place.

    splits: how many of the tree's splits are shown, None for all. over: see OVER.
    """

    k: int
    over: int
    node: int
    splits: int | None
    tried: Tried


@dataclass(frozen=True)
class Moment:
    """A round at a place, as it is drawn.

    index: the node that is looked at. cut: the cursor's, None at a leaf. best: its cuts in words.
    parts: what the components "tree", "gains", "formula" and "prose" are sent.
    """

    view: TreeView
    index: int
    cut: Cut | None
    best: str
    parts: RoundParts


def place_of_cursor(k: int) -> Place:
    """Where the cursor is, in the tree of class k."""
    tried = session.value(WHAT_IF_LAMBDA), session.value(WHAT_IF_GAMMA)
    return Place(k, session.value(OVER), session.value(NODE), session.value(SPLITS), tried)


def moment_at_cursor(fit: BoostedModel, number: int, k: int) -> Moment:
    """A round at the cursor's node and cut; where they lead beyond the end, the link says what is shown."""
    place, feature = place_of_cursor(k), session.clip(FEATURE, fit.X.shape[1] - 1, None)
    tree = fit.trace[number - 1].trees[k]
    session.clip(NODE, tree.n_nodes - 1, 0)
    session.clip(SPLITS, tree.n_leaves - 1)
    found = moment(fit, number, place, feature, session.value(CUT))
    if feature is not None and session.value(CUT) is not None:
        session.clip(CUT, max(0, found.parts["gains"]["n_candidates"] - 1))
    if found.index != session.value(NODE):
        session.shows(**{NODE: found.index})
    return found


def moment(
    fit: BoostedModel, number: int, place: Place, feature: int | None = None, cut: int | None = None
) -> Moment:
    """A round at a place and a cut, by default the one that the tree took."""
    return _moment(fit, place, context_of(fit, place), number, feature, cut)


# A step asks for one that was not asked for before; a class of thirty is seldom at more than this many.
@st.cache_resource(max_entries=256, show_spinner=False)
def _moment(
    _lesson: BoostedModel, _place: Place, context: str, number: int, feature: int | None, cut: int | None
) -> Moment:
    tree, names = _lesson.trace[number - 1].trees[_place.k], _lesson.dataset.feature_names
    splits = None if _place.splits is None else min(_place.splits, tree.n_leaves - 1)
    wanted = _place.node if _place.node < tree.n_nodes else 0
    index = nearest(tree, wanted, grown_nodes(tree, splits))
    node = node_at(_lesson, number, _place.k, index, feature=feature, cut=cut, values=_place.tried)
    view = tree_view(tree, names, index, splits=splits, room=_lesson.settings.max_depth)
    return Moment(view, index, node.cut, best_words(node), parts_of(node, view, splits, context))


def parts_of(node: NodeAtCut, view: TreeView, splits: int | None, context: str) -> RoundParts:
    """What the components are sent."""
    tree = node.fit.trace[node.number - 1].trees[node.k]
    parts = {
        "tree": {**tree_data(view), "growth": growth_data(tree, splits)},
        "gains": gains_data(gains_of(node)),
        "formula": formula_data(formula_of(node)),
        "prose": prose_data(round_words(node.fit, node.number), terms_here(node)),
    }
    said = {"round": node.number, "context": context}
    return {name: Data({**data, **said}) for name, data in parts.items()}


def context_of(fit: BoostedModel, place: Place) -> str:
    """A name of all that decides what a round shows, beside its number and a cut that one chose in it."""
    return digest((fit.name, place))


def lesson_frames(fit: BoostedModel, k: int = 0, feature: int | None = None) -> Frames:
    """The picture of a lesson in all rounds, for class k; feature: over which the rows are drawn, or None."""
    return _frames(fit, fit.name, k, feature)


# The settings decide everything: a fit that ends early always ends at the same round.
@st.cache_resource(max_entries=24, show_spinner=False)
def _frames(_lesson: BoostedModel, name: str, k: int, feature: int | None) -> Frames:
    made = frames(
        _lesson.dataset, _lesson.train, _lesson.trace, _lesson.losses, _lesson.model, k=k, feature=feature
    )
    assert made.packed  # packed once here, not at everybody's first step
    return made
