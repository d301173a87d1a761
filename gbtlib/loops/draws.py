"""Features to look at in the nodes of a tree: drawn at random, and such as may cut its path together.

Each node draws from a random stream of its own.

A stream is counted on from a key and the node's path, by the mixing function of SplitMix64: so a draw can be
made again without growing the tree, and in any order.

Source: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

import numpy as np

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
