"""A tree that shrinks while a price rises, and curves over the price, as the browser draws them.

The trees are drawn for every price at once: each node knows from where on it is a leaf. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gbtlib import CrossValidation, Tree
from gbtlib.pictures.tree_layout import SLOT, places
from workbench.charts.axes import spread
from workbench.charts.colours import CHOSEN, MODEL, OTHER, TRUTH, sign_fill
from workbench.charts.panels import DASHED, DOTTED, Line
from workbench.lessons.prune_it import link_sequence
from workbench.lessons.prune_it.gamma_charges import Charged, ChargeRule
from workbench.text.grammar import how_many
from workbench.text.numbers import number

Floats = NDArray[np.float64]
MOST_LEAVES = 260  # of a tree that is drawn whole
MOST_TICKS = 8
WAY_COLOURS = (OTHER, MODEL, TRUTH)
TableColumns = tuple[tuple[str, tuple[float | None, ...]], ...]


@dataclass(frozen=True)
class Spot:
    """A node of a drawn tree.

    x: in leaves from the left; depth: levels below the root. tip: never split. at: the price from which it is
    a leaf, None for never. risk: of the node as a leaf; with it the browser computes g(t). text: at an inner
    node. label: under a leaf. title: all of it in words.
    """

    index: int
    parent: int
    x: float
    depth: int
    tip: bool
    at: float | None
    risk: float | None
    text: str
    label: str
    title: str
    fill: str


@dataclass(frozen=True, eq=False)
class Shrinking:
    """A tree over all prices. columns: numbers under it, a value for each position of the cursor.

    It is what it is and not what it says: the component keeps the last ones as it sends them.
    """

    title: str
    words: str
    n_slots: int
    strict: bool
    nodes: tuple[Spot, ...]
    columns: TableColumns = ()
    colour: str = ""


@dataclass(frozen=True)
class PricePoint:
    """A point of a curve with its words."""

    x: float
    y: float
    text: str
    colour: str


@dataclass(frozen=True)
class Plot:
    """A pair of axes over the price. extent: of y; share: of the height; zero: a line at 0."""

    y_label: str
    extent: tuple[float, float]
    lines: tuple[Line, ...]
    marks: tuple[PricePoint, ...] = ()
    share: float = 1.0
    zero: bool = False


@dataclass(frozen=True)
class Path:
    """All that is drawn: trees, plots over one axis of x, and where the cursor can stand.

    ticks: places and labels of the axis. positions: of the cursor, ascending; now: which of them.
    columns: what is read off at each position. beside: trees and plots side by side. band: mark the whole
    step. chooses: whether nodes can be chosen.
    """

    words: str
    x_label: str
    x_extent: tuple[float, float]
    ticks: tuple[tuple[float, str], ...]
    positions: tuple[float, ...]
    now: int
    columns: TableColumns
    trees: tuple[Shrinking, ...]
    plots: tuple[Plot, ...]
    beside: bool
    band: bool
    selected: int = 0
    chooses: bool = False
    slider: str = ""


def spots(
    tree: Tree,
    leaf_at: Floats,
    risk: Floats | None,
    *,
    text: Callable[[int], str],
    label: Callable[[int], str],
    title: Callable[[int], str],
    node_fill: Callable[[int], str],
) -> tuple[Spot, ...]:
    """Every node of a tree; none where there are too many to be drawn."""
    if tree.n_leaves > MOST_LEAVES:
        return ()
    x = places(tree, tree.breadth_first().tolist())
    return tuple(
        Spot(
            index=i,
            parent=int(tree.parent[i]),
            x=x[i] / SLOT,
            depth=int(tree.depth[i]),
            tip=bool(tree.is_leaf[i]),
            at=float(leaf_at[i]) if np.isfinite(leaf_at[i]) else None,
            risk=None if risk is None else float(risk[i]),
            text=text(i),
            label=label(i),
            title=title(i),
            fill=node_fill(i),
        )
        for i in tree.breadth_first().tolist()
    )


def plain(values: Sequence[float] | Floats) -> tuple[float | None, ...]:
    """Numbers for JSON: None for what is none."""
    return tuple(float(f"{value:.8g}") if np.isfinite(value) else None for value in values)


def stairs(values: Floats) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The corners of a step curve with a step of width 1 about every position."""
    middle = np.arange(len(values))
    x = np.column_stack((middle - 0.5, middle + 0.5)).ravel()
    return tuple(x.tolist()), tuple(float(f"{each:.8g}") for each in np.repeat(values, 2))


