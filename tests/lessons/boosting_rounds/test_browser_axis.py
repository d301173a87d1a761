"""Over one feature all that is drawn has one axis."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.workbench.stage.static_page import come, fitted, open_stage, stage_tab
from workbench.models.boosted import BoostedModel


def test_gains_stand_on_the_axis_of_the_picture_and_stems_on_its_line(
    browser: Browser, tmp_path: Path
) -> None:
    with stage_tab(browser, reduced_motion="reduce") as tab:
        on_one_axis(tab, tmp_path, fitted(noise=0.1, n_estimators=12))


def on_one_axis(tab: Page, tmp_path: Path, fit: BoostedModel) -> None:
    open_stage(tab, tmp_path, fit, round=3)
    for node in (0, 1):  # a part of the axis, of a node with a part of the rows
        tab.evaluate(f"S.over = {node}")  # who points at it sees its cut again
        come(tab)
        cuts = tab.locator("[data-part=top] .cut, [data-gain=cut]")
        lines = [each.bounding_box() for each in cuts.all()]
        assert lines[0]["x"] == pytest.approx(lines[1]["x"], abs=0.3)
        assert 0 <= lines[0]["y"] + lines[0]["height"] - lines[1]["y"] < 8  # one line
    rows = np.searchsorted(fit.train, tab.evaluate("Array.from(S.record.rows)"))
    ends = tab.evaluate("S.own.layers.stems.getAttribute('d').match(/ [-.\\d]+V[-.\\d]+/g)")
    wanted = np.column_stack([fit.trace[2].raw_after[rows], fit.y[rows]])
    at = tab.evaluate("values => values.map(each => S.L.py(each))", wanted.ravel().tolist())
    drawn = [float(end) for each in ends for end in each.strip().split("V")]
    np.testing.assert_allclose(drawn, at, atol=0.06)
