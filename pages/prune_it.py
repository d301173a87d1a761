"""Prune it: which branch is not worth its leaves, at every price of a leaf."""

import streamlit as st

from workbench.lessons.prune_it.alpha_widgets import (
    ask_next,
    boxes,
    by_gamma,
    choosers,
    copy_pruned,
    current_link,
    current_step,
    sequence_picture,
    step_buttons,
)
from workbench.lessons.prune_it.alpha_words import (
    TIES,
    choice_words,
    node_title,
    strength_formula,
    task_words,
)
from workbench.lessons.prune_it.current_sequence import (
    by_hand,
    current_at_ends,
    current_sequence,
    current_sums,
)
from workbench.lessons.prune_it.fold_mistakes import (
    BLOCKS,
    SUMMED_WRONGLY,
    block_words,
    sums_table,
    sums_words,
)
from workbench.lessons.prune_it.gamma_widgets import (
    ask_leaves,
    copy_charged,
    current_case,
    current_gamma,
    gamma_picture,
)
from workbench.lessons.prune_it.gamma_words import (
    RULES,
    XOR_WORDS,
    break_even_words,
    objective_formula,
    verdict_words,
)
from workbench.lessons.prune_it.gamma_words import (
    task_words as gamma_task,
)
from workbench.lessons.prune_it.price_path import MOST_LEAVES
from workbench.lessons.prune_it.tables import (
    ends_table,
    forgetful_table,
    matrix_html,
    shown_steps,
    strength_table,
    twin_words,
    twins_in,
)
from workbench.shell.code_lens import code_lens
from workbench.shell.page import folded, presenting, show_page


def page() -> None:
    """The lesson."""
    challenge = st.container()
    choosers()
    if by_gamma():
        case = current_case()
        charged = case.charged
        gamma = current_gamma(charged)
        with challenge:
            guess = ask_leaves(case, gamma)
        gamma_picture(charged, gamma, guess)
        if guess is not None and guess.hiding:
            st.markdown(RULES)
        else:
            st.markdown(verdict_words(charged, gamma))
            st.latex(objective_formula(charged, gamma))
            st.markdown(XOR_WORDS if by_hand() else break_even_words(charged))
            if not presenting():
                st.markdown(f"**Try:** {gamma_task(charged)}")
                st.caption(
                    "Pre-stopping, pruning after growth and the whole objective charge the same γ. The third "
                    "is cost-complexity pruning with the loss as risk: its breaking points are weakest "
                    "links. XGBoost's gamma is twice this one."
                )
            copy_charged(case, gamma)
            code_lens(["pruning", "why a leaf", "gain"])
    else:
        found, result = current_sequence()
        step = current_step(found)
        node = current_link(found, step)
        with challenge:
            question = ask_next(found, step)
        hiding = question is not None and question.hiding
        step_buttons(found, result, step, hidden=hiding)
        sequence_picture(found, result, step, node, question)
        if not hiding:
            st.markdown(f"**{node_title(found, node)}**")
            st.latex(strength_formula(found, found.branches(step), node))
            if result is not None:
                st.markdown(choice_words(found, result))
        if not presenting():
            st.markdown(f"**Try:** {task_words(found, step)}")
            if found.by_hand:
                st.caption(
                    "This tree is known by its counts alone: for errors on unseen rows and cross-validation "
                    "take the tree of the data set, or a preset."
                )
            elif result is None:
                st.caption(
                    "Cross-validation of this sequence would take too long: choose a smaller max_depth, or "
                    "more rows in a leaf."
                )
            if not hiding:
                if found.tree.n_leaves > MOST_LEAVES:
                    st.caption(
                        f"The picture above has room for {MOST_LEAVES} leaves: this tree stands in boxes "
                        "here, branch by branch, and in the table."
                    )
                boxes(found, step, node)
                st.caption(TIES)
                with folded("g(t) of every inner node, the weakest first") as is_open:
                    if is_open:
                        st.dataframe(strength_table(found, step), hide_index=True, width="stretch")
                if result is not None:
                    with folded("Cross-validation, fold by α") as is_open:
                        if is_open:
                            st.caption(
                                "Every fold's own tree is pruned at the geometric means of neighbouring "
                                "alphas, well inside each interval; the last is infinite."
                            )
                            st.html(matrix_html(found, result, step))
                with folded("Three ways to prune wrongly") as is_open:
                    if is_open:
                        left, right = st.columns(2, gap="large")
                        left.markdown(
                            "**R(t) forgets n_t/N.** Without the node's share of the rows g can be negative, "
                            "and a leaf would have a negative price."
                        )
                        left.markdown(forgetful_table(found, step))
                        right.markdown("**Twins fall together** if a node is found by its question.")
                        right.markdown(twin_words())
                        twins = twins_in(found, step)
                        if twins:
                            right.markdown(f"Twins in the tree above: nodes {', '.join(map(str, twins[0]))}.")
                        right.markdown(
                            "**Cross-validation at the alphas themselves.** There the choice of tree is "
                            "about to change, so a fold's tree may be one step off; a mean of the interval "
                            "is well inside."
                        )
                        ends = current_at_ends(found)
                        if ends is None or result is None:
                            right.caption("For this one choose a tree of the data, or a preset.")
                        else:
                            right.markdown(ends_table(result, ends, step))
                if result is not None:
                    with folded("Cross-validation summed wrongly") as is_open:
                        if is_open:
                            sums = current_sums(found)
                            left, right = st.columns([1.6, 1], gap="large")
                            left.markdown(SUMMED_WRONGLY)
                            left.markdown(sums_table(result, sums, shown_steps(result, step)))
                            left.markdown(sums_words(result, sums))
                            right.markdown(BLOCKS)
                            right.markdown(block_words(len(result.fold), len(result.fold_error)))
        if not hiding:
            copy_pruned(found, result, step, node)
        code_lens(["risk of nodes", "weakest links", "geometric means", "fold by fold"])


show_page("prune_it.py", page)
