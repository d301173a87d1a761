"""What p(1 - p) is multiplied with to be the hessian: the weights of leaves under each. Pure."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.pictures.tree_layout import leaves_in_order
from workbench.text.numbers import number

FITTED = 2.0  # the scale of the fit on the screen, which is gbtlib's usual one


def scales_of(n_classes: int) -> dict[str, float]:
    """The factors of p(1 - p) that gbtlib's Softmax names, the smallest first, by how they read.

    For two classes the last two are one.
    """
    middle = n_classes / (n_classes - 1)
    return {"p(1−p)": 1.0, f"{number(middle)} p(1−p)": middle, f"{number(FITTED)} p(1−p)": FITTED}


def weights_under(tree: Tree, scale: float, reg_lambda: float) -> NDArray[np.float64]:
    """The weights -G / (H + lambda) of a tree's leaves, left to right, were its hessian of another scale.

    scale: the factor of p(1 - p); that of the tree's own H is FITTED. The leaves and G stay.
    """
    leaves = leaves_in_order(tree)
    return np.asarray(-tree.G[leaves] / (tree.H[leaves] * scale / FITTED + reg_lambda))


def weights_table(tree: Tree, n_classes: int, reg_lambda: float) -> pd.DataFrame:
    """The weights of a tree's leaves, left to right, under each scale of the hessian."""
    columns = {
        f"h = {name}": map(number, weights_under(tree, factor, reg_lambda))
        for name, factor in scales_of(n_classes).items()
    }
    return pd.DataFrame(columns, index=[f"leaf {i + 1}" for i in range(tree.n_leaves)])
