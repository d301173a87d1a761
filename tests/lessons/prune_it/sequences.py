"""Sequences of pruned trees that several tests look at."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from workbench.lessons.prune_it.gamma_charges import Charged
from workbench.lessons.prune_it.hand_trees import hand_sequence
from workbench.lessons.prune_it.link_sequence import Branches, PruningSequence, gone_from, leaves_at
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree


def grown(**settings: object) -> SingleTree:
    return grow_single_tree(replace(TreeSettings(max_depth=5), **settings))


HAND = hand_sequence("misclassification")


def beyond(found: Charged) -> float:
    """A gamma at which every way has only the root left."""
    return 1.15 * max(found.turns(), default=1.0)


def leaves_left(found: PruningSequence, step: int) -> NDArray[np.bool_]:
    """Which nodes are the leaves of the tree of a step."""
    return leaves_at(found.tree, found.leaf_at, gone_from(found.tree, found.leaf_at), step)


def branches_at(found: PruningSequence, step: int) -> Branches:
    """The branches of the tree of a step."""
    return Branches(found.tree, found.risk, leaves_left(found, step))
