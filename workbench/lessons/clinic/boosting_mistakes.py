"""Boosting whose prediction forgets the minus, or the hessian, that its fit has used. Pure, no streamlit.

With the squared loss (F - y)^2 the gradient of a row is 2 (F - y) and its hessian 2. A tree that is fitted to
the gradients answers m, the mean of those in its leaf, and the step down is -rate m / 2. A prediction that
adds up rate m instead is -2 times the one that was fitted.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gbtlib import GradientBoostingRegressor
from workbench.data.catalogue import load_dataset
from workbench.text.numbers import number

N_ROUNDS, RATE, LEAST_POINTS = 20, 0.1, 150
FACTORS = {"as fitted": 1.0, "minus lost": -1.0, "hessian lost": 2.0, "both lost": -2.0}
"""What each way to predict makes of the prediction that was fitted."""


@lru_cache(maxsize=1)
def errors_of_ways() -> dict[str, NDArray[np.float64]]:
    """The mean squared error on cos(x²), where nodes of 150 points are split: by way, (n_rounds + 1,)."""
    data = load_dataset("cos_x2")
    model = GradientBoostingRegressor(
        n_estimators=N_ROUNDS,
        learning_rate=RATE,
        max_depth=None,
        min_samples_split=LEAST_POINTS,
        reg_lambda=0.0,
        base_score=0.0,
    ).fit(data.X, data.y)
    F = np.vstack((np.zeros(len(data.y)), *model.staged_predict(data.X)))
    return {way: ((factor * F - data.y) ** 2).mean(axis=1) for way, factor in FACTORS.items()}


def lost_words() -> str:
    """What is lost between fit and predict, with numbers."""
    errors = errors_of_ways()
    last = {way: number(float(each[-1])) for way, each in errors.items()}
    doubled = errors["hessian lost"]
    best = int(doubled.argmin())
    return (
        "**The minus and the hessian are lost between fit and predict.** Each tree answers m, the mean of "
        "the gradients g = 2(F − y) in a leaf. The fit steps by −rate · m / h with h = 2; predict adds up "
        f"rate · m, −2 times what was fitted. From the same {N_ROUNDS} trees, at rate {RATE:g}, the mean "
        f"squared error is **{last['as fitted']}** as fitted. Without the minus it grows in every round, "
        f"from {number(float(errors['minus lost'][0]))} to **{last['minus lost']}**. Without the hessian "
        f"each step is twice as long: the error falls until round {best}, then rises to "
        f"**{last['hessian lost']}** on the way to 2y. Without both it is **{last['both lost']}**."
    )
