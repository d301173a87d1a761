"""Find the split in words: what is split, what fits it, the terms of a cut. Pure."""

from workbench.data.catalogue import DatasetInfo
from workbench.gains.named_candidates import NamedCandidates
from workbench.lessons.find_the_split.hidden_splits import HiddenSplits
from workbench.text.numbers import number, threshold_text

KINDS = {
    "squared_error": "squared error",
    "logistic": "logistic gradients",
    "gini": "Gini",
    "entropy": "entropy",
}
"""What can be split, and what it is called."""

_NEEDS = {
    "squared_error": "Squared error needs a number to predict",
    "logistic": "The logistic loss needs two classes",
    "gini": "Gini measures a mixture of classes",
    "entropy": "Entropy measures a mixture of classes",
}
SUMS = {
    "squared_error": "By squared error a row’s gradient g is the mean of the node less its y, and its "
    "hessian h is 1. G is the sum of g over the rows of a side, H that of h: H counts them. A stem "
    "is −g.",
    "logistic": "By the logistic loss a row's gradient g is p − y, and its hessian h is p (1 − p). G is the "
    "sum of g over the rows of a node, H that of h.",
}
"""What G and H are, where gains are made of them."""


def kind_of(split_by: str, info: DatasetInfo, criterion: str) -> str:
    """What is split, a name of KINDS. split_by: as the link has it; criterion: that of classes."""
    if split_by == "usual":
        split_by = "squared_error" if info.task == "regression" else "classes"
    return criterion if split_by == "classes" else split_by


def fits(kind: str, info: DatasetInfo) -> bool:
    """Whether a data set has what this kind splits."""
    if kind == "squared_error":
        return info.task == "regression"
    return info.task == "classification" and (kind != "logistic" or info.n_classes == 2)


def misfit_words(wanted: str, kind: str, info: DatasetInfo) -> str:
    """Why a data set is not split by what is wanted, and by what it is."""
    has = "numbers" if info.task == "regression" else f"{info.n_classes} classes"
    return f"{_NEEDS[wanted]}, and {info.title} has {has}: split by {KINDS[kind]}."


def terms_here(place: NamedCandidates, position: int, kind: str) -> dict[str, str]:
    """The terms of the screen, each with its number for a cut."""
    found = place.candidates
    here = {
        "threshold": threshold_text(
            float(place.x[position]), place.names[int(place.candidates.feature[position])]
        )
    }
    gain = number(float(found.gain[position]))
    if kind in ("gini", "entropy"):
        return here | {
            "gain": f"{gain}; of impurity I it is n I − n_L I_L − n_R I_R",
            "impurity": f"by {kind.capitalize()}",
        }
    sides = {"G": (found.GL, found.GR), "H": (found.HL, found.HR)}
    sums = {
        name: f"{number(float(left[position]))} on the left, {number(float(right[position]))} on the right"
        for name, (left, right) in sides.items()
    }
    return here | {"gain": gain} | sums


def why_nothing(hunt: HiddenSplits) -> str:
    """Why there is no split to be found: what made a leaf of the root."""
    return f"There is no split to find: the root is a leaf. {hunt.tree.node(0).why_leaf.capitalize()}."


def first_splits(hunt: HiddenSplits) -> str:
    """That the tree goes on beyond the splits that are asked for."""
    return f"The first {len(hunt.asked)} of the tree's {len(hunt.order):,} splits are asked for."


def code_topics(hunt: HiddenSplits) -> list[str]:
    """What of gbtlib's code computed the answer, topics of codelens."""
    score = ["score"] if hunt.kind == "logistic" else []
    return [*hunt.choosing, "gain", "forbidden cuts", "threshold", *score]
