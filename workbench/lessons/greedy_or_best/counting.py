"""How many trees there are, and how many cuts greed looks at instead. Pure."""

from functools import cache


@cache
def n_trees(n_rows: int, n_features: int, depth: int) -> int:
    """The trees of a depth at most on rows of which no two have the same value in any feature.

    T(n, 0) = 1, and T(n, D) = 1 + d sum over k < n of T(k, D - 1) T(n - k, D - 1): either a leaf, or one of
    d (n - 1) cuts with k rows on its left and a tree of depth D - 1 at most on each side.
    """
    if depth == 0 or n_rows < 2:
        return 1
    pairs = (
        n_trees(k, n_features, depth - 1) * n_trees(n_rows - k, n_features, depth - 1)
        for k in range(1, n_rows)
    )
    return 1 + n_features * sum(pairs)


def n_greedy_cuts(n_rows: int, n_features: int, depth: int) -> int:
    """The cuts that greed scores at most: on every level each row, but the last of a node, once a feature.

    Fewest rows are last ones, or wait no more, where each cut parts a single row from all others.
    """
    return sum(n_features * max(0, n_rows - 1 - level) for level in range(depth))
