"""The address bar: who may make an entry after a step back, and what a tab keeps over a reload."""

from typing import Any

from playwright.sync_api import Page

from workbench.components.bundle import drawing_script
from workbench.paths import PACKAGE_DIR

DRAW = f"""
data => {{
  {drawing_script(PACKAGE_DIR / "components" / "address.js")}
  const told = []
  $draw({{ data, setTriggerValue: (_, value) => told.push(value) }})
  return told
}}
"""
AT = "http://127.0.0.1:1/prune_it"


def answer(
    page: Page, session: str, number: int, others: dict[str, Any], *, has_heard: bool = False
) -> list[dict[str, Any]]:
    """What the tab tells when an answer of a session has come."""
    counts = {"session": session, "moment": 0, "visits": 0, "answers": number, "leads_to": ""}
    counts["has_heard"] = has_heard
    told: list[dict[str, Any]] = page.evaluate(
        DRAW, {"page": "prune_it.py", "values": {}, "others": others, "held": [], **counts}
    )
    return told


def test_a_session_that_a_reload_begins_hears_what_the_tab_has_kept(page: Page) -> None:
    page.route(f"{AT}*", lambda route: route.fulfill(body="<p></p>", content_type="text/html"))
    page.goto(AT)
    kept = {"pages": {"your_data": {"own_table": "own1"}}, "visited": "your_data prune_it"}
    nothing = {"pages": {}, "visited": "prune_it"}
    assert answer(page, "first", 1, kept) == []
    page.reload()
    assert answer(page, "second", 2, nothing) == [kept]  # the answer before it was never seen
    assert answer(page, "second", 3, nothing) == [kept]  # it was on its way when the reader went on
    assert answer(page, "second", 4, kept, has_heard=True) == []
    assert answer(page, "third", 1, nothing) == [kept]  # the server has begun anew under an open page


def test_after_a_step_back_another_page_has_an_entry_once_the_reader_does_something(page: Page) -> None:
    """Whoever works by voice or by a reader of screens clicks without a pointer."""
    page.route(f"{AT}*", lambda route: route.fulfill(body="<button>On</button>", content_type="text/html"))
    page.goto(AT)
    answer(page, "first", 1, {"pages": {}, "visited": "prune_it"})
    page.evaluate("history.pushState({}, '', '/prune_it?node=2')")
    page.go_back()
    page.evaluate("history.pushState({}, '', '/clinic')")  # of a run that the reader has left behind
    assert page.url == AT
    page.evaluate("document.querySelector('button').click(); history.pushState({}, '', '/clinic')")
    assert page.url.endswith("/clinic")
