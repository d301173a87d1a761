"""Features drawn at random for the nodes of a tree, each node from a random stream of its own.

A stream is counted on from a key and the node's path, by the mixing function of SplitMix64: so a draw can be
made again without growing the tree, and in any order.

Source: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

import numpy as np

from gbtlib.loops.compiling import compiled

STEP, FIRST, SECOND = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)


@compiled
def draw_features(key, paths, n_features, drawn):
    """Draw features for each of some nodes, without replacement, ascending, into drawn (n_nodes, n_drawn).

    key: of the tree, uint64. paths: (n_nodes,) the nodes' path numbers, modulo 2^64, uint64.
    """
    features = np.empty(n_features, dtype=drawn.dtype)
    for k in range(len(paths)):
        state = mixed(key + mixed(paths[k]))
        for i in range(n_features):
            features[i] = i
        for i in range(drawn.shape[1]):
            # Of those not drawn yet one goes to place i: Fisher and Yates' shuffle, as far as it is needed.
            state += STEP
            share = np.float64(mixed(state) >> np.uint64(11)) * 2.0**-53
            other = i + int(share * (n_features - i))
            features[i], features[other] = features[other], features[i]
            drawn[k, i] = features[i]
        drawn[k].sort()


@compiled
def mixed(number):
    """A number of 64 bits whose every bit hangs on every bit of the given one."""
    number = (number ^ (number >> np.uint64(30))) * FIRST
    number = (number ^ (number >> np.uint64(27))) * SECOND
    return number ^ (number >> np.uint64(31))
