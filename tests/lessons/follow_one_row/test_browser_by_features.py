"""The sum cut by features in a real browser: every name is whole, and no number lies on another."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stages import stage
from tests.lessons.follow_one_row.test_browser import open_file, open_sonar
from tests.pages import fit


@pytest.mark.parametrize("bricks", ["features", "path"])
@pytest.mark.parametrize("round_", [3, 11, 30])
def test_no_line_strikes_what_a_feature_adds(alone: Page, tmp_path: Path, bricks: str, round_: int) -> None:
    open_sonar(alone, tmp_path, round=round_, bricks=bricks, guess=0)
    level = [
        box["y"] + box["height"] / 2
        for each in stage(alone).locator(".picture :is(.level, .even)").all()
        if (box := each.bounding_box()) and box["height"] < 4
    ]
    for text in stage(alone).locator("[data-part=top] text:has([data-card^=feature])").all():
        box = text.bounding_box()
        assert box and not any(box["y"] + 4 < y < box["y"] + box["height"] - 4 for y in level)


@pytest.mark.parametrize("data", ["breast_cancer", "wine", "automobile"])
@pytest.mark.parametrize("bricks", ["features", "path"])
def test_names_of_features_are_whole_and_nothing_lies_on_another(
    alone: Page, tmp_path: Path, data: str, bricks: str
) -> None:
    open_file(alone, tmp_path, fit(data=data, n_estimators=8), round=8, bricks=bricks)
    names = stage(alone).locator(".picture g[transform^=rotate] text")
    numbers = stage(alone).locator("[data-part=top] text:has([data-card^=feature])")
    expect(names.first).to_be_visible()
    boxes = [box for each in (*names.all(), *numbers.all()) if (box := each.bounding_box())]
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            across = a["x"] + 2 < b["x"] + b["width"] and b["x"] + 2 < a["x"] + a["width"]
            down = a["y"] + 4 < b["y"] + b["height"] and b["y"] + 4 < a["y"] + a["height"]
            assert not (across and down)
    assert not any("…" in text for text in names.all_text_contents())


@pytest.mark.parametrize("bricks", ["features", "path"])
def test_on_a_phone_names_of_features_are_whole_and_no_number_lies_on_another(
    alone: Page, tmp_path: Path, bricks: str
) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    open_file(alone, tmp_path, fit(data="breast_cancer", n_estimators=8), round=8, bricks=bricks, guess=0)
    names = stage(alone).locator(".picture g[transform^=rotate] text").all_text_contents()
    assert "worst concave points" in names
    assert not any("…" in name for name in names)
    numbers = stage(alone).locator("[data-part=top] text:has([data-card^=feature])").all()
    boxes = [box for each in numbers if (box := each.bounding_box())]
    assert len(boxes) > 2
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
            down = a["y"] + 4 < b["y"] + b["height"] and b["y"] + 4 < a["y"] + a["height"]
            assert not (across and down)
