"""The app opens in a real browser, quietly and without the network."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.menu import go_to
from workbench.shell.registry import HOME, PAGES

# Colours of workbench/.streamlit/config.toml as a browser writes them.
LIGHT_TEXT = "rgb(21, 25, 29)"
DARK_BACKGROUND = "rgb(16, 20, 24)"
LIGHT_BACKGROUND = "rgb(255, 255, 255)"


@pytest.mark.wide
def test_home_page_opens_in_the_light_theme_of_the_settings_without_developer_options(
    page: Page, server_url: str
) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(server_url)
    expect(page.get_by_role("heading", name="Gradient boosted trees, step by step")).to_be_visible()
    for entry in PAGES:
        expect(page.get_by_role("link", name=entry.question)).to_be_visible()
    expect(page).to_have_title(f"{HOME.title} · Gradient boosted trees")
    expect(page.get_by_text("Deploy", exact=True)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_css("color", LIGHT_TEXT)
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", LIGHT_BACKGROUND)


@pytest.mark.wide
def test_home_page_leads_to_every_lesson(page: Page, server_url: str) -> None:
    page.goto(server_url)
    for entry in PAGES:
        link = page.get_by_role("link", name=entry.question)
        expect(link).to_have_attribute("href", re.compile(f"\\b{entry.path.removesuffix('.py')}$"))
    page.get_by_role("link", name=PAGES[-1].question).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGES[-1].question)
    expect(page).to_have_url(re.compile(f"^{server_url}/{PAGES[-1].path.removesuffix('.py')}"))
    go_to(page, HOME.title)
    expect(page).to_have_title(f"{HOME.title} · Gradient boosted trees")


def test_dark_theme_follows_the_browser(page: Page, server_url: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(server_url)
    expect(page.get_by_role("heading", level=1)).not_to_have_css("color", LIGHT_TEXT)
    expect(page.get_by_test_id("stApp")).not_to_have_css("background-color", LIGHT_BACKGROUND)


def test_dark_comes_while_a_lesson_is_open(page: Page, server_url: str) -> None:
    page.goto(f"{server_url}/find_the_split")
    stage = page.locator(".stage[data-drawn]")
    expect(stage).to_have_css("background-color", LIGHT_BACKGROUND)
    page.emulate_media(color_scheme="dark")
    expect(stage).to_have_css("background-color", DARK_BACKGROUND)
    page.emulate_media(color_scheme="light")
    expect(stage).to_have_css("background-color", LIGHT_BACKGROUND)
