"""All trees in a few lines of gbtlib, to be copied. Pure."""

from __future__ import annotations

from workbench.lessons.greedy_or_best.rows import LOSSES, Task

_SNIPPET = '''\
import numpy as np
from gbtlib import {loss}, SecondOrder, TreeParams, grow_tree, sort_columns, split_search

X = np.array({X})
y = np.array({y})
F = np.zeros(len(y))
loss, params = {loss}(), TreeParams(max_depth=2, reg_lambda={reg_lambda!r}, gamma={gamma!r})
criterion = SecondOrder(loss.gradient(y, F), loss.hessian(y, F), reg_lambda=params.reg_lambda)
columns = sort_columns(X)
search = split_search(columns, criterion, params)


def gains(rows):
    """What each cut of some rows gains; first that of no cut, 0."""
    return np.append(0.0, search.candidates(rows).gain)


trees = [0.0]  # the single leaf
cuts = search.candidates()
for feature, threshold, gain in zip(cuts.feature, cuts.threshold, cuts.gain):
    left = X[:, feature] <= threshold
    trees += (gain + np.add.outer(gains(np.flatnonzero(left)), gains(np.flatnonzero(~left)))).ravel().tolist()

greedy = grow_tree(columns, criterion, params).tree
print(len(trees), "trees; the best gains", max(trees), "and the greedy one", np.nansum(greedy.gain))
'''


def every_tree_snippet(task: Task) -> str:
    """Lines that try every tree of a task."""
    return _SNIPPET.format(
        loss=LOSSES[task.loss].__name__,
        X=task.X.tolist(),
        y=task.y.tolist(),
        reg_lambda=task.reg_lambda,
        gamma=task.gamma,
    )
