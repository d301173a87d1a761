"""A prediction that forgets the minus or the hessian of its fit: by hand, and against gbtlib's boosting."""

import numpy as np
import pytest

from gbtlib import GradientBoostingRegressor
from workbench.data.catalogue import load_dataset
from workbench.lessons.clinic import boosting_mistakes

RIGHT, NO_MINUS, NO_HESSIAN, NEITHER = boosting_mistakes.FACTORS


def test_two_rows_by_hand() -> None:
    # A leaf for each row, rate 1/2, from 0. Round 1: g = 2 (0 - y) = -2, -6, and F = y / 2.
    # Round 2: g = -y, and F = y / 2 + y / 4. The mean of y squared is 5.
    y = np.array([1.0, 3.0])
    found = boosting_mistakes.boosted(np.array([[0.0], [1.0]]), y, 2, 0.5, 2)
    expected = {
        RIGHT: ([[0, 0], [0.5, 1.5], [0.75, 2.25]], [5, 5 / 4, 5 / 16]),
        NO_MINUS: ([[0, 0], [-0.5, -1.5], [-0.75, -2.25]], [5, 5 * 9 / 4, 5 * 49 / 16]),
        NO_HESSIAN: ([[0, 0], [1, 3], [1.5, 4.5]], [5, 0, 5 / 4]),
        NEITHER: ([[0, 0], [-1, -3], [-1.5, -4.5]], [5, 20, 5 * 25 / 4]),
    }
    for way, (said, error) in expected.items():
        assert found.said[way].tolist() == said
        assert found.error(way).tolist() == pytest.approx(error)


def test_the_fit_is_gbtlibs_boosting() -> None:
    data, found = load_dataset("cos_x2"), boosting_mistakes.boosted_wave()
    model = GradientBoostingRegressor(
        n_estimators=boosting_mistakes.N_ROUNDS,
        learning_rate=boosting_mistakes.RATE,
        max_depth=100,
        min_samples_split=boosting_mistakes.LEAST_POINTS,
        reg_lambda=0.0,
        base_score=0.0,
    ).fit(data.X, data.y)
    assert np.allclose(found.said[RIGHT][-1], model.predict(data.X), atol=1e-9)
    for way, factor in boosting_mistakes.FACTORS.items():
        assert np.allclose(found.said[way], factor * found.said[RIGHT], atol=1e-12)


def test_words_hold_the_errors_and_what_they_do() -> None:
    found, words = boosting_mistakes.boosted_wave(), boosting_mistakes.lost_words()
    for way in boosting_mistakes.FACTORS:
        assert f"**{float(found.error(way)[-1]):.3g}**" in words
    assert (np.diff(found.error(RIGHT)) < 0).all()
    assert (np.diff(found.error(NO_MINUS)) > 0).all()
    doubled = found.error(NO_HESSIAN)
    (turn,) = (
        i for i in range(1, boosting_mistakes.N_ROUNDS) if doubled[i - 1] > doubled[i] < doubled[i + 1]
    )
    assert f"falls until round {turn}," in words


def test_panels_draw_them() -> None:
    predicted, course = boosting_mistakes.lost_panels()
    found = boosting_mistakes.boosted_wave()
    for line in course.lines:
        assert line.y == pytest.approx(found.error(line.name), rel=1e-5)
    drawn = {line.name: line for line in predicted.lines}
    assert drawn[NEITHER].y == pytest.approx([-2 * y for y in drawn[RIGHT].y], rel=1e-4)
