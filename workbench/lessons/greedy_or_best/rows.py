"""Rows few enough that every tree of depth two can be tried, and what is asked about them. Pure."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import HalfSquaredError, Logistic, SecondOrder
from gbtlib.core.losses import Loss

Floats = NDArray[np.float64]

FEATURES = ("x1", "x2")
MOST_ROWS = 12
LOSSES: dict[str, type[Loss]] = {"logistic": Logistic, "squared": HalfSquaredError}


@dataclass(frozen=True)
class RowSet:
    """Rows as (x1, x2, y) with y 0 or 1, and the settings that they are first looked at with."""

    title: str
    rows: tuple[tuple[float, float, int], ...]
    first: dict[str, Any]

    @cached_property
    def X(self) -> Floats:
        """(n, 2) features."""
        return np.array([row[:2] for row in self.rows], dtype=np.float64)

    @cached_property
    def y(self) -> Floats:
        """(n,) targets, 0 or 1."""
        return np.array([row[2] for row in self.rows], dtype=np.float64)


def placed(x1: str, y: str) -> tuple[tuple[float, float, int], ...]:
    """Rows with x2 = 1, 2, 3, ... in turn; x1 and y are given as text, y as digits."""
    places = [float(each) for each in x1.split()]
    return tuple((x, float(i), int(each)) for i, (x, each) in enumerate(zip(places, y, strict=True), 1))


_XOR = ((0.0, 0.0, 0), (0.0, 1.0, 1), (1.0, 0.0, 1), (1.0, 1.0, 0))
_USUAL = {"loss": "logistic", "lambda": 1.0, "gamma": 0.0, "pruning": "post"}

ROW_SETS: dict[str, RowSet] = {
    "hard": RowSet("A hard dozen", placed("6 11 3 1 9 5 4 12 7 8 2 10", "110010101010"), _USUAL),
    "near": RowSet("A dozen, nearly", placed("7 6 5 4 10 11 2 1 3 12 8 9", "010010001111"), _USUAL),
    "easy": RowSet("An easy dozen", placed("7 11 9 12 5 4 2 3 8 1 10 6", "111011000100"), _USUAL),
    "xor4": RowSet("XOR, four rows", _XOR, _USUAL),
    "xor5": RowSet("XOR, five rows", ((0.0, 0.0, 0), *_XOR), _USUAL | {"gamma": 0.1, "pruning": "pre"}),
}


@dataclass(frozen=True)
class Task:
    """Which rows, which of them have the other y (bit i for row i), and what a tree is worth on them."""

    rows: str = "hard"
    flipped: int = 0
    loss: str = "logistic"
    reg_lambda: float = 1.0
    gamma: float = 0.0

    @property
    def X(self) -> Floats:
        """(n, 2) features."""
        return ROW_SETS[self.rows].X

    @property
    def y(self) -> Floats:
        """(n,) targets, 0 or 1."""
        y = ROW_SETS[self.rows].y
        bits = (self.flipped >> np.arange(len(y))) & 1
        return np.where(bits == 1, 1 - y, y)

    @property
    def criterion(self) -> SecondOrder:
        """What leaves are worth at raw predictions of 0, before the first tree."""
        loss, raw = LOSSES[self.loss](), np.zeros(len(self.y))
        return SecondOrder(loss.gradient(self.y, raw), loss.hessian(self.y, raw), reg_lambda=self.reg_lambda)
