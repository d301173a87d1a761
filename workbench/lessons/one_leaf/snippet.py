"""A leaf worked by hand as a few lines of Python, with numpy and gbtlib's losses. Pure, without streamlit."""

from dataclasses import is_dataclass

from workbench.lessons.one_leaf.leaf import LeafRows

_SNIPPET = """\
import numpy as np

from {module} import {loss}

loss = {made}
y = np.array({y})
F = np.full(len(y), {raw!r})  # the raw prediction that the leaf adds to
reg_lambda, learning_rate = {reg_lambda!r}, {rate!r}

for step in range({n}):  # the last one is the step of the screen
    G, H = loss.gradient(y, F).sum(), loss.hessian(y, F).sum()
    w = -G / (H + reg_lambda) if H + reg_lambda > 0 else 0.0
    promised = G * w + 0.5 * (H + reg_lambda) * w**2
    change = (loss.loss(y, F + w) - loss.loss(y, F)).sum() + 0.5 * reg_lambda * w**2
    print(f"F {{F[0]:.6g}}, G {{G:.6g}}, H {{H:.6g}}, w* {{w:.6g}}")
    print(f"at w* the parabola promises {{promised:.6g}}, the loss changes by {{change:.6g}}")
    F = F + learning_rate * w
"""


def leaf_snippet(leaf: LeafRows, n_steps: int, reg_lambda: float, rate: float) -> str:
    """Lines that make the leaf from its rows and print its weight, after some steps taken before.

    leaf: as it is before any step.
    """
    kind = type(leaf.loss)
    return _SNIPPET.format(
        module=kind.__module__,
        loss=kind.__name__,
        made=repr(leaf.loss) if is_dataclass(kind) else f"{kind.__name__}()",
        y=[float(each) for each in leaf.y],
        raw=float(leaf.F[0]),
        reg_lambda=float(reg_lambda),
        rate=float(rate),
        n=n_steps + 1,
    )
