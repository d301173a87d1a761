"""A forest beside boosting in pictures: errors over the trees, each tree alone, bias and variance. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from workbench.charts.axes import padded
from workbench.charts.colours import ABOVE, BELOW, CHOSEN, MODEL, OTHER, TRUTH, class_ends
from workbench.charts.panels import DASHED, DOTTED, FAINT, SOLID, Dots, Label, Line, Panel, floats, ground
from workbench.lessons.one_tree_or_many.bias_variance import Scatter
from workbench.lessons.one_tree_or_many.comparison import as_prediction, staged
from workbench.lessons.one_tree_or_many.forest import ForestModel, ThreeErrors
from workbench.lessons.one_tree_or_many.panels import round_ends, steps, values_of
from workbench.models.boosted import BoostedModel
from workbench.models.predictions import GRID_STEPS, Floats, places
from workbench.models.predictions import staged as staged_raw
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


def tree_panels(forest: ForestModel, fit: BoostedModel, at: int, k: int) -> list[Panel]:
    """Tree `at` of the forest alone and the mean so far; of boosting the start with it alone, and the sum.

    k: the class whose probability is shown. Over one feature or two; nothing where there are more.
    """
    data, where = fit.dataset, places(fit.dataset)
    if not len(where):
        return []
    rounds = min(at, len(fit.trace))
    raw = list(staged_raw(fit.model, fit.trace[:rounds], where))
    alone = as_prediction(fit, raw[0] + raw[-1] - raw[-2])
    four = [
        ("forest", f"tree {at} alone", forest.alone(at, where)),
        ("forest", f"mean of {at}", forest.together(where)[at - 1]),
        ("boosting", f"start and tree {rounds}", alone),
        ("boosting", f"sum of {rounds}", staged(fit, where)[rounds]),
    ]
    drawn = [(kind, title, values_of(each, k)) for kind, title, each in four]
    return step_pairs(fit, drawn, k) if len(data.feature_names) == 1 else planes(fit, drawn, k)


def step_pairs(fit: BoostedModel, four: list[tuple[str, str, Floats]], k: int) -> list[Panel]:
    """One feature: a panel for the forest and one for boosting, each with a tree alone and all together."""
    data, x = fit.dataset, places(fit.dataset)[:, 0]
    is_class = data.task == "classification"
    low, high = (0.0, 1.0) if is_class else (float(data.y.min()), float(data.y.max()))
    extent = (*padded(x[0], x[-1], 0.01), *padded(low, high))
    label = f"P({data.class_names[k]})" if is_class else data.target_name
    panels = []
    for (kind, first, alone), (_, second, together) in (four[:2], four[2:]):
        lines = []
        if data.truth is not None:
            lines.append(Line(floats(x), floats(data.truth(x[:, np.newaxis])), TRUTH, "truth", DOTTED, 2))
        for values, name, colour, width in ((alone, first, OTHER, 1.5), (together, second, MODEL, 3.0)):
            corners = steps(x, values)
            lines.append(
                Line(floats(corners[0]), floats(corners[1]), colour, f"{kind}: {name}", SOLID, width)
            )
        panels.append(Panel(kind, extent, data.feature_names[0], label, tuple(lines)))
    return panels


def planes(fit: BoostedModel, four: list[tuple[str, str, Floats]], k: int) -> list[Panel]:
    """Two features: a plane for each."""
    data, at = fit.dataset, places(fit.dataset)
    is_class = data.task == "classification"
    low, high = (0.0, 1.0) if is_class else round_ends(float(data.y.min()), float(data.y.max()))
    ends = class_ends(k, len(data.class_names)) if is_class else (BELOW, ABOVE)
    extent = (at[0, 0], at[-1, 0], at[0, 1], at[-1, 1])
    first, second = data.feature_names
    return [
        Panel(
            f"{kind}: {title}",
            extent,
            first,
            second,
            image=ground(values, low, high, ends),
            image_size=(GRID_STEPS, GRID_STEPS),
        )
        for kind, title, values in four
    ]


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
