"""All rounds of a lesson's picture as numbers that a browser can draw by itself. Pure, without streamlit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.boosting import Round, column
from workbench.charts.axes import padded, spread
from workbench.charts.packing import Packed
from workbench.data.catalogue import Dataset, feature_label
from workbench.lessons.boosting_rounds.captions import Captions, Group, captions, positive_class
from workbench.models.predictions import Bytes, Extent, Floats, Model, curve_of, placed, surface_of
from workbench.text.losses import words_of

MOST_ROWS, MOST_STEMS = 500, 60
LOG_FROM = 30.0  # a loss that falls by more is drawn on a logarithmic axis

Floats32 = NDArray[np.float32]
Kind = Literal["curve", "surface", "rows"]


def no_floats() -> Floats32:
    """Nothing to draw."""
    return np.empty(0, np.float32)


def no_bytes() -> Bytes:
    """Nothing to draw."""
    return np.empty(0, np.uint8)


@dataclass(frozen=True, eq=False)
class Frames(Packed):
    """Every round of a picture. State r is what the first r rounds make; round r leads from state r-1 to r.

    kind: curve (one feature), surface (two), or rows (one mark a row: against its target, its rank or a
        feature).
    drawn: the training rows that are drawn, n of them, by their position among the training rows.
    features: the features on the axes, the horizontal one first.
    x, y: where a row stands. In a surface y is its second feature; else its target on the scale of the
        vertical axis, NaN where it has no place there.
    up: 1 for a row of the class that the raw prediction speaks for; empty in regression.
    value: (R+1, n) what the vertical axis shows of each row: raw prediction or probability.
    gradient: (R, n), at the beginning of each round. stems: rows whose negative gradient is drawn as a line.
    losses: (2, R+1) mean loss on training and held-out rows (NaN: none held out).
    extent: x0, x1, y0, y1 of the axes in all rounds. missing: where rows without a value stand, by axis.
    grid, curve, truth: m points along the feature, (R+1, m) raw prediction there, and the function behind.
    surface: (R+1, m, m) raw prediction on a grid, top row first, as bytes; scale: what bytes 0 and 254 mean.
    """

    ARRAYS = ("x", "y", "value", "gradient", "grid", "curve", "truth", "losses", "up", "surface")

    kind: Kind
    drawn: NDArray[np.intp]
    features: tuple[int, ...]
    x: Floats32
    y: Floats32
    up: Bytes
    value: Floats32
    gradient: Floats32
    stems: NDArray[np.intp]
    losses: Floats32
    captions: Captions
    extent: Extent = (0.0, 1.0, 0.0, 1.0)
    missing: tuple[float | None, float | None] = (None, None)
    grid: Floats32 = field(default_factory=no_floats)
    curve: Floats32 = field(default_factory=no_floats)
    truth: Floats32 = field(default_factory=no_floats)
    surface: Bytes = field(default_factory=no_bytes)
    scale: tuple[float, float] = (0.0, 1.0)

    @property
    def n_rounds(self) -> int:
        """Rounds of boosting; there is one state more."""
        return len(self.gradient)

    @property
    def facts(self) -> dict[str, Any]:
        """What is not an array, by its name in the browser."""
        return {
            "kind": self.kind,
            "rounds": self.n_rounds,
            "extent": self.extent,
            "scale": self.scale,
            "features": self.features,
            "missing": self.missing,
            "stems": self.stems.tolist(),
            "largest": float(np.abs(self.gradient).max(initial=0.0)),
            "logLoss": falls_far(self.losses),
            "captions": vars(self.captions),
        }


def falls_far(losses: Floats32) -> bool:
    """Whether the loss falls so far that only a logarithmic axis shows its end."""
    lowest, highest = float(np.nanmin(losses)), float(np.nanmax(losses))
    return lowest > 0 and highest > LOG_FROM * lowest


def frames(
    data: Dataset,
    train: NDArray[np.intp],
    trace: list[Round],
    losses: Floats,
    model: Model,
    *,
    k: int = 0,
    feature: int | None = None,
) -> Frames:
    """Every round of the picture that fits the data: curve, surface or rows.

    train: the rows of the trace. losses: (2, R+1). k: the class, under softmax. feature: draw the rows over
    this feature, where there are several; None for the usual picture.
    """
    X, y = data.X[train], data.y[train]
    n_features = X.shape[1]
    plane = n_features == 2 and feature is None
    as_probability = data.task == "classification" and n_features > 1 and not plane
    kind: Kind = "curve" if n_features == 1 else "surface" if plane else "rows"
    base = drawn_rows(data, train, trace, model, k, as_probability)
    base = replace(base, kind=kind, losses=losses.astype(np.float32))
    if n_features == 1:
        return curve_frames(base, data, X[:, 0], trace, model, k)
    if plane:
        return surface_frames(base, data, X[base.drawn], trace, model, k)
    if feature is not None:
        x, missing = placed(X[base.drawn, feature])
        labelled = replace(base.captions, x=feature_label(data, feature))
        return on_axes(
            replace(base, features=(feature,), captions=labelled, missing=(missing, None)), x, base.value
        )
    if as_probability:
        last = shown(model, trace[-1].raw_after[base.drawn], k, as_probability)
        place, groups = ranks(data, y[base.drawn], last)
        labelled = replace(base.captions, groups=groups, x="rows by class, then by final probability")
        return on_axes(replace(base, captions=labelled), place, base.value)
    labelled = replace(base.captions, x=data.target_name)
    return on_axes(replace(base, captions=labelled), base.y, base.value)


def drawn_rows(
    data: Dataset, train: NDArray[np.intp], trace: list[Round], model: Model, k: int, as_probability: bool
) -> Frames:
    """What every kind of picture has of its rows, without places and losses."""
    X, y = data.X[train], data.y[train]
    drawn = sampled(X)
    stems = spread(len(drawn), MOST_STEMS)
    if as_probability and not words_of(model.loss_).is_residual:
        stems = stems[:0]  # only there a negative gradient is the way from the probability to 0 or 1
    states = [trace[0].raw_before, *(round_.raw_after for round_ in trace)]
    value = np.stack([shown(model, raw[drawn], k, as_probability) for raw in states])
    counted = f"{len(drawn):,} rows" if len(drawn) == len(y) else f"{len(drawn):,} of {len(y):,} rows"
    return Frames(
        kind="rows",
        drawn=drawn,
        features=(),
        x=no_floats(),
        y=target_of(data, y[drawn], k, model, as_probability),
        up=is_up(data, y[drawn], k, model),
        value=value.astype(np.float32),
        gradient=np.stack([column(round_.gradient, k)[drawn] for round_ in trace]).astype(np.float32),
        stems=stems,
        losses=no_floats(),
        captions=replace(captions(data, k, model, as_probability), rows=counted),
    )


def curve_frames(base: Frames, data: Dataset, x: Floats, trace: list[Round], model: Model, k: int) -> Frames:
    """One feature: the prediction as a curve over it, and the function behind the data where it is known."""
    grid, curve = curve_of(model, trace, x, k)
    place, missing = placed(x[base.drawn])
    truth = data.truth(grid[:, np.newaxis]).astype(np.float32) if data.truth is not None else no_floats()
    labelled = replace(
        base.captions, x=feature_label(data, 0), truth=data.target_name if data.truth is not None else ""
    )
    found = replace(
        base,
        features=(0,),
        missing=(missing, None),
        grid=grid.astype(np.float32),
        curve=curve.astype(np.float32),
        truth=truth,
        captions=labelled,
    )
    return on_axes(found, place, np.concatenate([base.value.ravel(), found.curve.ravel(), truth]))


def surface_frames(
    base: Frames, data: Dataset, X: Floats, trace: list[Round], model: Model, k: int
) -> Frames:
    """Two features: the prediction as colours over their plane. X: the drawn rows, (n, 2)."""
    (x, missing_x), (y, missing_y) = placed(X[:, 0]), placed(X[:, 1])
    extent = (*padded(float(x.min()), float(x.max()), 0.03), *padded(float(y.min()), float(y.max()), 0.03))
    surface, scale = surface_of(model, trace, extent, k)
    return replace(
        base,
        features=(0, 1),
        x=x.astype(np.float32),
        y=y.astype(np.float32),
        stems=base.stems[:0],
        extent=extent,
        missing=(missing_x, missing_y),
        surface=surface,
        scale=scale,
        captions=replace(base.captions, x=feature_label(data, 0), y=feature_label(data, 1)),
    )


def on_axes(base: Frames, x: Floats | Floats32, heights: Floats32) -> Frames:
    """Put the rows at x, with axes that hold them, some heights, and the stems in every round."""
    ends = base.value[:-1][:, base.stems] - base.gradient[:, base.stems]
    targets = base.y[np.isfinite(base.y)]
    all_heights = np.concatenate([heights.ravel(), ends.ravel(), targets])
    extent = (
        *padded(float(x.min()), float(x.max()), 0.03),
        *padded(float(all_heights.min()), float(all_heights.max())),
    )
    return replace(base, x=np.asarray(x, dtype=np.float32), extent=extent)


def sampled(X: Floats) -> NDArray[np.intp]:
    """At most MOST_ROWS rows of X: along a single feature evenly spread, else a fixed random draw."""
    n = len(X)
    if X.shape[1] == 1:
        return np.argsort(X[:, 0], kind="stable")[spread(n, MOST_ROWS)]
    if n <= MOST_ROWS:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).choice(n, MOST_ROWS, replace=False))


def shown(model: Model, raw: Floats, k: int, as_probability: bool) -> Floats:
    """What the vertical axis shows of some rows: raw prediction, or probability, of class k."""
    return column(model.loss_.inverse_link(raw) if as_probability else raw, k)


def is_up(data: Dataset, y: NDArray[Any], k: int, model: Model) -> Bytes:
    """1 for rows of the class that the raw prediction speaks for, 0 for others; empty in regression."""
    return no_bytes() if data.task == "regression" else np.uint8(1) * (y == positive_class(k, model))


def target_of(data: Dataset, y: NDArray[Any], k: int, model: Model, as_probability: bool) -> Floats32:
    """The target on the scale of the vertical axis; NaN for a class beside raw predictions."""
    if data.task == "regression":
        return y.astype(np.float32)
    if as_probability:
        return is_up(data, y, k, model).astype(np.float32)
    return np.full(len(y), np.nan, dtype=np.float32)


def ranks(data: Dataset, codes: NDArray[Any], last: Floats) -> tuple[Floats, tuple[Group, ...]]:
    """Rows side by side, by class and then by their last probability; and from where to where each class."""
    order = np.lexsort((last, codes))
    place = np.empty(len(codes))
    place[order] = np.arange(len(codes))
    groups = []
    for code, name in enumerate(data.class_names):
        mine = place[codes == code]
        if len(mine):
            groups.append((float(mine.min()), float(mine.max()), name))
    return place, tuple(groups)
