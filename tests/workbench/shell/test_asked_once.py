"""Every lesson opens with its question, and nothing on the screen tells the answer before its time."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import asks_on_stage, opened, payloads, quiet
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES

ASKING = ["Reveal", "Show me"]
LINE = re.compile(r'\bd=\\?"M[^"\\]*')  # of a picture in SVG, as that of the next lesson
# Lessons whose question Python draws; a stage asks by itself, see its tests in the browser.
BY_PYTHON = [each for each in PAGES if not asks_on_stage(each)]
# Questions beyond the one that a lesson opens with.
PARTS = [
    *((entry, {}) for entry in BY_PYTHON),
    *(
        (entry, {"part": part})
        for entry in BY_PYTHON
        if "part" in entry.own
        for part in ("surrogates", "categories")
    ),
    *((entry, {"prune_by": "gamma"}) for entry in BY_PYTHON if "prune_by" in entry.own),
]
parts = pytest.mark.parametrize(
    ("entry", "link"), PARTS, ids=[" ".join((entry.name, *link.values())) for entry, link in PARTS]
)


def buttons(at: AppTest) -> list[str]:
    return [each.label for each in at.button]


def press(at: AppTest, label: str) -> AppTest:
    next(each for each in at.button if each.label == label).click()
    return at.run()


def link_of(at: AppTest) -> dict[str, str]:
    (sent,) = payloads(at, "address")
    values: dict[str, str] = sent["values"]
    return values


def said(at: AppTest) -> list[str]:
    """What a page says outside its components, and the names of what stands on it."""
    kinds = (at.markdown, at.caption, at.latex, at.subheader, at.text, at.metric)
    return [*(str(each.value) for kind in kinds for each in kind), *buttons(at)]


def sent(at: AppTest) -> list[tuple[str, Any]]:
    """What its components are sent, but for the link, and for what is counted in the session."""
    own = ("gbt_address", "gbt_link", "gbt_verdict")
    found = (each.proto for each in at.get("bidi_component"))
    return [(each.component_name, json.loads(each.bytes)) for each in found if each.component_name not in own]


@parts
def test_a_lesson_opens_with_its_question(entry: PageEntry, link: dict[str, str]) -> None:
    at = opened(entry.path, **link, guess="none")
    assert quiet(at)
    assert [each for each in buttons(at) if each in (*ASKING, "Guess first", "Stop guessing")] == ASKING
    assert "guess" not in link_of(at)
    asked = opened(entry.path, **link, guess=1)
    assert (said(at), sent(at)) == (said(asked), sent(asked))


@parts
def test_show_me_shows_what_a_link_with_answers_shows(entry: PageEntry, link: dict[str, str]) -> None:
    at = press(opened(entry.path, **link, guess="none"), "Show me")
    assert quiet(at)
    assert "Reveal" not in buttons(at)
    assert "Guess first" in buttons(at)
    assert link_of(at)["guess"] == "0"
    shown = opened(entry.path, **link, guess=0)
    assert (said(at), sent(at)) == (said(shown), sent(shown))


def before_and_verdict(page: str, link: dict[str, str], answer: Any = None) -> tuple[str, str]:
    """All that a page says and sends while its question is open, and what is said to an answer."""
    at = opened(page, **link, guess="none")
    before = " ".join([*said(at), *(json.dumps(data, ensure_ascii=False) for _, data in sent(at))])
    before = LINE.sub("", before)
    if answer is not None:
        choices = [each for each in (*at.radio, *at.selectbox) if (each.key or "").startswith("challenge_")]
        choices[0].set_value(answer).run()
    press(at, "Reveal")
    assert quiet(at)
    (told,) = [each.value for each in at.markdown if "You were fairly sure" in each.value]
    return before, told.partition("** You were")[0].removeprefix("**")


@pytest.mark.parametrize(
    ("page", "link", "answer", "others", "pattern"),
    [
        ("prune_it.py", {}, "0", [f"node {i}" for i in (0, 1, 2, 6, 9)], r"(Node \d+) falls"),
    ],
)
def test_the_right_choice_is_told_apart_by_nothing(
    page: str, link: dict[str, str], answer: Any, others: Sequence[str], pattern: str
) -> None:
    before, verdict = before_and_verdict(page, link, answer)
    match = re.search(pattern, verdict)
    assert match, verdict
    right, *wrong = (
        len(re.findall(rf"\b{re.escape(words)}\b", before, re.IGNORECASE)) for words in (match[1], *others)
    )
    assert match[1].lower() not in [each.lower() for each in others]
    assert min(wrong) <= right <= max(wrong)


def test_axes_do_not_tell_what_is_beyond_them() -> None:
    """While one guesses: no price of a later tree."""
    (path,) = payloads(opened("prune_it.py", guess="none", prune_step=2), "price_picture")
    assert [label for _, label in path["ticks"]][2:] == ["0.03", "?", "?", "?"]
