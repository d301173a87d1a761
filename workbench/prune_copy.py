"""What the page on pruning shows as snippets to copy, in both of its halves. Widgets."""

from __future__ import annotations

from gbtlib import CrossValidation
from workbench import prune_snippets, session
from workbench.codelens import snippet_tabs
from workbench.gamma_controls import Case
from workbench.pruneview import Sequence
from workbench.shell import folded, presenting
from workbench.single_tree import tree_settings_from
from workbench.snippets import why_no_xgboost


def copy_pruned(found: Sequence, result: CrossValidation | None, step: int, node: int) -> None:
    """An expander with the tree of a step as snippets; nothing in presenter mode."""
    if presenting():
        return
    with folded("Copy as Python") as is_open:
        if is_open:
            settings = tree_settings_from(session.values())
            n_folds = None if result is None else len(result.fold_error)
            snippet_tabs(
                f"Grows and prunes the tree again and prints the leaves and the risk of step {step}.",
                prune_snippets.gbtlib_snippet(found, settings, step, node, n_folds),
                "scikit-learn",
                prune_snippets.sklearn_snippet(found, settings, step),
                prune_snippets.why_no_sklearn(found, settings),
            )


def copy_charged(case: Case, gamma: float) -> None:
    """An expander with gamma charged in both ways as snippets; nothing in presenter mode."""
    if presenting():
        return
    with folded("Copy as Python") as is_open:
        if not is_open:
            return
        words = "Grows the tree again under this γ, and prints how many leaves both ways leave."
        lesson, number, k = case.lesson, case.number, case.k
        if lesson is None:
            ours, theirs = prune_snippets.xor_snippet(gamma), prune_snippets.xgboost_xor_snippet(gamma)
            snippet_tabs(words, ours, "XGBoost", theirs, None)
            return
        tree = lesson.trace[number - 1].trees[k]
        snippet_tabs(
            words,
            prune_snippets.charged_snippet(lesson.settings, number, k, gamma),
            "XGBoost",
            prune_snippets.xgboost_charged_snippet(lesson.settings, tree, number, k, lesson.n_classes, gamma),
            why_no_xgboost(lesson.settings),
        )
