"""What every cut of a node gains: one feature large, the others small below it, the best first."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Floats
from gbtlib.inputs.encoding import Features
from gbtlib.loops import reasons
from gbtlib.pictures.chart import Plot, axes, dots, line, padded
from gbtlib.pictures.colours import GROUND, INK, OTHER, PAPER, PATH
from gbtlib.pictures.numbers import number
from gbtlib.pictures.svg import SMALL, Picture, Style, drawing, element, text, text_width
from gbtlib.pictures.tree_boxes import Sides, question_of

Places = NDArray[np.intp]
Asked = Callable[[str, float, Sides | None], str]

# Verdicts that forbid a stretch of thresholds.
BY_LIMIT = (reasons.MIN_SAMPLES, reasons.MIN_WEIGHT, reasons.NOT_DRAWN, reasons.MONOTONE, reasons.INTERACTION)
NEAR = 60  # candidates on each side of a kept one that are all drawn, so that a cursor can step one by one
POINTS, FEW_POINTS, MANY_DOTS = 600, 60, 80
WIDTH, BOX, ASIDE = 640, (60, 62, 620, 268), 70  # ASIDE: for the cut between present and missing
TILE, COLUMNS, MOST_TILES = (136, 72), 4, 12


def bounded(gain: Floats | float) -> Floats:
    """Gains as numbers that can be sent: without hessians a cut may gain infinitely much, or nobody knows."""
    return np.nan_to_num(np.asarray(gain, dtype=np.float64), nan=0.0, posinf=1e300, neginf=-1e300)


def thinned(gain: Floats, at_most: int, keep: Sequence[int]) -> Places:
    """Which points of a curve to draw: its ends, peaks and dips, and those to keep with their neighbours.

    keep: positions; the last one keeps NEAR neighbours on both sides.
    """
    n = len(gain)
    if n <= at_most:
        return np.arange(n)
    near = np.arange(keep[-1] - NEAR, keep[-1] + NEAR + 1) if keep else np.empty(0, dtype=np.intp)
    kept = np.array([0, n - 1, *keep, *near], dtype=np.intp)
    kept = kept[(kept >= 0) & (kept < n)]
    size = -(-n // max((at_most - len(np.unique(kept))) // 2, 1))
    stretches = np.full((-(-n // size), size), np.nan)
    stretches.flat[:n] = bounded(gain)
    starts = size * np.arange(len(stretches))
    peaks, dips = starts + np.nanargmax(stretches, axis=1), starts + np.nanargmin(stretches, axis=1)
    return np.unique(np.concatenate([kept, peaks, dips]))


def threshold_range(thresholds: Floats) -> tuple[float, float]:
    """A range of the axis for a feature's thresholds."""
    finite = thresholds[np.isfinite(thresholds)]
    return padded(float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)


