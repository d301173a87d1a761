"""Every loss, and rows drawn for it."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray

from gbtlib import Exponential, HalfSquaredError, Huber, Logistic, Loss, Softmax

Array = NDArray[np.float64]

REGRESSION: list[Loss] = [HalfSquaredError(), Huber(), Huber(delta=0.3), Huber(delta=25.0)]
BINARY: list[Loss] = [Logistic(), Exponential()]
MULTICLASS = [Softmax(2), Softmax(3), Softmax(5, hessian_scale=1.0), Softmax(4, hessian_scale=0.5)]
EVERY_LOSS: list[Loss] = [*REGRESSION, *BINARY, *MULTICLASS]

# A central difference with this step errs by STEP^2 / 6 times the third derivative and by a few roundings of
# f and F over STEP, and 2^-52 / STEP is STEP^2 / 2. For every loss here the third derivative of loss and of
# gradient is at most 1 + |f|, and |F| is at most 4: TOLERANCE (1 + |f|) covers both.
STEP = 2.0**-17
TOLERANCE = 8 * STEP**2

raw_values = st.floats(-4, 4)


@pytest.fixture(autouse=True)
def floating_point_errors_raise() -> Iterator[None]:
    """Only underflow is harmless: exp(-1000) is 0."""
    with np.errstate(all="raise", under="ignore"):
        yield


def label_strategy(loss: Loss) -> st.SearchStrategy[float]:
    if loss.task == "regression":
        return st.floats(-4, 4)
    return st.integers(0, max(loss.n_outputs, 2) - 1).map(float)


def draw_rows(data: st.DataObject, loss: Loss, max_size: int = 12) -> tuple[Array, Array]:
    """Targets (n,) and raw predictions (n,) or (n, K)."""
    n = data.draw(st.integers(1, max_size))
    y = np.array(data.draw(st.lists(label_strategy(loss), min_size=n, max_size=n)))
    size = n * loss.n_outputs
    raw = np.array(data.draw(st.lists(raw_values, min_size=size, max_size=size)))
    return y, raw.reshape(n, -1) if loss.n_outputs > 1 else raw


def finite_difference(f: Callable[[Array], Array], raw: Array, output: int) -> Array:
    """Central difference of f by one output of every row; output 0 is the only one of raw (n,)."""
    shift = np.zeros_like(raw)
    shift.reshape(len(raw), -1)[:, output] = STEP
    return (f(raw + shift) - f(raw - shift)) / (2 * STEP)
