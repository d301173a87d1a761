"""A notice is whole, and lies over nothing that is to be read or pressed."""

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.menu import listed
from tests.browser.stages import open_lesson, stage, stopped
from workbench.shell.registry import PAGES

# Where it is, and whether a click in its middle meets what it covers.
LETS_THROUGH = """
notice => {
  const box = notice.getBoundingClientRect()
  return !notice.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
}
"""

# Whether its last word lies inside of it, and all of it on the screen.
IS_WHOLE = """
notice => {
  const box = notice.getBoundingClientRect(),
    said = notice.querySelector("li:last-child").getBoundingClientRect()
  return said.height > 0 && said.bottom <= box.bottom && said.right <= box.right && box.bottom <= innerHeight
}
"""


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether no point is in both boxes."""
    sizes = (("x", "width"), ("y", "height"))
    return any(a[at] + a[size] <= b[at] for a, b in ((one, other), (other, one)) for at, size in sizes)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_a_notice_is_whole_and_covers_no_step_and_no_formula(
    page: Page, server_url: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_lesson(page, f"{server_url}/follow_one_row?x=1")
    notice = page.get_by_test_id("stToast")
    expect(notice).to_contain_text("x is not a value of this workbench.")
    stopped(page)
    assert notice.evaluate(IS_WHOLE)
    told = notice.bounding_box()
    assert told is not None
    for part in ("question", "picture", "strip", "stepper", "sums"):
        box = stage(page).locator(f".{part}").bounding_box()
        assert box is not None
        assert apart(box, told), part


@pytest.mark.wide
def test_a_notice_covers_no_link_to_another_page(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/boosting_rounds?max_depth=0&nonsense=1")
    notice = page.get_by_test_id("stToast").first
    expect(notice).to_contain_text("could be used")
    last = listed(page, PAGES[-1].title)
    last.click(trial=True)
    told = notice.bounding_box()
    assert told is not None
    for place in [each.bounding_box() for each in page.get_by_test_id("stPageLink-NavLink").all()]:
        assert place is None or apart(place, told)
    assert notice.evaluate(LETS_THROUGH)
    page.keyboard.press("Escape")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
