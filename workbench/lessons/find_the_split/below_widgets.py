"""Below the stage: the sums of a cut that was found, its rank, the lesson to take along. Widgets."""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import streamlit as st

from workbench.components.prose import prose
from workbench.gains.named_candidates import NamedCandidates, ranking
from workbench.gains.node_at_cut import NodeAtCut, best_words
from workbench.lessons.find_the_split import words
from workbench.lessons.find_the_split.choice_widgets import boosting_settings, current_round
from workbench.lessons.find_the_split.cut_words import snap_words
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits, cuts_of
from workbench.lessons.find_the_split.record import is_found, last_step, split_at
from workbench.lessons.find_the_split.stage import stage_of_hunt
from workbench.lessons.find_the_split.values import FIND_CUT, FIND_FEATURE, FIND_STEP
from workbench.link.values import GUESS_FIRST
from workbench.shell import session
from workbench.shell.code_lens import code_lens, round_tabs, tree_tabs
from workbench.shell.current_fit import current_tree, fit_of
from workbench.shell.cursor import current_cut
from workbench.shell.page import folded
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you
from workbench.shell.what_if import node_at_cursor, tried_formula


class Found(NamedTuple):
    """A node whose split was found, with the cut that one looks at.

    of_round: where the tree is one of boosting, the same with the λ and γ that are tried. place: the
    candidates, under what is tried. position: of the cut among them; None where the feature has none.
    """

    hunt: HiddenSplits
    node: int
    of_round: NodeAtCut | None
    place: NamedCandidates
    feature: int
    position: int | None


@follows_the_stage(presented=False)
def below_the_stage(hunt: HiddenSplits) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    found = found_now(hunt)
    same_model()
    if found is not None:
        st.markdown(cut_note(found))
        formula(found)
        with folded("The best candidates of this node, ranked") as is_open:
            if is_open:
                st.dataframe(ranking(found.place.candidates, hunt.names), width="stretch")
    if len(hunt.order) > len(hunt.asked):
        st.caption(words.first_splits(hunt))
    if found is not None:
        code_lens(words.code_topics(hunt))
    take(hunt, found)


def found_now(hunt: HiddenSplits) -> Found | None:
    """The split that the stage shows; None while it asks for one."""
    step = int(session.clip(FIND_STEP, last_step(hunt)))
    if not is_found(step) and step < last_step(hunt) and session.value(GUESS_FIRST) != 0:
        return None
    node = hunt.asked[(split_at(hunt, step) or len(hunt.asked)) - 1]
    of_round, place = round_node(hunt, node), hunt.place(node)
    chosen = session.clip(FIND_FEATURE, len(hunt.names) - 1, None)
    feature = int(hunt.tree.feature[node]) if chosen is None else int(chosen)
    cut = current_cut(FIND_CUT, place.candidates, feature)
    if of_round is not None:
        place = NamedCandidates(of_round.tried, hunt.names)
    return Found(hunt, node, of_round, place, feature, place.position(feature, cut))


def round_node(hunt: HiddenSplits, node: int) -> NodeAtCut | None:
    """The node of a round of boosting, with the lambda and gamma that are tried; None for other trees."""
    if hunt.kind != "logistic":
        return None
    return node_at_cursor(fit_of(boosting_settings()), current_round(), 0, node)


def cut_note(found: Found) -> str:
    """Between which values, or categories, the cut lies."""
    hunt, node, feature, position = found.hunt, found.node, found.feature, found.position
    cuts = cuts_of(hunt.place(node), feature, hunt.values(node, feature))
    return snap_words(hunt, node, cuts, 0.0 if position is None else float(found.place.x[position]))


def formula(found: Found) -> None:
    """The cut in words, and of boosting its gain under the λ and γ that are tried."""
    hunt, position = found.hunt, found.position
    if position is None:
        return
    asks, kind = found.place.cut(position), words.KINDS[hunt.kind]
    text = f"**What “{asks}” gains**, by {kind}. {words.SUMS.get(hunt.kind, '')}"
    prose(text, words.terms_here(found.place, position, hunt.kind), key="gain_words")
    if found.of_round is not None:
        tried_formula(replace(found.of_round, position=position))
        st.markdown(best_words(found.of_round))


def take(hunt: HiddenSplits, found: Found | None) -> None:
    """The lesson in one file, and once it has told, the model, and the split in Python."""
    stage, stem = stage_of_hunt(hunt), f"{hunt.dataset.id}_split_by_split"
    if found is None:
        take_with_you(stage, stem)
    elif found.of_round is None:
        take_with_you(stage, stem, current_tree(), partial(tree_tabs, current_tree(), found.node))
    else:
        fit = found.of_round.fit
        take_with_you(stage, stem, fit, partial(round_tabs, fit, current_round(), 0, found.node))
