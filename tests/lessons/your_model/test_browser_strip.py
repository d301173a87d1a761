"""The strip of a model’s file in a real browser: of its splits as long as it is asked, then of rounds too."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.stages import question, shows, stage, stopped
from tests.lessons.your_model.test_browser import dot, open_file, told


def numbers_below(page: Page) -> list[str]:
    """The numbers below the strip that are within it."""
    strip = stage(page).locator(".strip").bounding_box()
    assert strip
    texts = [
        (each.bounding_box(), each.text_content() or "") for each in stage(page).locator(".strip text").all()
    ]
    return [text for box, text in texts if box and text and box["x"] < strip["x"] + strip["width"]]


def test_rounds_come_into_the_strip_once_the_answer_comes(alone: Page, tmp_path: Path) -> None:
    """Until then it is of the splits alone, all along; who asks again sends them away."""
    open_file(alone, tmp_path)
    assert numbers_below(alone) == ["1", "2", "3", "5", "10", "30", "90", "183"]
    question(alone).get_by_role("button", name="Show me").click()
    shows(alone, 183)
    assert numbers_below(alone)[-2:] == ["25", "30"]
    sums = re.findall(r"[\d.]+", told(alone).get_by_text("Why these:").text_content() or "")
    assert sums == ["1", "3.35", "5.02", "1.67."]
    in_tree = stage(alone).locator("[data-part=treebox]")
    for each in ("−3.35", "5.02", "G 1.67"):
        expect(in_tree).to_contain_text(each)
    question(alone).get_by_role("button", name="Ask me").click()
    expect(dot(alone)).to_be_visible()
    stopped(alone)
    assert numbers_below(alone)[-1] == "183"


def test_under_the_hand_all_is_told_at_one_moment_and_rounds_come_when_it_lets_go(
    alone: Page, tmp_path: Path
) -> None:
    open_file(alone, tmp_path)
    strip = stage(alone).locator(".strip").bounding_box()
    assert strip
    alone.mouse.move(strip["x"] + 16, strip["y"] + 40)
    alone.mouse.down()
    alone.mouse.move(strip["x"] + strip["width"] - 20, strip["y"] + 40)
    expect(question(alone)).to_have_text("All 183 splits add up at λ 1.7, η 0.12")
    expect(dot(alone)).to_have_count(0)
    expect(stage(alone).locator(".found")).to_have_count(1)
    assert numbers_below(alone)[-1] == "183"
    alone.mouse.up()
    stopped(alone)
    assert numbers_below(alone)[-1] == "30"
