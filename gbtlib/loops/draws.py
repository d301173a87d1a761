"""Features to look at in the nodes of a tree: drawn at random, and such as may cut its path together.

Each node draws from a random stream of its own, counted on from a key and the node's path by the mixing
function of SplitMix64: so a draw can be made again without growing the tree, and in any order.

Interaction constraints: the root may be cut by any feature, each other node by those of every group that has
all features of its path, and by these themselves; so a feature that is in no group stands alone on its paths.

Sources: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014;
XGBoost's documentation, "Feature Interaction Constraints", and what it does where that is silent.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gbtlib.loops.compiling import allocating, compiled

STEP, FIRST, SECOND = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)


@allocating
def features_of(nodes, which, features, n_features):
    """Whether to look at each feature in some nodes: (n_which, n_features).

    features: a tree's key and how many of them are drawn, 0 for all; and the groups that may cut one path
    together, see keep_together, (0, 0) where any may.
    """
    (key, n_drawn), groups = features
    record, _, _, _ = nodes
    looked_at = np.empty((len(which), n_features), np.bool_)
    for i in range(len(which)):
        draw_features(key, record[which[i]]["path"], n_drawn, looked_at[i])
    if groups.shape[1] > 0:
        for i in range(len(which)):
            above = np.empty(record[which[i]]["depth"], dtype=np.intp)
            k = which[i]
            for step in range(len(above)):
                k = record[k]["parent"]
                above[step] = record[k]["feature"]
            keep_together(groups, above, looked_at[i])
    return looked_at


@allocating
def keep_together(groups, used, looked_at):
    """Take from the features to look at in a node those that may not cut it.

    groups: (n_groups, n_features) whether each has each feature. used: those that the node's path is cut by.
    """
    if len(used) == 0:
        return
    together = np.zeros(len(looked_at), dtype=np.bool_)
    for feature in used:
        together[feature] = True
    for group in groups:
        has_all = True
        for feature in used:
            if not group[feature]:
                has_all = False
        if has_all:
            for feature in range(len(group)):
                together[feature] |= group[feature]
    for feature in range(len(looked_at)):
        looked_at[feature] &= together[feature]


@allocating
def draw_features(key, path, n_drawn, looked_at):
    """Draw the features to look at in a node, without replacement: looked_at (n_features,) says which.

    key: of the tree, uint64. path: the node's path number, modulo 2^64, uint64. n_drawn: 0 for all.
    """
    n_features = len(looked_at)
    features = np.empty(n_features if n_drawn > 0 else 0, dtype=np.intp)
    for i in range(n_features):
        looked_at[i] = n_drawn == 0
    for i in range(len(features)):
        features[i] = i
    state = mixed(key + mixed(path))
    for i in range(n_drawn):
        # Of those not drawn yet one goes to place i: Fisher and Yates' shuffle, as far as it is needed.
        state += STEP
        share = np.float64(mixed(state) >> np.uint64(11)) * 2.0**-53
        other = i + int(share * (n_features - i))
        features[i], features[other] = features[other], features[i]
        looked_at[features[i]] = True


@compiled
def mixed(number):
    """A number of 64 bits whose every bit hangs on every bit of the given one."""
    number = (number ^ (number >> np.uint64(30))) * FIRST
    number = (number ^ (number >> np.uint64(27))) * SECOND
    return number ^ (number >> np.uint64(31))


@dataclass(frozen=True)
class Draw:
    """Which features are looked at in a node: some, drawn at random.

    key: of the tree. n_drawn: how many of the n_features.
    """

    key: np.uint64
    n_drawn: int
    n_features: int

    def __call__(self, paths: Sequence[int]) -> NDArray[np.intp]:
        """The features of nodes, ascending, (n_nodes, n_drawn), from their path numbers.

        The root is 1, the children of k are 2k and 2k + 1.
        """
        looked_at = np.empty((len(paths), self.n_features), dtype=bool)
        for path, mask in zip(paths, looked_at, strict=True):
            draw_features(self.key, np.uint64(int(path) % 2**64), self.n_drawn, mask)
        return np.nonzero(looked_at)[1].reshape(len(paths), -1)


Groups = Sequence[Sequence[int]]
NO_GROUPS = np.zeros((0, 0), dtype=bool)


def masks_of(groups: Groups | None, n_features: int) -> NDArray[np.bool_]:
    """Whether each group has each feature: (n_groups, n_features); NO_GROUPS for None, no constraints."""
    if groups is None:
        return NO_GROUPS
    masks = np.zeros((len(groups), n_features), dtype=bool)
    for mask, group in zip(masks, groups, strict=True):
        mask[list(group)] = True
    return masks


def permitted(groups: Groups, used: Collection[int], n_features: int) -> NDArray[np.intp]:
    """The features that may cut a node, ascending. used: those that its path is cut by."""
    looked_at = np.ones(n_features, dtype=bool)
    keep_together(masks_of(groups, n_features), np.array([*used], dtype=np.intp), looked_at)
    return np.flatnonzero(looked_at)
