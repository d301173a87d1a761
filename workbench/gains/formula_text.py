"""The formula of a cut or of a leaf as it is typeset, and what is tried in a sentence. Pure."""

from workbench.gains.formula import FormulaView, show
from workbench.text.numbers import latex
from workbench.trees.view import aligned, gain_formula, weight_formula


def formula_latex(view: FormulaView) -> str:
    """A cut's gain and the weights and steps of its leaves, or those of a leaf alone."""
    T, lam, lines = "T(G)" if view.reg_alpha else "G", view.reg_lambda.now, []
    if view.gain is not None:
        sums = [(part.read[0], part.H) for part in view.parts]
        lines.append(gain_formula(sums, lam, view.gamma.now, view.gain, T))
    for part in view.parts if view.left is None or view.is_leaf else view.parts[:2]:
        index = f"_{part.letter}" if part.letter else ""
        t, w, step = part.read
        weight = weight_formula((t, part.H), lam, w, f"w{index}&", index, T)
        lines.append(rf"{weight},\quad \eta\,w{index}={latex(step)}")
    return aligned(lines)


def tried_words(view: FormulaView) -> str:
    """What λ and γ are, and what the cut gains at those that were fitted."""
    now, fitted = (
        [show(getattr(knob, at)) for knob in (view.reg_lambda, view.gamma)] for at in ("now", "fitted")
    )
    if not view.is_what_if:
        return f"λ = {fitted[0]} and γ = {fitted[1]}, as fitted."
    gained = "" if view.fitted_gain is None else f" There this cut gains {show(view.fitted_gain)}."
    return (
        f"**What if** λ = {now[0]}, γ = {now[1]}? The tree was fitted with λ = {fitted[0]}, γ = {fitted[1]}."
        f"{gained}"
    )
