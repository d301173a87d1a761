"""A forest beside boosting in pictures: errors over the trees, each tree alone, bias and variance. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from workbench.charts.axes import padded
from workbench.charts.colours import CHOSEN, MODEL, OTHER, TRUTH
from workbench.charts.panels import DASHED, DOTTED, FAINT, SOLID, Dots, Label, Line, Panel, floats
from workbench.lessons.one_tree_or_many.bias_variance import Scatter
from workbench.lessons.one_tree_or_many.forest import ThreeErrors
from workbench.text.numbers import number

N_DRAWN = 8  # predictions of single samples


def error_over_trees(errors: ThreeErrors, measure: str) -> Panel:
    """The error of one tree, a forest and boosting over the number of trees; the forest's trees alone."""
    forest, boosting = errors.forest, errors.boosting
    n = max(len(forest), len(boosting))
    lines = (
        Line((1.0, float(n)), (float(errors.tree),) * 2, OTHER, "one tree", DASHED, 2.5),
        Line(floats(np.arange(1.0, len(forest) + 1)), floats(forest), CHOSEN, "forest", SOLID, 2.5),
        Line(floats(np.arange(1.0, len(boosting) + 1)), floats(boosting), MODEL, "boosting", SOLID, 2.5),
    )
    alone = Dots(
        floats(np.arange(1.0, len(forest) + 1)), floats(errors.alone), FAINT, "a tree of the forest alone"
    )
    labels = (
        Label(n, errors.tree, f"{number(errors.tree)} one tree", OTHER),
        Label(len(forest), float(forest[-1]), f"{number(float(forest[-1]))} forest", CHOSEN),
        Label(len(boosting), float(boosting[-1]), f"{number(float(boosting[-1]))} boosting", MODEL),
    )
    top = max(float(each.max()) for each in (forest, boosting, errors.alone, np.array([errors.tree])))
    extent = (*padded(1, n, 0.03), 0.0, 1.1 * top or 1.0)
    return Panel(measure, extent, "trees", "", lines, (alone,), labels, whole=True)


def scatter_panels(found: Mapping[str, Scatter]) -> list[Panel]:
    """For each model the truth, the mean of all its predictions how far they scatter, and some of them."""
    reach = max(float(np.abs(each.predicted[:N_DRAWN]).max()) for each in found.values())
    panels = []
    for name, each in found.items():
        x = each.x
        lines = [
            Line(floats(x), floats(one), FAINT, "" if i else "of one sample", width=1.0)
            for i, one in enumerate(each.predicted[:N_DRAWN])
        ]
        lines += [
            Line(floats(x), floats(each.mean - each.spread), MODEL, "", DOTTED, 2.0),
            Line(floats(x), floats(each.mean + each.spread), MODEL, "mean ± spread", DOTTED, 2.0),
            Line(floats(x), floats(each.mean), MODEL, "mean prediction", SOLID, 3.0),
            Line(floats(x), floats(each.truth), TRUTH, "truth", DASHED, 2.0),
        ]
        extent = (float(x[0]), float(x[-1]), -1.05 * reach, 1.05 * reach)
        panels.append(Panel(name, extent, "x", "", tuple(lines)))
    return panels
