"""A tree while it grows, level by level beside best first: step functions, regions, errors, gains. Pure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gbtlib import Tree
from gbtlib.pictures.tree_layout import growth_order
from workbench.charts.axes import padded, spread
from workbench.charts.colours import ABOVE, BELOW, CHOSEN, CLASSES, MODEL, OTHER, TRUTH, class_ends
from workbench.charts.panels import DASHED, DOTTED, PAIR, SOLID, Dots, Label, Line, Panel, floats, ground
from workbench.data.catalogue import Dataset
from workbench.data.held_out import Rows
from workbench.lessons.grow_a_tree.growth_orders import (
    POLICIES,
    Growing,
    GrowthOrder,
    borders,
    errors,
    predicted,
    queue,
    step_function,
)
from workbench.lessons.grow_a_tree.parting import parting, start_of
from workbench.models.predictions import places
from workbench.models.single_tree import SingleTree
from workbench.text.grammar import word_for
from workbench.text.losses import HALF_SQUARED
from workbench.text.numbers import number
from workbench.trees.growth import tree_after
from workbench.trees.regions import box_of

Floats = NDArray[np.float64]

NAMES = dict(zip(POLICIES, ("level by level", "best first"), strict=True))
COLOURS = dict(zip(POLICIES, PAIR, strict=True))
NEXT = "splits next"
GRID, MOST_DOTS, MOST_POINTS, MOST_BORDERS = 97, 300, 400, 400
ROOMY = (100, 1000)  # leaves up to which the axis goes, until the cursor leaves it


def picture(growing: Growing, *, hiding: bool = False) -> list[Panel]:
    """Both trees as functions, where there are one or two features, and their errors.

    hiding: do not show which node the best-first tree splits next, nor what any split to come gains.
    """
    n_features = len(growing.dataset.feature_names)
    panels = []
    if n_features <= 2:
        draw = step_panel if n_features == 1 else region_panel
        panels = [draw(growing, side, hiding and side.policy == POLICIES[1]) for side in growing.sides]
    if n_features == 1:
        panels[0] = replace(panels[0], x_label="")  # the same scale as below it
    if n_features == 2:
        panels.append(scale_panel(growing.dataset))
    panels.append(error_panel(growing, hiding=hiding))
    return panels if n_features <= 2 else [*panels, gain_panel(growing, hiding=hiding)]


def rows_of_stage(panels: list[Panel]) -> list[tuple[int, float]]:
    """How many panels of the picture stand in each row, and its share of the height.

    Two functions stand above each other on one scale, two planes beside each other.
    """
    drawn = [panel for panel in panels if not panel.is_bar]
    if len(drawn) < 3:
        return [(1, 1.0), (1, 1.0)]
    if len(drawn) < len(panels):
        return [(len(panels) - 1, 2.1), (1, 1.0)]
    return [(1, 1.0), (1, 1.1), (1, 0.8)]


def title(growing: Growing, side: GrowthOrder) -> str:
    """What a panel shows: the order, its leaves, its depth."""
    tree = tree_after(side.tree, growing.splits)
    leaves = f"{tree.n_leaves} {word_for(tree.n_leaves, 'leaf')}"
    return f"{NAMES[side.policy].capitalize()}: {leaves}, depth {tree.max_depth}"


def shown_class(data: Dataset) -> int | None:
    """The class whose share is drawn, the second of two; None in regression."""
    return 1 if data.task == "classification" else None


def value_name(data: Dataset) -> str:
    """What is drawn."""
    return f"share of {data.class_names[1]}" if data.task == "classification" else data.target_name


def step_panel(growing: Growing, side: GrowthOrder, hiding: bool) -> Panel:
    """One feature: rows, truth, the step function now and before the last split, and the piece cut next."""
    data, k = growing.dataset, shown_class(growing.dataset)
    x = places(data)[:, 0]
    low, high = float(x[0]), float(x[-1])
    target = data.y.astype(float)
    tree = tree_after(side.tree, growing.splits)
    lines = []
    if data.truth is not None:
        lines.append(Line(floats(x), floats(data.truth(x[:, np.newaxis])), TRUTH, "truth", DASHED, 2))
    if growing.splits:
        before = tree_after(side.tree, growing.splits - 1)
        piece = box_of(before, int(growth_order(tree)[-1]), np.array([low]), np.array([high]))
        ghost = level(before, piece[0][0], piece[1][0], k)
        lines.append(Line(*ghost, OTHER, "before the split", DOTTED, 2.5))
    corners = step_function(tree, low, high, k)
    now = Line(floats(corners[0]), floats(corners[1]), COLOURS[side.policy], NAMES[side.policy])
    lines.append(replace(now, start=start_of(tree, corners, k)))
    waiting = () if hiding else queue(side.tree, growing.splits, side.policy)
    if waiting and growing.splits < growing.limit:
        least, most = box_of(tree, waiting[0].node, np.array([low]), np.array([high]))
        lines.append(Line(*level(tree, least[0], most[0], k), CHOSEN, NEXT, "", 5))
    extent = (*padded(low, high, 0.01), *padded(float(target.min()), float(target.max())))
    named = []
    for each in queue(side.tree, growing.splits, side.policy) if hiding else ():
        least, most = box_of(tree, each.node, np.array([low]), np.array([high]))
        at, y = level(tree, least[0], most[0], k)
        named.append(open_label(side, each.node, (at[0] + at[1]) / 2, y[0]))
    dots, ends = row_dots(side.fit), (np.array([low]), np.array([high]))
    return Panel(
        title(growing, side),
        extent,
        data.feature_names[0],
        value_name(data),
        1.25,
        tuple(lines),
        dots,
        tuple(named),
        parting=parting(tree, dots[:1], *ends, (extent[:2], extent[2:])),
    )


def open_label(side: GrowthOrder, node: int, x: float, y: float) -> Label:
    """The name of an open node, at a place in its region."""
    return Label(x, y, f"node {side.label[node]}", CHOSEN, centred=True)


def level(tree: Tree, low: float, high: float, k: int | None) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The flat piece of a tree between two places."""
    y = float(predicted(tree, np.array([[high]]), k)[0])
    return (float(low), float(high)), (y, y)


