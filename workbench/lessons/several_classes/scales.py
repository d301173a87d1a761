"""What p(1 - p) is multiplied with to be the hessian: weights and losses under each. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import GradientBoostingClassifier, Tree
from gbtlib.core.boosting import Round
from gbtlib.losses.named import Softmax
from gbtlib.pictures.tree_layout import leaves_in_order
from workbench.charts.colours import MODEL, OTHER, TRUTH
from workbench.charts.panels import DASHED, SOLID, Line, Panel, floats
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import training_rows, unseen_rows
from workbench.models.settings import Settings
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


def losses_panel(scales: Sequence[Scale], losses: Sequence[Floats]) -> Panel:
    """The loss over the rounds under each scale: training rows solid, unseen ones dashed."""
    lines = []
    for scale, pair in zip(scales, losses, strict=True):
        # The true derivative has the colour of truth, the model's own scale that of the model.
        colour = {1.0: TRUTH, FITTED: MODEL}.get(scale.factor, OTHER)
        for name, y, dash in zip(("training", "unseen"), pair, (SOLID, DASHED), strict=True):
            if np.isfinite(y).any():
                x = floats(np.arange(1.0, len(y) + 1))
                lines.append(Line(x, floats(y), colour, f"{scale.name}, {name}", dash))
    top = max(max(line.y) for line in lines)
    ends = (1.0, float(max(2, len(losses[0][0]))), 0.0, 1.05 * top)
    return Panel("", ends, "round", "log loss", lines=tuple(lines), whole=True)


@dataclass(frozen=True)
class ScaledSettings:
    """A softmax fit with another scale of its hessian."""

    settings: Settings
    factor: float


def losses_under(wanted: ScaledSettings, progress: Callable[[Round], bool | None] | None = None) -> Floats:
    """Mean training and unseen loss after each round under another scale: (2, n_rounds)."""
    settings = wanted.settings
    data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
    train, held_out = training_rows(data)
    loss = Softmax(len(data.class_names), hessian_scale=wanted.factor)
    model = GradientBoostingClassifier(
        **settings.parameters_here() | {"loss": loss, "categorical_features": data.categorical}
    )
    X_unseen, y_unseen = unseen_rows(data, held_out)
    validation = (X_unseen, y_unseen) if len(y_unseen) else None
    model.fit(data.X[train], data.y[train], validation=validation, progress=progress)
    return np.array([(round_.train_loss, round_.validation_loss) for round_ in model.trace_], dtype=float).T
