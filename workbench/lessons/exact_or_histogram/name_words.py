"""What the part on many names says: of its trees, and where the factors come from. Pure."""

from math import isnan

from workbench.lessons.exact_or_histogram.same_trees import SaidTree
from workbench.models.systems import SYSTEMS, Terms
from workbench.text.numbers import number

LOSSES = {"logistic": "logistic", "squared": "squared error"}
WHERE_FROM = (
    "**From scratch** takes the logistic loss and puts its rate inside; **pluggable loss** does so, "
    "too, and its squared error is (y − F)², twice the half squared one: gradient 2r, hessian 2. "
    "**oneDAL**, XGBoost and LightGBM compare γ with the gain without its ½, so that theirs is twice "
    "the γ of the formula; scikit-learn has none. Both trees above are grown by gbtlib with the "
    "gradients, hessians, λ and γ of the system, from the raw prediction 0."
)
FORMULA = (
    r"g=s\,r\,g_0,\quad h=s\,r^2h_0:\qquad -\frac{G}{H+\lambda'}=\frac1r\cdot"
    r"\left(-\frac{G_0}{H_0+\lambda'/(s\,r^2)}\right),\qquad \text{gain}=s\cdot\tfrac12\left["
    r"\frac{G_{0L}^2}{H_{0L}+\lambda'/(s\,r^2)}+\dots\right]-\frac{\gamma'}{u}"
)


def term_words(name: str, terms: Terms) -> str:
    """Each term with its name there."""
    named = zip(SYSTEMS[name].names, terms, strict=True)
    return ", ".join(f"{own} = {number(value, 4)}" for own, value in named if own and value is not None)


def cannot_say(name: str, loss: str) -> str:
    """Why a system has no terms for this."""
    return f"{SYSTEMS[name].title} has no {'γ' if loss in SYSTEMS[name].scale else LOSSES[loss]}"


def tree_words(system: str, loss: str, terms: Terms, found: SaidTree) -> str:
    """How a system says it, and what its leaves add."""
    times_g, times_h = SYSTEMS[system].scales(loss, terms.rate)
    scales = "g, h" if times_g == times_h == 1 else f"{number(times_g)} g, {number(times_h)} h"
    shrinks = "the leaf as it is" if SYSTEMS[system].rate_inside else f"{number(terms.rate)} × the leaf"
    adds = ", ".join(number(each) for each in found.added)
    return f"**{SYSTEMS[system].title}**: {term_words(system, terms)}. {scales}; adds {shrinks}: {adds}."


def likeness_words(difference: float) -> str:
    """Whether both trees are the same, up to rounding: one part in ten thousand million. See difference."""
    if isnan(difference):
        return "**Other questions.**"
    return "**The same tree.**" if difference < 1e-10 else "**The same questions, other leaves.**"