def alpha_path(
    found: link_sequence.PruningSequence,
    validated: CrossValidation | None,
    tree: Shrinking,
    step: int,
    selected: int,
    *,
    hidden: bool,
) -> Path:
    """The sequence of weakest links: one tree, risk and errors, leaves. hidden: nothing beyond the step."""
    alpha = np.array([each.alpha for each in found.steps])
    leaves = np.array([each.n_leaves for each in found.steps], dtype=np.float64)
    columns: list[tuple[str, tuple[float | None, ...]]] = [
        ("α", plain(alpha)),
        ("leaves", plain(leaves)),
        *((name, plain(values)) for name, values, _, _ in curves(found)),
    ]
    if validated is not None and not hidden:
        columns.append(("cross-validated", plain(validated.error)))
        columns.append(("±", plain(validated.standard_error)))
    return Path(
        words=path_words(found),
        x_label="best tree from this α on (not to scale)",
        x_extent=(-0.5, found.n_steps - 0.5),
        ticks=tuple(
            (float(k), "?" if hidden and k > step else number(alpha[k]))
            for k in spread(found.n_steps, MOST_TICKS).tolist()
        ),
        positions=tuple(float(k) for k in range(found.n_steps)),
        now=step,
        columns=tuple(columns),
        trees=(tree,),
        plots=(
            error_plot(found, validated, step if hidden else found.n_steps - 1, hidden),
            leaf_plot(leaves, step if hidden else found.n_steps - 1),
        ),
        beside=True,
        band=True,
        selected=selected,
        chooses=True,
        slider="Step of the sequence",
    )


def curves(found: link_sequence.PruningSequence) -> list[tuple[str, Floats, str, str]]:
    """Name, values, colour and dash of what every tree of a sequence costs."""
    risk = np.array([each.risk for each in found.steps])
    same = found.by_hand or found.measure != "impurity"
    name = "risk R(T)" if found.by_hand else "training, R(T)" if same else "R(T)"
    kept = [(name, risk, MODEL if same else OTHER, "")]
    if not same and found.train is not None:
        kept.append(("training", found.train, MODEL, ""))
    if found.unseen is not None:
        kept.append(("unseen", found.unseen, MODEL, DASHED))
    return kept


def error_plot(
    found: link_sequence.PruningSequence, validated: CrossValidation | None, upto: int, hidden: bool
) -> Plot:
    """Risk, errors on training and unseen rows, and the cross-validated error with its standard error."""
    drawn = curves(found)
    values = [each[1] for each in drawn]
    lines = [Line(*stairs(y[: upto + 1]), colour, name, dash) for name, y, colour, dash in drawn]
    marks: tuple[PricePoint, ...] = ()
    if validated is not None:
        error, spread_ = validated.error, validated.standard_error
        values += [error + spread_]
        if not hidden:
            lines.append(Line(*stairs(error), TRUTH, "cross-validated ± SE"))
            lines += [Line(*stairs(error + sign * spread_), TRUTH, "", DOTTED, 1.2) for sign in (-1, 1)]
            marks = chosen_marks(validated)
            limit = float(error[validated.best] + spread_[validated.best])
            span = (validated.best - 0.5, validated.one_standard_error + 0.5)
            lines.append(Line(span, (limit, limit), CHOSEN, "minimum + 1 SE", DASHED, 2))
    label = "mean squared error" if found.measure == "squared_error" else "share of rows"
    top = max(float(np.max(each)) for each in values)
    return Plot(label, (0.0, top * 1.08 or 1.0), tuple(lines), marks)


def chosen_marks(validated: CrossValidation) -> tuple[PricePoint, ...]:
    """The minimum, and the smallest tree within one standard error of it."""
    best, simple = validated.best, validated.one_standard_error
    at_best = PricePoint(best, float(validated.error[best]), "minimum", TRUTH)
    if best == simple:
        return (replace(at_best, text="minimum = 1 SE"),)
    return at_best, PricePoint(simple, float(validated.error[simple]), "1 SE", CHOSEN)


