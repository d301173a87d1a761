"""The two halves of the lesson: a tree by alpha, and one of boosting by gamma."""

from __future__ import annotations

from workbench.lessons.prune_it import alpha_widgets, gamma_widgets, link_widgets, table_widgets
from workbench.lessons.prune_it.current_sequence import current_sequence
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting
from workbench.shell.same_model import same_model
from workbench.shell.stage import strip, whole_stage


def cost_complexity() -> None:
    """A sequence of ever smaller trees, as alpha rises."""
    found, result = current_sequence()
    step = alpha_widgets.current_step(found)
    node = alpha_widgets.current_link(found, step)
    with strip():
        question = alpha_widgets.ask_next(found, step)
        hiding = question is not None and question.hiding
        alpha_widgets.choosers(hidden=hiding)
    with whole_stage():
        alpha_widgets.sequence_picture(found, result, step, node, question)
        alpha_widgets.step_buttons(found, result, step, hidden=hiding)
    if not hiding:
        same_model()
        link_widgets.link_and_choice(found, result, step, node)
    if not presenting():
        alpha_widgets.acting()
        link_widgets.task(found, result, step)
    if not (hiding or presenting()):
        link_widgets.tree_in_boxes(found, step)
        table_widgets.tables(found, result, step)
    if not hiding:
        alpha_widgets.save_sequence(found, result, step, node)
        alpha_widgets.copy_pruned(found, result, step, node)
    code_lens(["risk of nodes", "weakest links", "geometric means", "fold by fold"])


def gamma_of_boosting() -> None:
    """A tree of boosting, charged gamma for every leaf in three ways."""
    case = gamma_widgets.current_case()
    gamma = gamma_widgets.current_gamma(case.charged)
    with strip():
        question = gamma_widgets.ask_leaves(case, gamma)
        hiding = question is not None and question.hiding
        alpha_widgets.choosers(hidden=hiding)
        gamma_widgets.choose_class(case, hidden=hiding)
    with whole_stage():
        gamma_widgets.gamma_picture(case.charged, gamma, question)
        gamma_widgets.choose_round(case)
    if not presenting():
        alpha_widgets.acting()
    if hiding:
        gamma_widgets.rules()
    else:
        same_model()
        gamma_widgets.what_it_charges(case.charged, gamma)
        gamma_widgets.save_charges(case, gamma)
        gamma_widgets.copy_charged(case, gamma)
        code_lens(["pruning", "why a leaf", "gain"])
