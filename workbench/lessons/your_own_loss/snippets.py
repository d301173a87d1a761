"""The loss as one would write it for gbtlib, and what the screen shows of it, to be copied. Pure."""

from __future__ import annotations

import re

from gbtlib import ExpressionLoss
from gbtlib.losses.as_text import as_text
from gbtlib.losses.formula import ARGUMENTS
from workbench.lessons.your_own_loss.asked import Made
from workbench.lessons.your_own_loss.rows import NOISE, SOURCES
from workbench.lessons.your_own_loss.run import Boosting, Run
from workbench.text.losses import words_of

_CALL = re.compile(rf"\b({'|'.join(ARGUMENTS)})\(")
_BINARY = """
    task = "classification"

    def inverse_link(self, raw_prediction):
        return expit(raw_prediction)

    def link(self, prediction):
        return logit(prediction)
"""
_CLASS = '''\
class MyLoss(OwnLoss):
    """{title}"""
{binary}
    def loss(self, y, raw_prediction):
        F = raw_prediction
        return {loss}

    def gradient(self, y, raw_prediction):
        F = raw_prediction
        return {gradient}

    def hessian(self, y, raw_prediction):
        F = raw_prediction
        return {hessian}


loss = MyLoss()
'''
_REST = """
data = load_dataset("{data}", noise={noise})
X, y = data.X[::{step}], data.y[::{step}].copy()
{target}train, unseen = split_rows(len(y), test_fraction=0.3)
{moved}
model = {estimator}(
    loss=loss, n_estimators={rounds}, learning_rate={rate!r}, max_depth={depth}, reg_lambda={reg_lambda!r}
)
{fit}
row = {position}  # among the training rows
F = {raw}
print("F =", F[row], " pull -g =", -loss.gradient(y[train], F)[row])
"""


def in_numpy(text: str) -> str:
    """A formula as numpy works it out, in the shape of F."""
    code = _CALL.sub(r"np.\1(", text)
    return code if re.search(r"\bF\b", code) else f"np.full_like(F, {code})"


def loss_snippet(shown: Made) -> str:
    """Lines that make the loss: gbtlib's own by its name, a formula as a class."""
    bare = shown.bare
    if not isinstance(bare, ExpressionLoss):
        return f"from gbtlib import {type(bare).__name__}\n\nloss = {bare!r}\n"
    loss, gradient, hessian = (as_text(each) for each in bare.formulas)
    if loss is None or gradient is None or (hessian is None and not shown.is_first_order):
        kind = type(bare).__name__
        return (
            f"from gbtlib import {kind}\n\nloss = {shown.loss!r}  # its derivatives are too long to be read\n"
        )
    code = _CLASS.format(
        title=f"{shown.asked.title[:1].upper()}{shown.asked.title[1:]}.",
        binary=_BINARY if shown.asked.is_binary else "",
        loss=in_numpy(loss),
        gradient=in_numpy(gradient),
        hessian="np.ones_like(F)  # in place of the second derivative"
        if shown.is_first_order or hessian is None
        else in_numpy(hessian),
    )
    link = "from scipy.special import expit, logit\n\n" if shown.asked.is_binary else "\n"
    return f"import numpy as np\n{link}from gbtlib import OwnLoss\n\n\n{code}"


def run_snippet(run: Run, number: int, position: int) -> str:
    """The whole screen: the loss, the rows, and the pull of the chosen row after a round."""
    boosting = run.boosting
    binary = boosting.asked.is_binary
    estimator = "GradientBoostingClassifier" if binary else "GradientBoostingRegressor"
    head = (
        f"from gbtlib import {estimator}\nfrom workbench.data import load_dataset\n"
        "from workbench.data.held_out import split_rows\n"
    )
    rest = _REST.format(
        data=boosting.data,
        noise=NOISE,
        step=SOURCES[boosting.data],
        target="y = (y > 0).astype(int)  # the class: whether a row lies above 0\n" if binary else "",
        moved=moved_line(boosting),
        estimator=estimator,
        rounds=number,
        rate=boosting.learning_rate,
        depth=boosting.max_depth,
        reg_lambda=boosting.reg_lambda,
        position=position,
        fit="model.fit(X[train], y[train])",
        raw="model.trace_[-1].raw_after",
    )
    return f"{head}{loss_snippet(run.made)}{rest}"


def moved_line(boosting: Boosting) -> str:
    """The line that moves the chosen row, if it is moved."""
    if boosting.y is None:
        return ""
    y = int(boosting.y > 0) if boosting.asked.is_binary else boosting.y
    return f"y[train[{boosting.position}]] = {y!r}\n"


def without_peer(shown: Made) -> str:
    """How XGBoost is given the same loss, in a sentence."""
    name = words_of(shown.loss).objective if not isinstance(shown.bare, ExpressionLoss) else None
    if name is not None:
        return f"XGBoost has it as `{name}`."
    return "XGBoost takes it as `obj`, a function that returns g and h of every row."
