"""What a person does with a table or a model of one's own; see acts."""

from pathlib import Path

from playwright.sync_api import Page

from tests.journeys.acts import button, open_list
from tests.journeys.person import Act


def opens_a_table(file: Path) -> Act:
    """A table of one's own from a file, on the page for it; who gets a link about it opens the same file."""

    def do(page: Page) -> None:
        page.locator("input[type=file]").set_input_files(file)
        page.locator(".st-key-ways_beside_own").wait_for()

    return Act(f"opens the table {file.name}", "cursor", do, is_for_all=True)


def pastes_a_table(text: str) -> Act:
    """A table of one's own from the clipboard, in place of the open one."""

    def do(page: Page) -> None:
        for folded in page.locator("summary", has_text="Another table").all():  # where one is open here, too
            folded.click()
        page.get_by_role("textbox", name="Or rows as text").fill(text)
        button(page, "Open the text").click()
        page.locator(".st-key-ways_beside_own").wait_for()

    return Act("pastes a table", "cursor", do, is_for_all=True)


def takes_the_table_to(title: str, **then: str | None) -> Act:
    """A lesson on the table that was opened."""
    return Act(
        f"takes the table to {title}",
        "way",
        lambda page: page.locator(".st-key-ways_beside_own").get_by_role("link", name=title).click(),
        then=then,
        brings=True,
    )


def opens_a_model(file: Path) -> Act:
    """A model of one's own from a file, on the page for it."""

    def do(page: Page) -> None:
        page.locator("input[type=file]").set_input_files(file)
        page.wait_for_url(lambda url: "model=mod" in url)

    return Act(f"opens the model {file.name}", "cursor", do, is_for_all=True)


def gives_it_rows(title: str) -> Act:
    """The rows of a data set, on which the model is shown."""

    def do(page: Page) -> None:
        open_list(page.get_by_role("combobox", name="Rows of"))
        page.keyboard.type(title)
        page.get_by_role("option", name=title).last.click()
        page.locator(".st-key-own_model_made").wait_for()

    return Act(f"gives it the rows of {title}", "cursor", do, is_for_all=True)


def takes_the_model_to(title: str) -> Act:
    """A lesson on the model that is on the page, with its rows where it shows them."""

    def do(page: Page) -> None:
        page.locator(":is([class*=st-key-lesson_cards_], [class*=st-key-ways_beside_])").get_by_role(
            "link", name=title
        ).last.click()

    return Act(f"takes the model to {title}", "way", do, brings=True)
