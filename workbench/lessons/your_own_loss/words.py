"""What the lesson says: of the loss, of the row, of all losses. Pure, without streamlit."""

import numpy as np

from gbtlib import ExpressionLoss
from workbench.lessons.your_own_loss.asked import AskedLoss, Made, made
from workbench.lessons.your_own_loss.run import Run
from workbench.text.losses import RowState, words_of
from workbench.text.numbers import latex, number
from workbench.text.tables import markdown_table

TABLED = ("squared_error", "huber", "absolute", "quantile", "logistic", "exponential")

SLOPES = "Its slope is the gradient g, the bend of the slope the hessian h."


def loss_words(shown: Made) -> str:
    """The loss in a line or two: what is wrong with it, or what its hessian is."""
    if shown.troubles:
        return f"**{capital(shown.asked.title)}.** {' '.join(shown.troubles)}"
    words = words_of(shown.loss)
    note = words.bound or (f"{capital(words.exact)}." if words.exact else "")
    if shown.asked.name == "own":
        text = shown.bare.gradient_text if isinstance(shown.bare, ExpressionLoss) else ""
        note = f"$g$ = `{short(text)}`"
    return f"**{capital(shown.asked.title)}.** {note or SLOPES}"


def short(text: str | None, longest: int = 90) -> str:
    """A formula for one line."""
    if text is None:
        return "too long to be read"
    return text if len(text) <= longest else f"{text[:longest]}…"


def capital(text: str) -> str:
    """A sentence's beginning."""
    return text[:1].upper() + text[1:]


def fault_words(error: ValueError, last: AskedLoss) -> str:
    """Why a loss cannot be boosted, and what is shown instead."""
    said = plain_fault(str(error))
    shown = f"`{last.formula}`" if last.formula else last.title
    return f"**This cannot be boosted.** {capital(said)}. Shown is the last that could: {shown}."


def plain_fault(said: str) -> str:
    """A message of gbtlib for whoever types a loss, not a class."""
    for kind in ("BinaryExpressionLoss", "ExpressionLoss"):
        for method in ("loss", "gradient", "hessian"):
            said = said.replace(
                f"{kind}.{method} ", f"the {method} " if method == "loss" else f"its {method} "
            )
        said = said.replace(kind, "the loss")
    for rule in ("; it must have a minimum, or base_score must be given", "; it must be finite"):
        said = said.replace(rule, "")
    return said.replace(" is nan ", " is no number ").replace(" is inf ", " is infinite ").rstrip(".")


def ended_words(run: Run) -> str:
    """Why boosting stopped before its last round; "" where it did not."""
    if not run.ended:
        return ""
    n, wanted = len(run.trace), run.boosting.n_rounds
    return f"**Boosting stopped after round {n} of {wanted}:** {plain_fault(run.ended)}."


def asks_words(run: Run, number_: int, position: int) -> str:
    """What a loss asks of a tree, in three sentences with the numbers of the screen."""
    pulls = run.pulls(number_)
    share = abs(float(pulls[position])) / (float(np.abs(pulls).sum()) or 1.0)
    return (
        "A tree never sees the loss. It sees two numbers a row: the gradient, which way and how hard the row "
        "pulls, and the hessian, how soon it will have enough. A leaf weight is −G / (H + λ), so whoever "
        "writes a loss decides who is heard. "
        f"**This row is one of {len(pulls)}, and has {100 * share:.0f} % of all pull.**"
    )


def terms_here(run: Run, number_: int, position: int) -> dict[str, str]:
    """The terms of the screen, each with its number here."""
    y, raw = run.rows.y[run.rows.train], run.raw(number_)
    g, h = run.made.loss.gradient(y, raw), run.made.loss.hessian(y, raw)
    return {
        "gradient": f"{number(float(g[position]))} in this row",
        "hessian": f"{number(float(h[position]))} in this row",
        "loss": f"{number(float(run.made.loss.loss(y, raw)[position]))} in this row",
        "raw prediction": f"F = {number(float(raw[position]))} in this row",
    }


def losses_table(run: Run, number_: int, position: int) -> str:
    """Every loss with g and h at this row, by the formulas of text/losses; a class is whether y > 0."""
    target, raw = float(run.rows.y[run.rows.train[position]]), float(run.raw(number_)[position])
    lines = []
    asked = run.boosting.asked
    names = TABLED if asked.name != "own" else (*TABLED, "own")
    for name in names:
        each = AskedLoss(name, asked.text, asked.target, asked.delta, asked.tau)
        y = float(target > 0) if each.is_binary else target
        lines.append((each.title, *derivative_words(made(each), y, raw, number_)))
    return markdown_table(("loss", "gradient g", "hessian h"), lines)


def derivative_words(shown: Made, y: float, raw: float, number_: int) -> tuple[str, str]:
    """g and h of a loss at a row, with its numbers: by its own formulas, or as derived by rule."""
    targets, F = np.array([y]), np.array([raw])
    with np.errstate(all="ignore"):
        g, h = float(shown.loss.gradient(targets, F)[0]), float(shown.loss.hessian(targets, F)[0])
        p = float(shown.loss.inverse_link(F)[0])
    if isinstance(shown.bare, ExpressionLoss):
        hessian = "1, in place of " if shown.is_first_order else ""
        return (
            f"`{short(shown.bare.gradient_text)}` = {number(g)}".replace("|", r"\|"),
            f"{hessian}`{short(shown.bare.hessian_text)}`"
            + ("" if shown.is_first_order else f" = {number(h)}"),
        )
    state = RowState(shown.loss, number_, F, 0, p, y, latex(g), latex(h))
    gradient, hessian = words_of(shown.loss).derivatives(state)
    return f"${gradient}$", f"${hessian}$"


def course_words(runs: list[Run]) -> str:
    """The chart of unseen rows for those who cannot see it."""
    parts = [
        f"{each.made.asked.title} ends at {number(float(each.unseen[-1]))}, least "
        f"{number(float(each.unseen.min()))} after round {int(each.unseen.argmin())}"
        for each in runs
    ]
    return f"Mean half squared distance on unseen rows without outliers: {'; '.join(parts)}."
