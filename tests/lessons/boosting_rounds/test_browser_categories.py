"""A feature of categories is asked about like any other."""

from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, expect

from tests.browser.stages import as_read
from tests.workbench.stage.static_page import fitted, hear, open_stage, stage_tab

MOVED = 3  # borders, by key


def test_a_border_between_categories_in_the_order_of_their_sums_is_guessed(
    browser: Browser, tmp_path: Path
) -> None:
    fit = fitted(data="automobile", n_estimators=2)
    make = list(fit.dataset.feature_names).index("make")
    codes, g = fit.X[:, make].astype(int), fit.trace[1].gradient
    G, n = np.bincount(codes, g), np.bincount(codes)
    left = np.argsort(G / n)[: len(n) // 2 + MOVED]
    sums = np.array([[each[left].sum(), each.sum() - each[left].sum(), each.sum()] for each in (G, n)])
    scores = sums[0] ** 2 / (sums[1] + fit.model.params_.reg_lambda) / 2
    root = fit.candidates(2, 0)
    share = as_read(scores[0] + scores[1] - scores[2]) / as_read(root.gain[root.best])
    with stage_tab(browser, reduced_motion="reduce") as tab:
        open_stage(tab, tmp_path, fit, round=1, over=make)
        tab.locator(".handle").focus()
        for _ in range(MOVED):
            tab.keyboard.press("ArrowRight")
        hear(tab, f"S.moment({{...S.at, round: 2, node: 0, feature: {make}, cut: null}})")
        tab.evaluate("S.draw()")
        for _ in ("to say how sure one is", "guessing"):
            tab.keyboard.press("Enter")
        said = f"yours make in {len(left)} of {len(n)} · {round(100 * share)} % of its gain"
        rows = [[root.n_left[root.best], root.n_right[root.best]], sums[1, :2]]  # as much −G, and less H
        best, yours = (" | ".join(f"{each:#.3g}".rstrip(".") for each in sides) for sides in rows)
        said = f"{said}: H of its sides {best}, of yours {yours}"
        expect(tab.locator("[data-part=answer]")).to_have_text(said)
