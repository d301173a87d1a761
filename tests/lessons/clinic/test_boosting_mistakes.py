"""A prediction that forgets the minus or the hessian of its fit: against trees added up one by one."""

import numpy as np
import pytest

from gbtlib import DecisionTreeRegressor
from workbench.data.catalogue import load_dataset
from workbench.lessons.clinic import boosting_mistakes

RIGHT, NO_MINUS, NO_HESSIAN, NEITHER = boosting_mistakes.FACTORS


def test_the_errors_are_those_of_trees_that_answer_the_mean_gradient() -> None:
    data, errors = load_dataset("cos_x2"), boosting_mistakes.errors_of_ways()
    F, given = np.zeros(len(data.y)), np.zeros((4, len(data.y)))
    for round_ in range(1, boosting_mistakes.N_ROUNDS + 1):
        tree = DecisionTreeRegressor(min_samples_split=boosting_mistakes.LEAST_POINTS)
        m = tree.fit(data.X, 2 * (F - data.y)).predict(data.X)
        F = F - boosting_mistakes.RATE * m / 2
        given += boosting_mistakes.RATE * np.array([-m / 2, m / 2, -m, m])
        for way, said in zip(boosting_mistakes.FACTORS, given, strict=True):
            assert errors[way][round_] == pytest.approx(((said - data.y) ** 2).mean(), rel=1e-9)


def test_words_hold_the_errors_and_what_they_do() -> None:
    errors, words = boosting_mistakes.errors_of_ways(), boosting_mistakes.lost_words()
    for way in boosting_mistakes.FACTORS:
        assert f"**{float(errors[way][-1]):.3g}**" in words
    assert (np.diff(errors[RIGHT]) < 0).all()
    assert (np.diff(errors[NO_MINUS]) > 0).all()
    doubled = errors[NO_HESSIAN]
    turns = [i for i in range(1, len(doubled) - 1) if doubled[i - 1] > doubled[i] < doubled[i + 1]]
    assert [f"falls until round {turn}," in words for turn in turns] == [True]
