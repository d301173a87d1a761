"""Bias and variance: the parts are those of the error that is measured."""

from functools import cache

import numpy as np
import pytest

from tests.pages import opened, paragraphs, quiet
from workbench.lessons.one_tree_or_many.bias_variance import MODELS, Scatter, sample, scatters
from workbench.lessons.one_tree_or_many.forest_words import study_table
from workbench.lessons.one_tree_or_many.panels import scatter_panels


@cache
def found() -> dict[str, Scatter]:
    return scatters()


def test_by_hand() -> None:
    """Two models say 1 and 3 where the truth is 0: the mean is 2 off, and each lies 1 from the mean."""
    scatter = Scatter(np.zeros(1), np.zeros(1), np.array([[1.0], [3.0]]), noise=0.5)
    assert (scatter.bias2, scatter.variance, scatter.expected) == (4.0, 1.0, 5.25)


@pytest.mark.parametrize("name", MODELS)
def test_the_parts_add_up_to_the_error(name: str) -> None:
    """Without noise exactly; with new targets as far as they are measured; less one part they do not."""
    scatter = found()[name]
    exact = float(((scatter.predicted - scatter.truth) ** 2).mean())
    assert scatter.bias2 + scatter.variance == pytest.approx(exact, rel=1e-12)
    measured, error = scatter.measured(seed=5)
    assert abs(measured - scatter.expected) < 4 * error
    assert abs(measured - (scatter.expected - scatter.variance)) > 4 * error
    assert abs(measured - (scatter.expected - scatter.noise**2)) > 4 * error


def test_what_the_page_says_of_the_models_is_so() -> None:
    """A mean takes variance away and leaves the bias; boosting takes the bias of its small trees away."""
    small, deep, forest, boosting = (found()[name] for name in MODELS)
    assert deep.bias2 < 0.1 * small.bias2
    assert forest.variance < 0.7 * deep.variance
    assert abs(forest.bias2 - deep.bias2) < 0.1 * (deep.variance - forest.variance)
    assert boosting.bias2 < 0.1 * small.bias2
    assert boosting.expected < deep.expected


def test_samples_are_the_same_each_time_and_differ_from_each_other() -> None:
    np.testing.assert_array_equal(sample(3)[1], sample(3)[1])
    assert not np.array_equal(sample(3)[0], sample(4)[0])
    X, y = sample(0)
    assert np.std(
        [each for n in range(40) for each in sample(n)[1] - np.cos(sample(n)[0][:, 0])]
    ) == pytest.approx(0.4, rel=0.05)
    assert X.shape == (len(y), 1)


def test_the_picture_and_the_table_hold_them() -> None:
    panels = scatter_panels(found())
    assert [panel.title for panel in panels] == list(MODELS)
    (mean,) = [line for line in panels[-1].lines if line.name == "mean prediction"]
    np.testing.assert_allclose(mean.y, found()["boosting"].mean, rtol=1e-5, atol=1e-6)
    assert "| boosting |" in study_table(found())


def test_it_is_computed_when_its_part_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.lessons.one_tree_or_many.forest_widgets.scatters", found)
    at = opened("one_tree_or_many.py", data="circles", n_estimators=3)
    assert not any("standard deviation 0.4" in said for said in paragraphs(at))
    at.session_state["folded_Bias and variance, on 40 training samples"] = True
    at.run()
    assert quiet(at)
    assert any("standard deviation 0.4" in said for said in paragraphs(at))
