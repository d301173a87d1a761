"""A lecture by keys alone: presented from the home page to the clinic, without touching the mouse."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.running import Server
from tests.journeys.acts import button
from tests.journeys.person import Act, Person
from workbench.shell.registry import PAGES

Key = tuple[str, str]
"""A key, and what the address says then; nothing where it says the same as before."""

ASKED: Key = ("Enter", "")  # shows the answer where a question is open, else nothing
NEXT_LESSON: tuple[Key, ...] = (("b", ""), ("PageDown", ""))  # from black
# Each lesson with the keys that the lecturer presses there; the last ones lead on.
LECTURE: dict[str, Sequence[Key]] = {
    "find_the_split": (("Enter", "find_step=2"), ("PageDown", "find_step=3"), *NEXT_LESSON),
    "one_leaf": (("Enter", "act=1"), ("PageDown", "act=1"), ("PageDown", "act=2"), *NEXT_LESSON),
    "boosting_rounds": (("Enter", "round=2"), ("PageDown", "round=3"), *NEXT_LESSON),
    "follow_one_row": (("Enter", "round=3"), ("PageDown", "round=4"), *NEXT_LESSON),
    "one_tree_or_many": (("Enter", "round=50"), ("PageUp", "round=49"), ("End", "round=50"), *NEXT_LESSON),
    "grow_a_tree": (("Enter", "splits=2"), ("PageDown", "splits=3"), ("Home", "splits=0"), *NEXT_LESSON),
    "greedy_or_best": (("Enter", "first_cut=20"), ("PageDown", "first_cut=1"), *NEXT_LESSON),
    "prune_it": (("Enter", "prune_step=1"), ("End", "prune_step=6"), ("Enter", "prune_told=1"), *NEXT_LESSON),
    "adaboost": (("Enter", "round=5"), ("Space", "round=6"), ("PageUp", "round=5"), *NEXT_LESSON),
    "missing_sparse_categorical": (
        *(("Enter", "gap_step=2"), ("PageDown", "gap_step=3"), ("End", "gap_step=6")),
        *(("PageDown", "part=surrogates"), ("Enter", "gap_step=3"), ("PageDown", "gap_step=4")),
        *(("PageDown", "part=categories"), ("Enter", "gap_step=5"), ("PageDown", "")),
    ),
    "several_classes": (("Enter", "round=10"), ("ArrowRight", "round=11"), *NEXT_LESSON),
    "your_own_loss": (("Enter", "round=20"), ("PageUp", "round=19"), *NEXT_LESSON),
    "exact_or_histogram": (
        ("Enter", "bins_told=1"),
        ("PageDown", "halving=6"),
        ("PageUp", "halving=5"),
        *NEXT_LESSON,
    ),
    "sonar_laboratory": (
        *(("PageDown", "one_split=9"), ("Enter", "lab_told=1"), ASKED, ("Enter", "lab_told=2")),
        ("PageDown", ""),
    ),
    "your_model": (("Enter", "heard=8"), ("PageDown", "heard=9"), *NEXT_LESSON),
    "clinic": (
        *(("Enter", "told=1"), ("Enter", "told=2"), ("PageDown", "patient=boris")),
        *(("PageDown", "moment=1"), ("PageDown", "moment=2"), ("PageUp", "moment=1")),
    ),
}


def on(key: str, then: str) -> Act:
    """Press a key, which may lead to another lesson."""
    name, _, text = then.partition("=")
    wanted = {"present": "1"} | ({name: text} if name else {})
    return Act(f"presses {key}", "way", lambda page: page.keyboard.press(key), then=wanted)


@pytest.mark.sweep
def test_a_lecture_from_the_first_lesson_to_the_clinic(person: Person, server: Server) -> None:
    assert list(LECTURE) == [entry.name for entry in PAGES]
    person.wants_no_motion()  # walks and stories do
    person.arrives(server.url)
    person.does(Act("presents", "cursor", lambda page: button(page, "Present").press("Enter")))
    person.does(on("PageDown", ""))
    for name, keys in LECTURE.items():
        assert person.now.path == f"/{name}"
        for key, then in keys:
            person.does(on(key, then))
    expect(person.page.locator(".black-screen")).to_be_hidden()