def gain_range(candidates: Candidates) -> tuple[float, float]:
    """A range of the axis for the gains of a node, with 0 in it.

    Cuts that leave a side without hessians may gain without bound: they do not stretch the axis.
    """
    gain = bounded(candidates.gain)
    sound = gain[(candidates.verdict != reasons.MIN_WEIGHT) & (np.abs(gain) < 1e200)]
    if len(sound) == 0:
        sound = np.sort(gain)[: len(gain) // 2 + 1]
    low, high = padded(float(sound.min(initial=0.0)), float(sound.max(initial=0.0)), 0.12)
    return (low, high) if low < high < 1e200 else (-0.1, 1.0)


def gain_picture(
    found: Candidates,
    features: Features,
    feature: int | None = None,
    label: str = "gain",
    asked: Asked | None = None,
) -> Picture:
    """The gain of every candidate cut of a node over its threshold, with the best one marked.

    feature: the one that is drawn large; None for that of the best cut. Curves are grey and dotted where a
    cut is forbidden, and where rows miss the feature there are two: dashed where these go right.
    asked: what a cut asks, of feature, threshold and sides; None: thresholds with five significant digits.
    """
    if feature is None:
        feature = 0 if found.best is None else int(found.feature[found.best])
    mine, y_range = found.of_feature(feature), gain_range(found)
    words = f"{features.names[feature]} has no cut here: all its values are equal"
    if len(mine):
        words = in_words(mine, chosen_of(mine), features, feature, asked)
    parts = [text(words, BOX[0], 24, Style(15, bold=True, anchor="start"), WIDTH - BOX[0] - 10)]
    if len(mine):
        parts += large(mine, features.names[feature], label, y_range)
    height = BOX[3] + 52
    others = [j for j in by_gain(found) if features.n_features > 1][:MOST_TILES]
    for place, j in enumerate(others):
        left, top = BOX[0] + place % COLUMNS * (TILE[0] + 5), height + place // COLUMNS * (TILE[1] + 6)
        parts += small(found.of_feature(j), features.names[j], (left, top), y_range, is_chosen=j == feature)
    if others:
        height += -(-len(others) // COLUMNS) * (TILE[1] + 6) + 6
    return Picture(words, drawing(WIDTH, height, words, parts))


def chosen_of(found: Candidates) -> int:
    """The best allowed cut of a feature; where none is allowed the best of all."""
    return int(bounded(found.gain).argmax()) if found.best is None else found.best


def by_gain(found: Candidates) -> list[int]:
    """The features that have cuts, those with the best ones first, forbidden ones last."""
    gain = np.where(found.verdict == 0, bounded(found.gain), -np.inf)
    largest = {j: float(gain[found.feature == j].max()) for j in np.unique(found.feature).tolist()}
    return sorted(largest, key=lambda j: -largest[j])


def in_words(found: Candidates, i: int, features: Features, feature: int, asked: Asked | None) -> str:
    """A cut with its gain, and the rows on both sides."""
    sides = None if found.category_sides is None else found.category_sides[i]
    sides = None if sides is None or not (sides >= 0).any() else sides
    asked = asked or partial(question_of, levels=features.categories[feature] or ())
    question = asked(features.names[feature], float(found.threshold[i]), sides)
    question += " or missing" if found.default_left[i] and not found.default_left.all() else ""
    standing = f": forbidden, {found.why_not(i)}" if found.verdict[i] else ""
    rows = f"{found.n_left[i]:,} rows left, {found.n_right[i]:,} right"
    return f"{question} · gain {number(float(found.gain[i]))} · {rows}{standing}"


def axis_of(found: Candidates) -> Floats:
    """Where each cut of a feature lies: its threshold; ways to part categories are counted from 1."""
    x = found.threshold.copy()
    for default_left in (False, True):
        parted = np.flatnonzero(np.isnan(found.threshold) & (found.default_left == default_left))
        x[parted] = 1.0 + np.arange(len(parted))
    return x


def has_order(found: Candidates, x: Floats) -> bool:
    """Whether the cuts of a feature lie on an axis: not where its categories are parted in every way."""
    parted = np.isnan(found.threshold) & np.isfinite(x)
    if found.category_sides is None or not parted.any():
        return True
    return bool(((found.category_sides[parted] == 1).sum(axis=1) == x[parted]).all())


def large(found: Candidates, name: str, label: str, y_range: tuple[float, float]) -> list[str]:
    """One feature with axes, what forbids cuts, and its best cut."""
    x = axis_of(found)
    left, top, right, bottom = BOX
    apart = np.isinf(x).any()
    beside = right - ASIDE / 2
    plot = Plot((*threshold_range(x), *y_range), (left, top, right - ASIDE * bool(apart), bottom))
    counted = f"{name}: its partitions, one by one" if np.isnan(found.threshold).any() else name
    parts = [*forbidden(found, x, plot), *axes(plot, counted, label)]
    zero = float(plot.y(0.0))
    parts.append(element("path", d=f"M{left},{zero:.1f}H{plot.box[2]}", stroke=INK, stroke_width=1.2))
    if apart:
        parts += [text("present |", beside, bottom + 17, SMALL), text("missing", beside, bottom + 32, SMALL)]
    if goes_both_ways(found) and has_order(found, x):
        words = "missing go left: solid, right: dashed"
        parts.append(text(words, right, top - 8, SMALL._replace(anchor="end")))
    parts += curves(found, plot, (2.0, 6.0), POINTS, beside)
    chosen = chosen_of(found)
    at = beside if np.isinf(x[chosen]) else float(plot.x(x[chosen]))
    return parts + best_mark(found, chosen, (at, float(plot.y(bounded(found.gain[chosen])))), plot)


def goes_both_ways(found: Candidates) -> bool:
    """Whether cuts send the rows that miss the feature to either side."""
    return bool(found.default_left.any() and not found.default_left.all())


def curves(
    found: Candidates, plot: Plot, sizes: tuple[float, float], most: int, beside: float = np.nan
) -> list[str]:
    """The gains of a feature: ink where a cut is allowed, else grey; dashed where missing rows go right.

    sizes: of a line, and of the dots, which stand where there is no order, or few cuts on a large plot.
    beside: where the cut between present and missing stands, if it is drawn.
    """
    x, (width, dot) = axis_of(found), sizes
    on_axis = np.isfinite(x) & has_order(found, x)
    place = np.where(np.isinf(x), beside, plot.x(np.where(np.isinf(x), 0.0, x)))
    y, parts = plot.y(bounded(found.gain)), []
    for default_left in (False, True):
        mine = np.flatnonzero((found.default_left == default_left) & np.isfinite(place))
        kept = mine[thinned(found.gain[mine], most, [])] if len(mine) else mine
        dash = "7 4" if goes_both_ways(found) and not default_left else ""
        few = np.isfinite(beside) and on_axis[kept].sum() <= MANY_DOTS
        allowed, dotted = found.verdict[kept] == 0, np.full(len(kept), few) | ~on_axis[kept]
        for colour, drawn, wide in ((OTHER, np.isfinite(x[kept]), 0.75 * width), (INK, allowed, width)):
            heights = np.where(drawn & on_axis[kept], y[kept], np.nan)
            parts.append(line(place[kept], heights, colour, wide, dash))
            own = kept[dotted & (allowed == (colour == INK))]
            parts.append(dots(place[own], y[own], colour, dot))
    return parts


def forbidden(found: Candidates, x: Floats, plot: Plot) -> list[str]:
    """Grey where a limit forbids the cuts of a stretch, and below the gain that a cut must have."""
    left, top, right, bottom = plot.box
    parts = []
    for start, stop, verdict in forbidden_stretches(x, found.verdict, plot.extent[:2]):
        a, b = float(plot.x(start)), float(plot.x(stop))
        parts.append(element("rect", x=a, y=top, width=b - a, height=bottom - top, fill=PAPER))
        if text_width(reasons.WHY_NOT[verdict], 13) < b - a - 8:
            parts.append(text(reasons.WHY_NOT[verdict], (a + b) / 2, top + 16, SMALL))
    refused = set(found.verdict.tolist()) & {reasons.NO_GAIN, reasons.GAMMA}
    floor = min(bottom, float(plot.y(0.0)))
    if refused and floor < bottom:
        frame = {"x": left, "y": floor, "width": right - left, "height": bottom - floor}
        parts.append(element("rect", **frame, fill=PAPER))
        if bottom - floor > 18:
            words = reasons.WHY_NOT[max(refused)]
            parts.append(text(words, right - 6, bottom - 8, SMALL._replace(anchor="end")))
    return parts


def forbidden_stretches(
    x: Floats, verdicts: NDArray[np.int8], x_range: tuple[float, float]
) -> list[tuple[float, float, int]]:
    """The stretches of a feature's thresholds x that a limit forbids, whichever way missing rows go."""
    finite = np.isfinite(x)
    thresholds, first = np.unique(x[finite], return_inverse=True)
    if len(thresholds) == 0:
        return []
    verdict = np.full(len(thresholds), 127, dtype=np.int8)
    np.minimum.at(verdict, first, verdicts[finite])  # 0 where one of two ways is allowed
    edges = np.array([x_range[0], *((thresholds[1:] + thresholds[:-1]) / 2), x_range[1]])
    turns = [0, *(np.flatnonzero(np.diff(verdict)) + 1).tolist(), len(verdict)]
    return [
        (float(edges[a]), float(edges[b]), int(verdict[a]))
        for a, b in pairwise(turns)
        if verdict[a] in BY_LIMIT
    ]


def best_mark(found: Candidates, i: int, at: tuple[float, float], plot: Plot) -> list[str]:
    """The best cut of a feature: a line, a ring, and its gain."""
    x, y = at
    _, top, _, bottom = plot.box
    late = x > plot.box[0] + 0.6 * (plot.box[2] - plot.box[0])
    label = Style(15, bold=True, anchor="end" if late else "start")
    words = f"{'forbidden' if found.verdict[i] else 'best'}: {number(float(found.gain[i]))}"
    return [
        element("path", d=f"M{x:.1f},{top}V{bottom}", stroke=PATH, stroke_width=2),
        element("circle", cx=x, cy=y, r=4.5, fill=PATH),
        element("circle", cx=x, cy=y, r=7.5, fill="none", stroke=INK, stroke_width=2),
        text(words, x + (-12 if late else 12), max(y - 9, top + 13), label),
    ]


def small(
    found: Candidates, name: str, corner: tuple[float, float], y_range: tuple[float, float], is_chosen: bool
) -> list[str]:
    """A feature small: its name, its best gain and its curve, framed."""
    left, top = corner
    wide, high = TILE
    best = chosen_of(found)
    told = "forbidden" if found.verdict[best] else number(float(found.gain[best]))
    frame = {"stroke": PATH, "stroke_width": 2.5} if is_chosen else {"stroke": OTHER}
    extent = (*threshold_range(axis_of(found)), *y_range)
    plot = Plot(extent, (left + 5, top + 24, left + wide - 5, top + high - 4))
    room = wide - 18 - text_width(told, 13) * 1.1
    return [
        element("rect", x=left, y=top, width=wide, height=high, rx=6, fill=GROUND, **frame),
        text(name, left + 7, top + 17, Style(13, bold=True, anchor="start"), room),
        text(told, left + wide - 7, top + 17, Style(13, anchor="end")),
        *curves(found, plot, (1.6, 3.0), FEW_POINTS),
    ]
