"""A preset of the sources opens a lesson as it was run, and Back returns."""

from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest


def test_the_defaults_of_a_write_up_open_boosting_and_back_returns(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/sources")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Where is all of this from?")
    at_rest(page)
    page.get_by_role("link", name="Its defaults: depth 5, 10 rounds").click()
    expect(heading).to_have_text("What does each new tree add?")
    at_rest(page)
    for name, value in {"max_depth": "5", "n_estimators": "10", "learning_rate": "0.1"}.items():
        shown = page.locator(f"input.track[aria-label='{name}']")
        expect(shown).to_have_attribute("aria-valuetext", value)
    expect(page.get_by_role("combobox", name="Data set")).to_have_value("Sonar")
    page.go_back()
    expect(heading).to_have_text("Where is all of this from?")
    expect(page.get_by_role("link", name="Its defaults: depth 5, 10 rounds")).to_be_visible()


def test_what_a_link_leads_to_is_open_and_in_view(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/sources?source=cart")
    at_rest(page)
    page.get_by_role("link", name="Both flat tables of any tree").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("In which order does a tree grow?")
    expect(page.locator("summary", has_text="flat tables")).to_be_in_viewport()
    expect(page.get_by_text("if petal length")).to_be_in_viewport()
    at_rest(page)
    assert "fold=" not in page.url
