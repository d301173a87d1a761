"""Below the stage: the sums of a cut that was found, its rank, the lesson to take along. Widgets."""

from dataclasses import replace
from functools import partial

import streamlit as st

from workbench.components.prose import prose
from workbench.gains.named_candidates import NamedCandidates, ranking
from workbench.gains.node_at_cut import best_words
from workbench.lessons.find_the_split import words
from workbench.lessons.find_the_split.choice_widgets import boosting_settings, current_round
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


@follows_the_stage(presented=False)
def below_the_stage(hunt: HiddenSplits) -> None:
    """What stands there when the stage rests: while it asks, nothing that tells."""
    node = found_now(hunt)
    same_model()
    if node is not None:
        about_the_split(hunt, node)
    if len(hunt.order) > len(hunt.asked):
        st.caption(words.first_splits(hunt))
    if node is not None:
        code_lens(words.code_topics(hunt))
    take(hunt, node)


def found_now(hunt: HiddenSplits) -> int | None:
    """The node whose split the stage shows; None while it asks for one."""
    step = int(session.clip(FIND_STEP, last_step(hunt)))
    if not is_found(step) and step < last_step(hunt) and session.value(GUESS_FIRST) != 0:
        return None
    return hunt.asked[(split_at(hunt, step) or len(hunt.asked)) - 1]


def about_the_split(hunt: HiddenSplits, node: int) -> None:
    """The cut that one looks at: between what it lies, what it gains and why, and how it ranks.

    Of a tree of boosting that is under the λ and γ that are tried.
    """
    place, of_round = hunt.place(node), None
    chosen = session.clip(FIND_FEATURE, len(hunt.names) - 1, None)
    feature = int(hunt.tree.feature[node]) if chosen is None else int(chosen)
    cut = current_cut(FIND_CUT, place.candidates, feature)
    cuts = cuts_of(place, feature, hunt.values(node, feature))
    if hunt.kind == "logistic":
        of_round = node_at_cursor(fit_of(boosting_settings()), current_round(), 0, node)
        place = NamedCandidates(of_round.tried, hunt.names)
    position = place.position(feature, cut)
    st.markdown(words.snap_words(hunt, node, cuts, 0.0 if position is None else float(place.x[position])))
    if position is not None:
        gains = f"**What “{place.cut(position)}” gains**, by {words.KINDS[hunt.kind]}."
        terms = words.terms_here(place, position, hunt.kind)
        prose(f"{gains} {words.SUMS.get(hunt.kind, '')}", terms, key="gain_words")
        if of_round is not None:
            tried_formula(replace(of_round, position=position))
            st.markdown(best_words(of_round))
    with folded("The best candidates of this node, ranked") as is_open:
        if is_open:
            st.dataframe(ranking(place.candidates, hunt.names), width="stretch")


def take(hunt: HiddenSplits, node: int | None) -> None:
    """The lesson in one file, and once it has told, the model, and the split in Python."""
    stage, stem = stage_of_hunt(hunt), f"{hunt.dataset.id}_split_by_split"
    if node is None:
        take_with_you(stage, stem)
    elif hunt.kind == "logistic":
        fit = fit_of(boosting_settings())
        take_with_you(stage, stem, fit, partial(round_tabs, fit, current_round(), 0, node))
    else:
        take_with_you(stage, stem, current_tree(), partial(tree_tabs, current_tree(), node))
