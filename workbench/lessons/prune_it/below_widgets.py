"""What stands below the stage: the step in words, tables, copies. Widgets."""

from functools import partial

import streamlit as st

from gbtlib import CrossValidation
from workbench.components.prose import prose
from workbench.lessons.prune_it import snippets, table_widgets
from workbench.lessons.prune_it.alpha_words import TIES, WHAT_FALLS, terms_here, why_no_folds
from workbench.lessons.prune_it.choice_widgets import asks
from workbench.lessons.prune_it.current_sequence import tree_settings
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.lessons.prune_it.stage import stage_by_alpha
from workbench.lessons.prune_it.values import PRUNE_SEEN, PRUNE_STEP, PRUNE_TOLD
from workbench.link.values import NODE
from workbench.models.single_tree import SingleTree
from workbench.shell import session
from workbench.shell.code_lens import code_lens, snippet_tabs
from workbench.shell.patient_link import patient_link
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import hear_stage
from workbench.shell.take_with_you import take_with_you

FAULTS = {
    "jonas": "a price of a leaf that is negative",
    "kira": "a cross-validation that is summed wrongly",
    "xaver": "twins that fall together",
}
"""Patients of the clinic that are pruned wrongly, and how."""


@st.fragment
def below_the_sequence(
    found: PruningSequence, result: CrossValidation | None, fit: SingleTree | None
) -> None:
    """What stands there when the stage rests: of what is asked still, nothing that tells."""
    hear_stage()
    step = int(session.clip(PRUNE_STEP, found.n_steps - 1))
    node = int(session.clip(NODE, found.tree.n_nodes - 1, 0))
    is_seen = not asks() or step < session.value(PRUNE_SEEN) or step + 1 == found.n_steps
    is_told = not asks() or bool(session.value(PRUNE_TOLD))
    prose(WHAT_FALLS, terms_here(found, step) if is_seen else {}, key="link_words")
    if result is None:
        st.caption(why_no_folds(found))
    same_model()
    st.caption(TIES)
    if is_told and result is not None:
        table_widgets.fold_by_fold(found, result, step)
        table_widgets.other_folds(found)
    for patient, fault in FAULTS.items():
        patient_link(patient, fault)
    code_lens(["risk of nodes", "weakest links", "geometric means", "fold by fold"])
    stage = stage_by_alpha(found, result, fit)
    stem = f"{found.given if fit is None else fit.dataset.id}_prunings"
    take_with_you(stage, stem, fit, partial(copy_pruned, found, result, step, node))


def copy_pruned(found: PruningSequence, result: CrossValidation | None, step: int, node: int) -> None:
    """The tree of a step as snippets."""
    settings = tree_settings()
    n_folds = None if result is None else len(result.fold_error)
    snippet_tabs(
        f"Grows and prunes the tree again and prints the leaves and the risk of step {step}.",
        snippets.gbtlib_snippet(found, settings, step, node, n_folds),
        "scikit-learn",
        snippets.sklearn_snippet(found, settings, step),
        snippets.why_no_sklearn(found, settings),
    )
