"""The loss as one would write it for gbtlib, and what the screen shows of it, to be copied. Pure."""

import re

from gbtlib import ExpressionLoss
from gbtlib.losses.formula import ARGUMENTS, as_text
from workbench.lessons.your_own_loss.asked import Made
from workbench.lessons.your_own_loss.rows import NOISE, SOURCES
from workbench.lessons.your_own_loss.run import Boosting, Run
from workbench.link.values import BINNING, SETTINGS
from workbench.text.data_snippet import SPLIT, all_rows, split_lines, under
from workbench.text.losses import words_of
from workbench.text.templates import templates

_CALL = re.compile(rf"\b({'|'.join(ARGUMENTS)})\(")
_LINES = templates(__file__)


def in_numpy(text: str) -> str:
    """A formula as numpy works it out, in the shape of F."""
    code = _CALL.sub(r"np.\1(", text)
    return code if re.search(r"\bF\b", code) else f"np.full_like(F, {code})"


def loss_snippet(shown: Made) -> str:
    """Lines that make the loss: gbtlib's own by its name, a formula as a class."""
    return under(*loss_lines(shown))


def loss_lines(shown: Made) -> tuple[tuple[str, ...], str]:
    """What makes the loss: imports, and the lines below them."""
    bare = shown.bare
    own_import = (f"from gbtlib import {type(bare).__name__}",)
    if not isinstance(bare, ExpressionLoss):
        return own_import, f"loss = {bare!r}\n"
    loss, gradient, hessian = (as_text(each) for each in bare.formulas)
    if loss is None or gradient is None or (hessian is None and not shown.is_first_order):
        return own_import, f"loss = {shown.loss!r}  # its derivatives are too long to be read\n"
    code = _LINES["class"].format(
        title=f"{shown.asked.title[:1].upper()}{shown.asked.title[1:]}.",
        binary=_LINES["binary"] if shown.asked.is_binary else "",
        loss=in_numpy(loss),
        gradient=in_numpy(gradient),
        hessian="np.ones_like(F)  # in place of the second derivative"
        if shown.is_first_order or hessian is None
        else in_numpy(hessian),
    )
    link = ("from scipy.special import expit, logit",) if shown.asked.is_binary else ()
    return ("import numpy as np", "from gbtlib import OwnLoss", *link), code


def run_snippet(run: Run, number: int, position: int) -> str:
    """The whole screen: the loss, the rows, and the pull of the chosen row after a round."""
    boosting = run.boosting
    binary, step = boosting.asked.is_binary, SOURCES[boosting.data]
    estimator = "GradientBoostingClassifier" if binary else "GradientBoostingRegressor"
    rest = _LINES["rest"].format(
        split=SPLIT,
        rows=all_rows(boosting.data, NOISE, 0),
        thinned=f"X, y = X[::{step}], y[::{step}]\n" if step > 1 else "",
        target="y = (y > 0).astype(int)  # the class: whether a row lies above 0\n" if binary else "",
        held_out=split_lines("regression", len(run.rows.unseen)),
        moved=moved_line(boosting),
        estimator=estimator,
        rounds=number,
        rate=boosting.learning_rate,
        depth=boosting.max_depth,
        reg_lambda=boosting.reg_lambda,
        more=more_lines(boosting),
        position=position,
    )
    imports, loss = loss_lines(run.made)
    return under(("import numpy as np", f"from gbtlib import {estimator}", *imports), loss + rest)


def more_lines(boosting: Boosting) -> str:
    """A line of parameters for those that are not the default, if any."""
    names = ["base_score", "min_samples_split"]
    names += BINNING if boosting.tree_method == "hist" else ()
    given = {name: getattr(boosting, name) for name in names}
    said = [f"{name}={value!r}" for name, value in given.items() if value != SETTINGS[name].default]
    return f"    {', '.join(said)},\n" if said else ""


def moved_line(boosting: Boosting) -> str:
    """The line that moves the chosen row, if it is moved."""
    if boosting.y is None:
        return ""
    y = int(boosting.y > 0) if boosting.asked.is_binary else boosting.y
    return f"y[{boosting.position}] = {y!r}\n"


def without_peer(shown: Made) -> str:
    """How XGBoost is given the same loss, in a sentence."""
    name = words_of(shown.loss).objective if not isinstance(shown.bare, ExpressionLoss) else None
    if name is not None:
        return f"XGBoost has it as `{name}`."
    return "XGBoost takes it as `obj`, a function that returns g and h of every row."
