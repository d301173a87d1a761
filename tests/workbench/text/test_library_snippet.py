"""The settings as code for three libraries: run on their own, they predict what the lesson shows."""

import json

import numpy as np
import pytest

from tests.scripts import printed
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.text.library_snippet import library_snippet, settings_in, why_not

pytestmark = pytest.mark.sweep
LIBRARIES = ("scikit-learn", "xgboost", "lightgbm")
CASES = {
    "a wave": Settings(data="cos_x2_few", n_estimators=4, noise=0.1),
    "two classes": Settings(data="moons", n_estimators=4, max_depth=2),
    "three classes": Settings(data="iris", n_estimators=3, max_depth=2),
    "start at zero": Settings(data="moons", n_estimators=3, base_score=0.5, min_samples_leaf=3),
    "gaps": Settings(data="airquality", n_estimators=3, max_depth=2),
    "categories": Settings(data="automobile", n_estimators=2, max_depth=2),
    "drawn": Settings(data="sonar", n_estimators=3, subsample=0.5, colsample_bynode=0.3),
    "histogram, leaves": Settings(
        data="moons", n_estimators=3, tree_method="hist", max_leaves=5, grow_policy="lossguide"
    ),
    "pruned": Settings(data="diabetes", n_estimators=3, gamma=2000.0, pruning="full"),
}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("case", CASES)
def test_it_runs_and_predicts_what_is_shown(case: str, library: str) -> None:
    settings = CASES[case]
    fit, number = fit_boosted_model(settings), settings.n_estimators
    script = library_snippet(settings, library, number)
    assert script is not None
    found = np.array(json.loads(printed(script)))
    there = settings_in(settings, library, number)
    for each in there.lost:
        assert each.split(":")[0] in script.replace("\n# ", " ")
    model, X = fit.model, fit.X[:5]
    want = model.predict(X) if fit.dataset.task == "regression" else model.predict_proba(X)
    assert found.shape == want.shape
    if not there.lost and not any("bins" in each for each in there.notes):
        np.testing.assert_allclose(found, want, rtol=1e-4, atol=2e-5)


@pytest.mark.parametrize("library", LIBRARIES)
def test_few_values_give_what_is_shown_in_all_three(library: str) -> None:
    settings = Settings(data="iris", n_estimators=2, max_depth=1)
    script = library_snippet(settings, library, 2)
    assert script is not None
    fit = fit_boosted_model(settings)
    np.testing.assert_allclose(json.loads(printed(script)), fit.model.predict_proba(fit.X[:5]), atol=2e-5)


def test_a_loss_that_is_not_there_is_said() -> None:
    settings = Settings(loss="huber")
    assert library_snippet(settings, "scikit-learn", 1) is None
    said = why_not(settings, "scikit-learn")
    assert said is not None
    assert said.startswith("scikit-learn cannot: loss 'huber' is none of scikit-learn's; there are squared")
    assert why_not(settings, "lightgbm") is None
