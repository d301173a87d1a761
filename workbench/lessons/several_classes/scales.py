"""What p(1 - p) is multiplied with to be the hessian: the weights of leaves under each. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.pictures.tree_layout import leaves_in_order
from workbench.text.numbers import number

Floats = NDArray[np.float64]

FITTED = 2.0  # the scale of the fit on the screen, which is gbtlib's usual one


@dataclass(frozen=True)
class Scale:
    """A factor of p(1 - p), and how it reads."""

    factor: float
    name: str


def scales_of(n_classes: int) -> tuple[Scale, ...]:
    """The scales that gbtlib's Softmax names, the smallest first; two of them are one for two classes."""
    middle = n_classes / (n_classes - 1)
    true, bound = Scale(1.0, "p(1−p)"), Scale(FITTED, "2 p(1−p)")
    friedman = Scale(middle, f"{number(middle)} p(1−p)")
    return (true, bound) if middle == bound.factor else (true, friedman, bound)


def weights_under(tree: Tree, scale: float, reg_lambda: float) -> Floats:
    """The weights -G / (H + lambda) of a tree's leaves, left to right, were its hessian of another scale.

    scale: the factor of p(1 - p); that of the tree's own H is FITTED. The leaves and G stay.
    """
    leaves = leaves_in_order(tree)
    return np.asarray(-tree.G[leaves] / (tree.H[leaves] * scale / FITTED + reg_lambda))


def weights_table(scales: Sequence[Scale], weights: Sequence[Floats]) -> pd.DataFrame:
    """The weights of a tree's leaves, left to right, under each scale of the hessian."""
    columns = {f"h = {scale.name}": map(number, each) for scale, each in zip(scales, weights, strict=True)}
    return pd.DataFrame(columns, index=[f"leaf {i + 1}" for i in range(len(weights[0]))])
