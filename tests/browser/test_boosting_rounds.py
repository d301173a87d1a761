"""The first lesson in a real browser: stepping, links, dark mode."""

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PageLog


def open_lesson(page: Page, server_url: str) -> None:
    page.goto(server_url)
    page.get_by_role("link", name="What does each new tree add to the prediction?").click()
    at_round(page, 1)


def at_round(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"The tree of round {number}", exact=True)).to_be_visible()
    expect(round_slider(page)).to_have_value(str(number))


def round_slider(page: Page) -> Locator:
    return page.get_by_role("group", name="Round", exact=True).get_by_role("slider")


def tree_words(page: Page) -> str:
    return page.get_by_role("tree", name="A tree of").get_attribute("aria-label") or ""


def test_stepping_back_and_forth(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    first = tree_words(page)
    page.get_by_role("button", name="Next").click()
    at_round(page, 2)
    expect(page.get_by_role("tree", name="A tree of")).not_to_have_attribute("aria-label", first)
    expect(page.get_by_text("Round 2 adds a tree of")).to_be_visible()
    page.get_by_role("button", name="Last").click()
    at_round(page, 50)
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.get_by_role("button", name="First").click()
    at_round(page, 1)
    expect(page.get_by_role("tree", name="A tree of")).to_have_attribute("aria-label", first)


def test_stepping_with_the_keyboard(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    round_slider(page).focus()
    for number in (2, 3, 4):
        page.keyboard.press("ArrowRight")
        at_round(page, number)
    page.keyboard.press("ArrowLeft")
    at_round(page, 3)


def test_a_link_shows_the_same_moment_to_somebody_else(
    page: Page, server_url: str, browser: Browser, page_log: PageLog
) -> None:
    open_lesson(page, server_url)
    page.get_by_role("combobox", name="Data set").click()
    page.get_by_role("option", name="Sonar").click()
    page.get_by_role("button", name="Next").click()
    at_round(page, 2)
    expect(page.get_by_text("rows never trained on")).to_be_visible()
    words, link = tree_words(page), page.url
    assert "round=2" in link
    other = browser.new_context(color_scheme="dark").new_page()
    other.goto(link)
    at_round(other, 2)
    expect(other.get_by_role("tree", name="A tree of")).to_have_attribute("aria-label", words)
    expect(other.get_by_text("rows never trained on")).to_be_visible()
    other.context.close()


def test_a_node_is_chosen_by_mouse_and_by_keyboard(page: Page, server_url: str) -> None:
    open_lesson(page, server_url)
    items = page.get_by_role("tree", name="A tree of").get_by_role("treeitem")
    expect(items).to_have_count(15)
    expect(items.first).to_have_attribute("aria-selected", "true")
    items.last.click()
    expect(page.get_by_role("heading", name="The weight of the chosen leaf")).to_be_visible()
    expect(page.get_by_text("It is a leaf because: max_depth reached.")).to_be_visible()
    expect(items.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("heading", name="gains")).to_be_visible()
    page.keyboard.press("Home")
    expect(items.first).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("over the 5,000 rows of the node")).to_be_visible()
