"""What the part on many names says: its table, its trees, and where the factors come from. Pure."""

from math import isnan

from gbtlib.checks.rules import RULES
from gbtlib.handover.names import BY_NAME
from workbench.lessons.exact_or_histogram.same_trees import SaidTree
from workbench.models.systems import HERE, SYSTEMS, Terms, translated
from workbench.text.numbers import number
from workbench.text.tables import markdown_table

_SHRINKAGE = BY_NAME["shrinkage"]
LOSSES = {"logistic": "logistic", "squared": "squared error"}
MAPPINGS = (
    "Three differences, all of them scales: the squared error with or without its ½; γ against the gain"
    " with or without its ½; the rate on the leaf, or inside g and h, where it is λ over rate² and "
    "never shrinks a leaf."
)
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


def terms_table(system: str, other: str, loss: str, said: Terms) -> str:
    """The terms in every system, as a table in markdown; what is typed and what stands beside it in bold."""
    lines = []
    for name, found in SYSTEMS.items():
        terms = None if loss not in SYSTEMS[system].scale else translated(system, name, loss, said)
        cells = [found.title, *(term_cells(name, terms) if terms else ["–", "–", "–"]), where_rate(name)]
        if terms is not None and beyond(name, terms.rate):
            cells[-1] += f"; {beyond(name, terms.rate)}"
        if terms is None:
            cells[-1] = cannot_say(name, loss) if loss in SYSTEMS[system].scale else no_loss(system, loss)
        if name in (system, other):
            cells = [f"**{cell}**" for cell in cells]
        lines.append(cells)
    return markdown_table(("", "λ", "γ", "rate", "the rate"), lines, "lrrrl")


def term_cells(name: str, terms: Terms) -> list[str]:
    """Each term with its name there."""
    return [
        f"{own} = {number(value, 4)}" if own and value is not None else "–"
        for own, value in zip(SYSTEMS[name].names, terms, strict=True)
    ]


def where_rate(name: str) -> str:
    """Where the rate of a system stands."""
    return "inside g and h" if SYSTEMS[name].rate_inside else "on the leaf"


def beyond(name: str, rate: float) -> str:
    """The rule that a rate breaks there, in words; nothing where it breaks none that is known."""
    rules = {HERE: RULES["learning_rate"], "onedal": _SHRINKAGE.rule}
    return (rules[name].broken_by(rate) or "") if name in rules else ""


def no_loss(system: str, loss: str) -> str:
    """A system without the loss."""
    return f"{SYSTEMS[system].title} has no {LOSSES[loss]}"


def cannot_say(name: str, loss: str) -> str:
    """Why a system has no terms for this."""
    return no_loss(name, loss) if loss not in SYSTEMS[name].scale else "has no γ"


def tree_words(system: str, loss: str, terms: Terms, found: SaidTree) -> str:
    """How a system says it, and what its leaves add."""
    times_g, times_h = SYSTEMS[system].scales(loss, terms.rate)
    scales = "g, h" if times_g == times_h == 1 else f"{number(times_g)} g, {number(times_h)} h"
    shrinks = "the leaf as it is" if SYSTEMS[system].rate_inside else f"{number(terms.rate)} × the leaf"
    adds = ", ".join(number(each) for each in found.added)
    return f"**{SYSTEMS[system].title}**: {scales}; adds {shrinks}: {adds}."


def likeness_words(difference: float) -> str:
    """Whether both trees are the same, up to rounding: one part in ten thousand million. See difference."""
    if isnan(difference):
        return "**Other questions.**"
    return "**The same tree.**" if difference < 1e-10 else "**The same questions, other leaves.**"
