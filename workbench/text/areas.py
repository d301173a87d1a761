"""The area under a ROC curve in formulas. Pure."""

from gbtlib.metrics import auc_error
from workbench.text.numbers import latex


def area_formula(area: float, n_positive: int, n_negative: int) -> str:
    """The standard error of an area (Hanley and McNeil, 1982) in LaTeX, with the numbers."""
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    error = auc_error(area, n_positive, n_negative)
    symbols = r"\sqrt{\frac{A(1-A)+(n_+-1)(Q_1-A^2)+(n_--1)(Q_2-A^2)}{n_+\,n_-}}"
    numbers = rf"A={latex(area)},\;n_+={n_positive},\;n_-={n_negative}"
    shares = rf"Q_1=\tfrac{{A}}{{2-A}}={latex(q1)},\;Q_2=\tfrac{{2A^2}}{{1+A}}={latex(q2)}"
    return (
        rf"\begin{{array}}{{c}}\displaystyle\mathrm{{SE}}(A)={symbols}={latex(error)}\\[4ex]"
        rf"{numbers},\;{shares}\end{{array}}"
    )
