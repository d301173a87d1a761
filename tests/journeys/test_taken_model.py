"""A model goes from Boosting into XGBoost and LightGBM, and there it predicts what was on the screen."""

import csv
import re
from pathlib import Path

import lightgbm
import numpy as np
import pytest
import xgboost
from playwright.sync_api import Page

from tests.browser.rest import at_rest
from tests.browser.stages import open_lesson
from tests.journeys.acts import button, panel_of
from workbench.shell.take_with_you import TAKE

pytestmark = pytest.mark.browser


def takes(page: Page, label: str) -> Path:
    """The file that a button gives."""
    with page.expect_download() as coming:
        button(page, label).click()
    return Path(coming.value.path())


def test_a_model_predicts_elsewhere_what_was_on_the_screen(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/boosting_rounds?data=moons&noise=0.3&n_estimators=6&round=6&guess=0")
    at_rest(page)
    losses = re.search(r"training\s+([\d.]+)\s+unseen\s+([\d.]+)", page.locator(".stage").inner_text())
    assert losses
    panel_of(page, TAKE).click()
    with takes(page, "Rows, CSV").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    X = np.array([[float(each["x1"]), float(each["x2"])] for each in rows])
    is_b, shown = (np.array([each[name] for each in rows]) for name in ("class", "probability of B"))
    booster = xgboost.Booster(model_file=bytearray(takes(page, "XGBoost, JSON").read_bytes()))
    theirs = {
        "XGBoost": booster.predict(xgboost.DMatrix(X)).astype(np.float64),
        "LightGBM": lightgbm.Booster(model_str=takes(page, "LightGBM, text").read_text("utf-8")).predict(X),
    }
    held_out = np.array([each["part"] == "held out" for each in rows])
    for p in theirs.values():
        np.testing.assert_allclose(p, shown.astype(np.float64), atol=1e-6)
        log_loss = -np.log(np.where(is_b == "B", p, 1 - p))
        for part, said in ((~held_out, losses[1]), (held_out, losses[2])):
            assert float(said) == pytest.approx(log_loss[part].mean(), abs=6e-4)
