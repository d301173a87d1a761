"""The sequence of the page on pruning and what is validated of it, computed once for everybody."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gbtlib import CrossValidation
from gbtlib.cart.cost_complexity import MEASURES
from workbench.lessons.prune_it.folds import fold_deals
from workbench.lessons.prune_it.hand_trees import GIVEN
from workbench.lessons.prune_it.link_sequence import PruningSequence, cross_validation, sequence_of
from workbench.lessons.prune_it.values import PRUNE_FOLDS, PRUNE_RISK, PRUNE_STEP, PRUNE_TREE, is_by_hand
from workbench.link.values import TREE_SETTINGS
from workbench.models.single_tree import SingleTree, TreeSettings
from workbench.shell import session
from workbench.shell.current_fit import current_tree, tree_of, tree_settings_from

_SHAPE = (*TREE_SETTINGS, "data", "noise", "seed", "max_leaves", "grow_policy", "missing")


def by_hand() -> bool:
    """Whether the tree is given, not that of the data."""
    return is_by_hand(session.values())


def tree_settings(**others: Any) -> TreeSettings:
    """What tree is grown, from the values that shape it. others: those that are not the session's."""
    return tree_settings_from({name: session.value(name) for name in _SHAPE} | others)


def current_sequence() -> tuple[PruningSequence, CrossValidation | None, SingleTree | None]:
    """The sequence of the chosen tree; where there are rows (and time), its fit and its cross-validation."""
    if by_hand():
        return GIVEN[session.value(PRUNE_TREE)](session.value(PRUNE_RISK)), None, None
    fit = current_tree()
    found = sequence_of(fit, measure_of(fit))
    return found, validated(fit.settings, found.measure, session.value(PRUNE_FOLDS)), fit


def measure_of(fit: SingleTree) -> str:
    """The risk that a tree is pruned by."""
    known = MEASURES[bool(fit.dataset.class_names)]
    return str(session.value(PRUNE_RISK)) if len(known) > 1 else known[0]


def step_as_large(values: Mapping[str, Any]) -> int:
    """The step at which another tree has as many leaves as are seen, or about so many.

    Only one that is whole stays whole. values: what is set, by which the tree is another.
    """
    if session.value(PRUNE_STEP) == 0:
        return 0
    before, after = (
        [step.n_leaves for step in sequence_of(fit, measure_of(fit)).steps]
        for fit in map(tree_of, (tree_settings(), tree_settings(**values)))
    )
    seen = before[min(session.value(PRUNE_STEP), len(before) - 1)]
    return min(range(1, len(after)), key=lambda step: abs(after[step] - seen), default=0)


@st.cache_resource(max_entries=32, show_spinner="Cross-validating the sequence …")
def validated(settings: TreeSettings, measure: str, n_folds: int) -> CrossValidation | None:
    """The cross-validation of a sequence, shared by everybody."""
    fit = tree_of(settings)
    return cross_validation(fit, sequence_of(fit, measure), n_folds)


@st.cache_resource(max_entries=16, show_spinner="Dealing the folds anew, again and again …")
def deals(settings: TreeSettings, measure: str, n_folds: int) -> NDArray[np.intp]:
    """What other deals into folds choose, shared by everybody."""
    fit = tree_of(settings)
    return fold_deals(fit, sequence_of(fit, measure), n_folds)
