"""What stands below the stage of the lesson: every number of the round."""

from functools import partial

import streamlit as st

from workbench.components.prose import prose
from workbench.gains.named_candidates import ranking
from workbench.gains.node_at_cut import NodeAtCut, best_words
from workbench.lessons.boosting_rounds import words
from workbench.lessons.boosting_rounds.all_rows import all_rows_chart, all_rows_words, told_losses
from workbench.lessons.boosting_rounds.stage import stage_of_rounds
from workbench.lessons.boosting_rounds.values import OVER
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.code_lens import code_lens, round_tabs
from workbench.shell.cursor import current_node, current_round
from workbench.shell.page import folded, presenting
from workbench.shell.pictures import tree_downloads
from workbench.shell.plots import plot
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you
from workbench.shell.what_if import node_at_cursor, tried_formula
from workbench.trees.view import tree_view


def shown_over(fit: BoostedModel) -> None:
    """The feature over which rows are drawn; a link may lead beyond the last."""
    session.clip(OVER, len(fit.dataset.feature_names) - 1, -1)


@follows_the_stage(presented=True)
def below(fit: BoostedModel, k: int) -> None:
    """What stands below the stage: it follows once that rests."""
    number = current_round(fit)
    tree = fit.trace[number - 1].trees[k]
    node = node_at_cursor(fit, number, k, current_node(tree))
    same_model()
    losses_of_all(fit, number)
    chosen_node(node)
    if not presenting():
        ranked_candidates(node)
    code_lens(words.code_topics(fit))
    take(node)


def losses_of_all(fit: BoostedModel, number: int) -> None:
    """Of a model whose file tells its losses over more rows than are here: these beside those here."""
    told = told_losses(fit)
    if told is None:
        return
    st.markdown(all_rows_words(fit, told, number))
    with folded("Its losses over all rows, round by round") as is_open:
        if is_open:
            plot(
                all_rows_chart(fit, told),
                "losses of all rows and of the rows here",
                key="all_rows",
                height=320,
            )


def chosen_node(node: NodeAtCut) -> None:
    """The round and its chosen node in words, and the arithmetic of one cut."""
    fit, tree = node.fit, node.fit.trace[node.number - 1].trees[node.k]
    prose(words.round_words(fit, node.number), words.terms_here(node), key="round_words")
    st.subheader(words.cut_title(tree, node.index, node.cut, fit.dataset.feature_names), anchor=False)
    st.markdown(best_words(node))
    tried_formula(node)


def take(node: NodeAtCut) -> None:
    """The lesson, the model and the tree to take along."""
    fit, number, k = node.fit, node.number, node.k
    stem = f"{fit.dataset.id}_round_{number}"
    tree, names = fit.trace[number - 1].trees[k], fit.dataset.feature_names
    take_with_you(
        stage_of_rounds(fit, k),
        stem,
        fit,
        code=partial(round_tabs, fit, number, k, node.index),
        beside=lambda: tree_downloads(tree, names, tree_view(tree, names, node.index), stem),
    )


def ranked_candidates(node: NodeAtCut) -> None:
    """The table of a node's best candidates: the chosen one, then those that it was preferred to."""
    chosen = ": the first is chosen" if node.fit.replayed is None else ""
    with folded(f"The best candidates of this node, ranked{chosen}") as is_open:
        if not is_open:
            return
        table = ranking(node.tried, node.fit.dataset.feature_names).drop(columns=["feature", "candidate"])
        numbers = [str(name) for name, column in table.items() if column.dtype.kind == "f"]
        config = dict.fromkeys(numbers, st.column_config.NumberColumn(format="%.4g"))
        st.dataframe(table, hide_index=True, width="stretch", column_config=config)
