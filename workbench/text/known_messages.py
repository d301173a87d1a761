"""What a message of a library of boosted trees means, and a question about one; in our own words. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Moment:
    """A moment of a lesson that shows what is meant. query: its link. words: what one sees there."""

    page: str
    query: Mapping[str, str]
    words: str


@dataclass(frozen=True)
class KnownMessage:
    """A message by what is always in it.

    library: "" for a question. pattern: a regular expression. shows: where it is seen. means: what it says,
    and what one can do. patient: of the clinic, by name, who has something like it.
    """

    library: str
    pattern: str
    shows: Moment | None
    means: str
    patient: str = ""


def see(page: str, words: str, **query: object) -> Moment:
    """A moment by the values of its link."""
    return Moment(page, {name: str(value) for name, value in query.items()}, words)


def message_in(text: str, known: tuple[KnownMessage, ...]) -> KnownMessage | None:
    """The first of the known messages that is in a text; None where none is."""
    flat = " ".join(text.split())
    return next((each for each in known if re.search(each.pattern, flat, re.IGNORECASE)), None)


FEW_ROWS = see("grow_a_tree", "A tree whose leaves must have 20 rows", data="cos_x", tree_points=20)
GAPS = see("missing_sparse_categorical", "Where a row without a value goes", guess=0, gap_step=2)
CATEGORIES = see("missing_sparse_categorical", "How categories are parted", part="categories")
CLASSES = see("several_classes", "A tree for each class in every round", round=1)
LOGISTIC = see("one_leaf", "A leaf of the logistic loss", leaf="logistic", act=2)
LEDGER = see("follow_one_row", "One row's sum, from the start through every tree", guess=0, round=9)
STOPPED = see("boosting_rounds", "Boosting that stops when unseen rows say so", early_stopping_rounds=5)
NAMES = see("sources", "One thing, many names", source="names")
LOSSES = see("your_own_loss", "What a loss asks of its targets")
BINS = see("exact_or_histogram", "What a histogram saves")

QUESTIONS = (
    KnownMessage(
        *("", r"(sum|add).{0,40}lea(f|ves)|lea(f|ves).{0,40}(sum|add|match|equal)|base.?score", LEDGER),
        "A prediction is the base score, before its link, and the leaf of every tree; then the link. The "
        "leaf values have the learning rate in them already (in scikit-learn's GradientBoosting they have "
        "not). Choose your model and type your row and number: the term that parts is named.",
    ),
    KnownMessage(
        *("", r"best.?iteration|early.?stopp|iteration_range|num_iteration", STOPPED),
        "After early stopping the model still has the rounds after the best one. XGBoost's train and "
        "predict use all rounds, its scikit-learn classes stop at the best; LightGBM stops there, and saves "
        "no more.",
    ),
    KnownMessage(
        *("", r"\b(nan|gap|missing|null|na)\b|go(es)? right|default (side|direction)", GAPS),
        "At every split training chose a side for missing values: the one that gains more. Without gaps in "
        "training XGBoost sends them to one fixed side, and LightGBM reads them as 0.",
        "dario",
    ),
    KnownMessage(
        *("", r"probabilit|sigmoid|logit|margin|raw.?score|log.?odds", LOGISTIC),
        "Trees add up to a raw prediction, and the link turns that into a probability: 1 / (1 + exp(−F)) "
        "for two classes, a softmax for more. Taken twice, it puts everything above one half.",
        "uwe",
    ),
    KnownMessage(
        *(
            "",
            r"learning.?rate|shrinkage|\beta\b",
            see("boosting_rounds", "A small learning rate, round by round", learning_rate=0.1),
        ),
        "The learning rate multiplies every leaf after its tree has grown. In the files of XGBoost and "
        "LightGBM it is in the leaf values already.",
        "boris",
    ),
)
"""What people ask in their own words, where no message stands in it."""
