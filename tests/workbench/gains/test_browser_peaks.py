"""A button leads from the best cut to the other peaks of the gain curve, the next lower one each time."""

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from scipy.signal import find_peaks

from tests.browser.rest import at_rest
from tests.pages import fit
from workbench.lessons.boosting_rounds.widgets import SPLIT_BY_SPLIT
from workbench.text.numbers import threshold_text


@pytest.mark.wide
def test_the_peaks_come_one_after_another(page: Page, server_url: str) -> None:
    found = fit().candidates(1, 0)
    peaks, _ = find_peaks(found.gain, prominence=0.02 * found.gain.max())
    peaks = peaks[np.argsort(-found.gain[peaks])]
    assert len(peaks) >= 3
    page.goto(f"{server_url}/boosting_rounds")
    at_rest(page)
    page.get_by_text(SPLIT_BY_SPLIT).click()
    at_rest(page)
    read = page.locator(".gains .read")
    button = page.get_by_role("button", name="Next peak")
    for at in [*peaks[1:], peaks[0]]:
        button.click()
        expect(read).to_contain_text(f"x ≤ {threshold_text(float(found.threshold[at]))} ·")
        at_rest(page)
    expect(read).to_contain_text("rank 1 of")


@pytest.mark.wide
def test_a_curve_with_one_peak_has_no_button(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?data=hand4")
    at_rest(page)
    page.get_by_text(SPLIT_BY_SPLIT).click()
    expect(page.locator(".gains .read")).to_contain_text("rank 1 of")
    expect(page.get_by_role("button", name="Next peak")).to_be_hidden()
