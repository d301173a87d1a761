"""The laboratory where there is little room: on a phone, and in letters as large as a slide's."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stages import go, open_lesson, question, shows, stage
from tests.lessons.sonar_laboratory.laboratory import flag, open_file


@pytest.mark.parametrize("width", [390, 1280])
def test_a_slide_has_room_for_its_picture_and_its_keys(page: Page, server_url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_lesson(page, f"{server_url}/sonar_laboratory?guess=0&present=1&one_split=40")
    expect(stage(page).locator(".of-one-deal")).to_contain_text("where the next deal falls")
    keys = stage(page).locator(".left .legend .keys > span").all()
    tops = {round(box["y"]) for each in keys if (box := each.bounding_box())}
    assert len(tops) == 1 or width < 560


def test_on_a_phone_the_answer_takes_no_more_room_than_the_question(alone: Page, tmp_path: Path) -> None:
    alone.set_viewport_size({"width": 390, "height": 844})
    open_file(alone, tmp_path)
    before = question(alone).bounding_box()
    flag(alone).focus()
    alone.keyboard.press("ArrowLeft")
    go(alone, "next")
    shows(alone, 40)
    expect(question(alone)).to_contain_text("Yours, deal 19: apart, but no more at deal 24.")
    assert question(alone).bounding_box() == before
