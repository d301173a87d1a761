"""What is said below the stage of some patients, with numbers: their fault beside their twin. Pure."""

import numpy as np

from gbtlib import node_risk
from workbench.data.catalogue import load_dataset
from workbench.lessons.clinic.boosted_patients import limits
from workbench.lessons.clinic.boosting_faults import NaiveLogLoss
from workbench.lessons.clinic.findings import shown
from workbench.lessons.clinic.pruned_patients import votes_of_ten, votes_without_weights
from workbench.models.booster import cohort_of
from workbench.models.hand_trees import THIRTEEN
from workbench.text.numbers import number
from workbench.text.questions import question_of
from workbench.text.tables import markdown_table


def asked_words(rounds: int = 4) -> str:
    """What the stumps of the first rounds ask, searched without the weights and with them."""
    names, (_, *votes) = load_dataset("wine").feature_names, votes_without_weights()
    asked = [[question_of(names[f], at) for f, at in each.asked[:rounds]] for each in votes]
    rows = [(str(k), *pair) for k, pair in enumerate(zip(*asked, strict=True), 1)]
    return markdown_table(("round", "Leo asks", "its twin asks"), rows, "r")


def vote_words(rounds: int = 3) -> str:
    """The errors and votes of the first rounds, stopped at 0.5 and at that of guessing."""
    _, *votes = votes_of_ten()
    rows = [
        [str(k + 1), *(number(each) for vote in votes for each in (vote.error[k], vote.alpha[k]))]
        for k in range(rounds)
    ]
    return markdown_table(("round", "Mona's error", "vote", "its twin's error", "vote"), rows, "r")


def risk_words(node: int = 8) -> str:
    """R(t) of a node without its share of the rows, and with it."""
    risk, n, N = float(node_risk(THIRTEEN, "misclassification")[node]), THIRTEEN.H[node], THIRTEEN.H[0]
    rate = number(risk * N / n)
    return (
        f"**R({node})** without the share of the rows is the error rate alone, {round(risk * N)}/{n:g} = "
        f"**{rate}**; with it {rate} · {n:g}/{N:g} = **{number(risk)}**."
    )


def loss_words() -> str:
    """The loss of a row of class 1 far out, as the formula says it and as one that never overflows."""
    F, y = np.array([36.0, 37.0, 40.0]), np.ones(3)
    cohort = cohort_of("breast_cancer", limits(1, 1))
    losses = NaiveLogLoss().losses(cohort, y, F), cohort.loss.loss(y, F)
    rows = [[f"{each:g}", shown(a), shown(b)] for each, a, b in zip(F, *losses, strict=True)]
    return markdown_table(("F, y = 1", "Tilda's loss", "its twin's"), rows, "r")
