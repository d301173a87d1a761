"""Over a slow network a widget may be drawn later than the answer after the one that brought its value."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.rest import at_rest

WIDGETS = re.compile(r"/static/js/(Selectbox|Slider|ButtonGroup|NumberInput|Radio|Checkbox|TextInput)\.")
LINKS = {
    "sonar_laboratory?lab_level=90&printed_row=11": (
        ("slider", "confidence, %", "90"),
        ("spinbutton", "Row of Sonar", "11"),
    ),
    "boosting_rounds?data=wine&learning_rate=0.5&max_depth=5&class=1": (
        ("combobox", "Data set", "Wine"),
        ("slider", "learning_rate", "0.5"),
        ("slider", "max_depth", "5"),
        ("radio", "cultivar 2", True),
    ),
}


@pytest.mark.parametrize("link", [pytest.param(next(iter(LINKS)), marks=pytest.mark.wide), *list(LINKS)[1:]])
def test_widgets_that_come_late_show_what_the_link_says(page: Page, server_url: str, link: str) -> None:
    page.goto(f"{server_url}/follow_one_row?row=3")  # so that a reload brings values of another lesson
    at_rest(page)
    page.goto(f"{server_url}/{link}")
    at_rest(page)
    late: list[Route] = []
    has_waited = False

    def hold(route: Route) -> None:
        if has_waited:
            route.continue_()
        else:
            late.append(route)

    page.route(WIDGETS, hold)
    with page.expect_websocket() as opened:
        page.reload(wait_until="commit")
    for _ in range(2):  # what the page asks first, and the values of the other lesson
        opened.value.wait_for_event("framesent")
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    assert late
    has_waited = True
    for route in late:
        route.continue_()
    at_rest(page)
    for role, name, shown in LINKS[link]:
        widget = page.get_by_role(role, name=name, exact=role != "slider")  # type: ignore[arg-type]
        if role == "radio":
            expect(widget).to_be_checked()
        elif role == "slider":
            expect(widget).to_have_attribute("aria-valuetext", shown)
        else:
            expect(widget).to_have_value(shown)


def test_the_address_says_the_row_that_is_shown_once_it_has_come(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/follow_one_row?data=circles&row=137&n_estimators=3")
    at_rest(page)
    page.get_by_role("combobox", name="Data set").click()
    page.keyboard.type("Sine")
    page.get_by_role("option", name="Sine").first.click()
    expect(page).to_have_url(re.compile("row=125"))  # its last one
    at_rest(page)
    page.route("**/moment?*", lambda _: None)
    page.get_by_text("by its path", exact=True).click()
    expect(page.locator(".stage[aria-busy=true]:not([data-untold])")).to_have_count(1)
    page.unroute("**/moment?*")  # what was held goes on
    at_rest(page)
    expect(page).to_have_url(re.compile("row=125"))
