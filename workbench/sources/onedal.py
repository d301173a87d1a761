"""oneDAL's boosted trees: what is where. Pure."""

from typing import Any

from gbtlib import onedal_params
from workbench.link.values import ROUND, SETTINGS
from workbench.sources.records import Figure, WriteUp, at, boosted, in_fold, patient
from workbench.sources.scratch import TABLE_AND_MODEL


def _defaults(task: str) -> dict[str, Any]:
    return {name: value for name, value in onedal_params(task).items() if name in SETTINGS}


REGRESSION, CLASSES = _defaults("regression"), _defaults("classification")

# fmt: off
ONEDAL = WriteUp(
    short="oneDAL",
    title="Gradient Boosted Trees, in the documentation of oneDAL",
    origin="Intel, 2019. A reference page of a library for regression and classification, Apache-2.0.",
    about=(
        "It defines second-order boosted trees with a penalty on leaves and weights, and lists the "
        "parameters of the library with their defaults. Splits are searched exactly or between bins."
    ),
    moments={
        "The model": (
            at("one_leaf", "Second order and regularised: λ in a leaf", leaf="squared", act=3),
            boosted("several_classes", "Softmax with K trees a round", data="iris"),
            boosted("boosting_rounds", "One tree a round for two classes", **CLASSES | {"data": "moons"}),
            boosted("boosting_rounds", "The first guess: the mean", **REGRESSION | {"data": "diabetes"}),
            boosted("boosting_rounds", "The first guess: 0, for classes", **CLASSES | {"data": "sonar"}),
        ),
        "Its parameters": (
            at("exact_or_histogram", "Exact or inexact: all cuts, or those between bins", bins_part="cuts"),
            at("exact_or_histogram", "What fewer bins cost and spare", as_onedal=1, bins_told=1, halving=6),
            at("exact_or_histogram", "All its parameters and their names elsewhere (below)",
                bins_part="cuts", as_onedal=1),
            boosted("boosting_rounds", "A share of the rows, features drawn at every node, a seed",
                data="sonar", subsample=0.5, colsample_bynode=0.5, seed=7),
            boosted("boosting_rounds", "Rows of a leaf, and twice as many for a node to be split at all",
                data="sonar", min_samples_leaf=5, min_samples_split=10),
            boosted("boosting_rounds", "Why a leaf is one: rows, depth or split loss", data="sonar",
                min_samples_leaf=5, max_depth=6, node=7),
            at("prune_it", "minSplitLoss: a price that a cut must pay", prune_by="gamma", prune_tree="hand"),
        ),
        "Beyond its page": (
            boosted("boosting_rounds", "Predict with the first k rounds", data="sonar", **{ROUND: 5}),
            in_fold("All rows by features: contributions, and importances five ways",
                boosted("follow_one_row", "Importance five ways (below)", data="iris")),
            in_fold("This row by features: what each of its values adds to F",
                boosted("follow_one_row", "What each feature adds to a prediction (below)", data="iris",
                row=100, **{ROUND: 50})),
            in_fold("All rows by features: contributions, and importances five ways",
                boosted("follow_one_row",
                "Both for any boosted model: this row in bricks, all rows in one place (below)",
                data="diabetes", bricks="features", **{ROUND: 50})),
            at("exact_or_histogram", "A histogram by subtraction", bins_told=1, halving=6),
            in_fold(TABLE_AND_MODEL,
                at("sonar_laboratory", "A model built from given nodes (below)", table="as_printed")),
        ),
    },
    as_run=(
        boosted("boosting_rounds", "Its defaults on Diabetes: 50 rounds, depth 6, rate 0.3, λ 1, bins",
            **REGRESSION | {"data": "diabetes"}),
        boosted("boosting_rounds", "Its defaults on Sonar, from F = 0", **CLASSES | {"data": "sonar"}),
        at("exact_or_histogram", "Its defaults between bins, feature by feature", bins_part="cuts",
            as_onedal=1),
    ),
    figures=(Figure("results", "none", "–", "–", "the page defines and lists; it prints no run"),),
    faults=(
        patient("nils", "The page: its leaf lacks the minus; the library has it"),
        patient("olga", "The page: its gain lacks the ½ of its own objective"),
        patient("pablo", "The page: it writes |w| where w² belongs"),
        patient("quinn", "The page: γ is subtracted and compared as well"),
        patient("rosa", "A misused word: its bootstrap draws without replacement"),
    ),
)
# fmt: on