def row_dots(fit: SingleTree) -> tuple[Dots, ...]:
    """The rows over one feature: training rows full, unseen ones hollow."""
    data = fit.dataset
    found = []
    for rows, name, shape in (
        (fit.train, "training rows", "circle"),
        (fit.held_out, "unseen rows", "ring"),
    ):
        if len(rows):
            some = some_of(rows, MOST_DOTS // 2)
            x, y = floats(data.X[some, 0]), floats(data.y[some].astype(float))
            found.append(Dots(x, y, OTHER, name, shape, 2.2 if len(rows) > 60 else 5))
    return tuple(found)


def some_of(rows: Rows, at_most: int) -> Rows:
    """So many rows at most, evenly spread."""
    return rows[spread(len(rows), at_most)]


def region_panel(growing: Growing, side: GrowthOrder, hiding: bool) -> Panel:
    """Two features: a colour for every leaf's region, its borders, the last cut, and the region cut next."""
    data, k = growing.dataset, shown_class(growing.dataset)
    at, (x_name, y_name) = places(data), data.feature_names
    low, high = at[0], at[-1]
    tree = tree_after(side.tree, growing.splits)
    ticks = [low[j] + (np.arange(GRID) + 0.5) / GRID * (high[j] - low[j]) for j in (0, 1)]
    first, second = np.meshgrid(*ticks)
    values = predicted(tree, np.column_stack((first.ravel(), second.ravel())), k)
    cuts = borders(tree, low, high)
    labels: list[Label] = []
    lines = [Line(floats(x), floats(y), OTHER, "", SOLID, 1.2) for x, y in cuts[-MOST_BORDERS:-1]]
    if cuts:
        (x, y), text = cuts[-1], "last cut"
        middle = ((float(x.mean()),) * 2, (float(y.mean()),) * 2)
        lines.append(Line(floats(x), floats(y), MODEL, text, SOLID, 4, start=middle))
        labels.append(Label(float(x.mean()), float(y.mean()), text, MODEL, SOLID, 4))
    waiting = () if hiding else queue(side.tree, growing.splits, side.policy)
    if waiting and growing.splits < growing.limit:
        least, most = box_of(tree, waiting[0].node, low, high)
        (x0, y0), (x1, y1) = least.tolist(), most.tolist()
        lines.append(Line((x0, x1, x1, x0, x0), (y0, y0, y1, y1, y0), CHOSEN, NEXT, DASHED, 4))
        labels.append(Label((x0 + x1) / 2, y1, NEXT, CHOSEN, DASHED, 4))
    for each in queue(side.tree, growing.splits, side.policy) if hiding else ():
        least, most = box_of(tree, each.node, low, high)
        x, y = ((least + most) / 2).tolist()
        labels.append(open_label(side, each.node, x, y))
    dots, ends = class_dots(side.fit), (float(low[0]), float(high[0]), float(low[1]), float(high[1]))
    return Panel(
        title(growing, side),
        ends,
        x_name,
        y_name,
        share=1.25,
        lines=tuple(lines),
        dots=dots,
        labels=tuple(labels),
        image=shades(values, data),
        image_size=(GRID, GRID),
        parting=parting(tree, dots, low, high, (ends[:2], ends[2:])),
    )


def value_range(data: Dataset) -> tuple[float, float]:
    """The ends of the colour scale."""
    return (0.0, 1.0) if data.task == "classification" else (float(data.y.min()), float(data.y.max()))


def shades(values: Floats, data: Dataset) -> str:
    """The colours of a region."""
    ends = class_ends(1) if data.task == "classification" else (BELOW, ABOVE)
    return ground(values, *value_range(data), ends)


def scale_panel(data: Dataset) -> Panel:
    """The colours' scale."""
    low, high = value_range(data)
    scale = shades(np.linspace(low, high, 64), data)
    return Panel(
        value_name(data), (0.2, 0.8, low, high), "", "", 0.35, image=scale, image_size=(1, 64), is_bar=True
    )


def class_dots(fit: SingleTree) -> tuple[Dots, ...]:
    """The training rows in the plane by class; in regression none, the colours say enough."""
    data = fit.dataset
    found = []
    for code, name in enumerate(data.class_names):
        mine = some_of(fit.train[data.y[fit.train] == code], MOST_DOTS // len(data.class_names))
        shape = ("circle", "diamond", "ring")[code]
        x, y = floats(data.X[mine, 0]), floats(data.X[mine, 1])
        found.append(Dots(x, y, CLASSES[code], f"class {name}", shape, 3.2))
    return tuple(found)


def error_name(data: Dataset) -> str:
    """What the errors are."""
    return HALF_SQUARED if data.task == "regression" else "share of rows misclassified"


def last_leaves(growing: Growing) -> int:
    """Where the axis of leaves ends: at all of them, or at fewer while the cursor is far from the end."""
    n_leaves = growing.limit + 1
    return min([n_leaves, *(most for most in ROOMY if growing.splits + 1 <= most)])


def error_panel(growing: Growing, *, hiding: bool = False) -> Panel:
    """The errors over the number of leaves: unseen rows solid, training rows dashed.

    At the cursor the error on unseen rows is told, where there are any.

    hiding: up to the cursor only, since a drop of the training error is what the next split gains.
    """
    end, now = last_leaves(growing), growing.splits
    at = spread(now + 1 if hiding else end, MOST_POINTS)
    lines, labels, top = [], [], 0.0
    for side in growing.sides:
        course, colour, name = errors(side.fit), COLOURS[side.policy], NAMES[side.policy]
        for values, dash in ((course.unseen, DASHED), (course.seen, SOLID)):
            if np.isnan(values[0]):
                continue
            lines.append(Line(floats(at + 1.0), floats(values[at]), colour, name, dash, 2.2))
            name = ""  # the legend has it once
            top = max(top, float(values[:end].max()))
        told = course.seen if np.isnan(course.unseen[0]) else course.unseen  # that of training rows lies near
        labels.append(Label(now + 1, float(told[now]), number(float(told[now])), colour))
    unseen = growing.sides[0].fit.n_unseen > 0
    of_rows = "solid on training rows, dashed on unseen rows" if unseen else "on training rows"
    extent = (*padded(1, max(end, 2), 0.03), 0.0, 1.1 * (top or 1.0))
    return Panel(
        "",
        extent,
        "leaves",
        f"{error_name(growing.dataset)}, {of_rows}",
        1.1,
        tuple(lines),
        (),
        tuple(labels),
        now + 1,
    )


def gain_panel(growing: Growing, *, hiding: bool = False) -> Panel:
    """What every split gained, in the order in which it was made; a split may open one that gains more.

    hiding: leave out the splits to come.
    """
    end, now = last_leaves(growing), growing.splits
    dots, top = [], 0.0
    for side, shape in zip(growing.sides, ("diamond", "ring"), strict=True):
        gains = side.tree.gain[growth_order(side.tree)][: end - 1]
        top = max(top, float(gains.max(initial=0.0)))
        gains = gains[: now if hiding else None]
        some = spread(len(gains), MOST_DOTS)
        size = 4.5 if end <= ROOMY[0] else 2.5
        dots.append(
            Dots(
                floats(some + 1.0),
                floats(gains[some]),
                COLOURS[side.policy],
                NAMES[side.policy],
                shape,
                size if shape == "ring" else size - 1.5,
            )
        )
    extent = (*padded(0, max(end - 1, 1), 0.03), 0.0, 1.1 * (top or 1.0))
    return Panel("", extent, "split number", "gain of the split", 1.1, (), tuple(dots), cursor=now)
