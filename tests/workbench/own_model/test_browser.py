"""A model in the browser: opened with rows, walked to its last round, found again, and sent to somebody."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import lightgbm
import numpy as np
import pandas as pd
import pytest
import skops.io
import xgboost
from playwright.sync_api import expect
from sklearn.ensemble import HistGradientBoostingRegressor

from tests.browser.rest import at_rest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
FIT = re.compile(r"data=fit[0-9a-f]{12}")
ROUNDS = 500


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """Rows with gaps and categories."""
    rng = np.random.default_rng(0)
    found = pd.DataFrame({name: rng.normal(size=600).round(3) for name in ("width", "height", "depth")})
    found["city"] = rng.choice(["Bonn", "Lima", "Oslo"], 600)
    found["y"] = (found.width * found.height + (found.city == "Oslo") + rng.normal(0, 0.2, 600)).round(4)
    found.loc[::9, "depth"] = np.nan
    return found


@pytest.fixture(scope="module")
def files(table: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the table and a model of two libraries on it."""
    folder = tmp_path_factory.mktemp("models")
    table.to_csv(folder / "table.csv", index=False)
    numbers = table[["width", "height", "depth"]]
    params = {"max_depth": 4, "eta": 0.05, "lambda": 2, "nthread": 1}
    booster = xgboost.train(params, xgboost.DMatrix(numbers, label=table.y), ROUNDS)
    booster.save_model(folder / "large.json")
    rows = table.drop(columns="y").assign(city=table.city.astype("category"))
    given = {"num_leaves": 7, "verbosity": -1, "num_threads": 1}
    lightgbm.train(given, lightgbm.Dataset(rows, label=table.y), 20).save_model(folder / "cities.txt")
    binned = HistGradientBoostingRegressor(max_iter=12, max_leaf_nodes=6).fit(numbers.to_numpy(), table.y)
    (folder / "binned.skops").write_bytes(skops.io.dumps(binned))
    table.drop(columns="city").to_csv(folder / "numbers.csv", index=False)
    (folder / "broken.json").write_text('{"learner": {"**b**": [1, 2')
    return folder


def open_table(page: Page, file: Path) -> None:
    """Open the table on the page Your data, all of whose rows are trained on."""
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("of 600 rows")).to_be_visible()
    at_rest(page)
    page.get_by_role("combobox", name="share").click()
    page.get_by_role("option", name="0 %", exact=True).click()
    expect(page).to_have_url(re.compile("own_table=own[0-9a-f]{12}-"))  # and what is not usual of it
    at_rest(page)


def open_model(page: Page, file: Path, rounds: int) -> None:
    """Open a model on the page Open a model."""
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".stage .count")).to_have_text(f"Round 1 of {rounds}")
    at_rest(page)


def take_rows(page: Page, title: str) -> None:
    """Give the model on the page the rows of a table."""
    page.get_by_role("combobox", name="Rows of").click()
    page.keyboard.type(title)
    page.get_by_role("option", name=title).last.click()  # the one without rows held out
    expect(page.get_by_text("Your model:")).to_be_visible()
    at_rest(page)


def go_by_menu(page: Page, title: str) -> None:
    """Go to another page of the same session."""
    heading = page.get_by_role("heading", level=1)
    left = heading.inner_text()
    page.get_by_role("button", name="Lessons").click()
    page.get_by_role("link", name=title).click()
    expect(heading).not_to_have_text(left)  # both pages have a place for a file
    at_rest(page)


def test_a_model_of_five_hundred_trees_is_walked_found_again_and_sent(
    page: Page, browser: Browser, server_url: str, files: Path
) -> None:
    page.goto(f"{server_url}/your_data")
    open_table(page, files / "table.csv")
    go_by_menu(page, "Open a model")
    page.locator("input[type=file]").set_input_files(files / "broken.json")
    expect(page.get_by_text("The file cannot be opened")).to_be_visible()
    at_rest(page)
    open_model(page, files / "large.json", ROUNDS)
    take_rows(page, "table")
    page.locator(".st-key-ways_beside_model").get_by_role("link", name="Boosting").click()
    at_rest(page)
    expect(page).to_have_url(FIT)
    rounds = page.locator(".parameters").get_by_role("slider", name="n_estimators")
    expect(rounds).to_have_attribute("aria-valuetext", str(ROUNDS))
    expect(rounds).to_have_attribute("aria-description", re.compile("file"))
    expect(rounds).to_have_attribute("aria-disabled", "true")
    rounds.press("ArrowLeft")
    rounds.press("Enter")
    expect(rounds).to_have_attribute("aria-valuetext", str(ROUNDS))
    expect(page.locator(".parameters").get_by_role("textbox", name="n_estimators")).to_be_hidden()
    page.get_by_role("button", name="Last").click()
    at_rest(page)
    expect(page.get_by_text(f"Round {ROUNDS} of {ROUNDS}")).to_be_visible()
    link = page.url
    page.reload()
    at_rest(page)
    expect(page.get_by_text(f"Round {ROUNDS} of {ROUNDS}")).to_be_visible()
    expect(page.get_by_text("the rows of its training")).to_be_visible()
    at_rest(page)  # until then the links of the page as it was before the model was found are there

    ways = page.locator(".st-key-same_model")
    ways.get_by_role("link", name="Follow one row").click()
    at_rest(page)
    expect(page).to_have_url(FIT)
    expect(page.get_by_text(f"of {ROUNDS}").first).to_be_visible()

    with browser.new_context() as another:
        tab = another.new_page()
        tab.goto(link)
        expect(tab.get_by_text("a model of its sender's")).to_be_visible()
        go_by_menu(tab, "Your data")
        open_table(tab, files / "table.csv")
        go_by_menu(tab, "Open a model")
        open_model(tab, files / "large.json", ROUNDS)
        take_rows(tab, "table")
        tab.get_by_role("link", name="Go on to the link").click()
        at_rest(tab)
        expect(tab.get_by_text(f"Round {ROUNDS} of {ROUNDS}")).to_be_visible()


def test_a_model_with_categories_is_shown_with_their_names(page: Page, server_url: str, files: Path) -> None:
    page.goto(f"{server_url}/your_data")
    open_table(page, files / "table.csv")
    go_by_menu(page, "Open a model")
    open_model(page, files / "cities.txt", 20)
    take_rows(page, "table")
    page.locator(".st-key-ways_beside_model").get_by_role("link", name="Follow one row").click()
    at_rest(page)
    expect(page).to_have_url(FIT)
    expect(page.get_by_text(re.compile("city in {"))).not_to_have_count(0)


def test_a_model_of_scikit_learn_is_found_after_a_reload_and_shown_on_rows(
    page: Page, server_url: str, files: Path
) -> None:
    page.goto(f"{server_url}/open_a_model")
    open_model(page, files / "binned.skops", 12)
    expect(page).to_have_url(re.compile("model=mod[0-9a-f]{12}"))
    page.reload()
    expect(page.locator(".stage .count")).to_have_text("Round 1 of 12")
    expect(page.get_by_role("combobox", name="Model")).to_have_value("binned.skops")
    at_rest(page)
    go_by_menu(page, "Your data")
    open_table(page, files / "numbers.csv")
    go_by_menu(page, "Open a model")
    take_rows(page, "numbers")
    page.locator(".st-key-ways_beside_model").get_by_role("link", name="One tree or many").click()
    at_rest(page)
    expect(page).to_have_url(FIT)
    expect(page.get_by_text("the rows of its training")).to_be_visible()