def leaf_plot(leaves: Floats, upto: int) -> Plot:
    """How many leaves every tree has."""
    line = Line(*stairs(leaves[: upto + 1]), OTHER, "")
    return Plot("leaves", (0.0, float(leaves[0]) * 1.1), (line,), share=0.5)


def path_words(found: link_sequence.PruningSequence) -> str:
    """The picture in a sentence, for those who cannot see it; its handle says where it stands."""
    leaves = how_many(found.steps[0].n_leaves, "leaf")
    return f"{how_many(found.n_steps, 'tree')}, from {leaves} down to one, and their risk over alpha."


def gamma_path(found: Charged, trees: Sequence[Shrinking], gamma: float) -> Path:
    """Three ways to charge gamma: three trees, and the objective of each over gamma beside a single leaf."""
    positions = found.positions(gamma)
    at = np.array(positions)
    over = [found.over(way, positions) for way in found.ways]
    counts = [leaves for leaves, _ in over]
    saving = [objective - (found.cost[0] + at) for _, objective in over]
    drawn = tuple(
        replace(
            tree,
            columns=(
                ("leaves", plain(n)),
                ("objective", plain(y + found.cost[0] + at)),
                ("beside a single leaf", plain(y)),
            ),
            colour=colour,
        )
        for tree, n, y, colour in zip(trees, counts, saving, WAY_COLOURS, strict=True)
    )
    low, high = min(float(y.min()) for y in saving), max(float(y.max()) for y in saving)
    room = 0.1 * (high - low) or 1.0
    widths = (7.0, 4.5, 2.0)  # equal ones lie under each other and all are seen
    x = found.corners(gamma)
    worth = [found.over(way, x)[1] - found.cost[0] - np.array(x) for way in found.ways]
    lines = tuple(
        Line(tuple(x), tuple(y.tolist()), colour, way.name, width=width)
        for way, y, colour, width in zip(found.ways, worth, WAY_COLOURS, widths, strict=True)
    )
    span = max(found.top, gamma)
    ticks = tuple((float(each), number(each, 3)) for each in nice_ticks(span))
    return Path(
        words=gamma_words(found, gamma),
        x_label="γ, the price of a leaf",
        x_extent=(0.0, span),
        ticks=ticks,
        positions=tuple(positions),
        now=positions.index(gamma),
        columns=(("γ", plain(at)),),
        trees=drawn,
        plots=(Plot("objective, less that of a single leaf", (low - room, high + room), lines, zero=True),),
        beside=False,
        band=False,
        slider="gamma",
    )


def nice_ticks(top: float) -> list[float]:
    """Round values from 0 to about the top."""
    rough = top / 7
    power = 10 ** np.floor(np.log10(rough))
    step = next(power * f for f in (1, 2, 5, 10) if power * f >= rough)
    return [float(f"{step * k:.6g}") for k in range(int(top / step + 1e-9) + 1)]


def gamma_words(found: Charged, gamma: float) -> str:
    """What each way leaves, in a sentence, for those who cannot see it."""
    return f"Gamma {number(gamma)}: " + "; ".join(
        f"{way.name} leaves {how_many(int(found.leaves(way, gamma).sum()), 'leaf')}, objective "
        f"{number(found.objective(way, gamma))}"
        for way in found.ways
    )


def way_tree(found: Charged, way: ChargeRule) -> Shrinking:
    """The tree that a way of charging gamma shrinks, with the gain of every split."""
    tree = found.tree
    largest = float(np.abs(tree.weight).max()) or 1.0
    return Shrinking(
        title=way.name,
        words=way.words,
        n_slots=tree.n_leaves,
        strict=way.strict,
        nodes=spots(
            tree,
            way.leaf_at,
            None,
            text=lambda i: "" if tree.is_leaf[i] else number(float(tree.gain[i])),
            label=lambda i: number(float(tree.weight[i])),
            title=lambda i: f"Node {i}",
            node_fill=lambda i: sign_fill(float(tree.weight[i]) / largest),
        ),
    )
