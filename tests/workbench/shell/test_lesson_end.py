"""What stands below a lesson: how far one is on the path, and the lesson to open next."""

from streamlit.testing.v1 import AppTest

from tests.pages import moved, opened
from workbench.shell.registry import PAGES, page_named


def end_of(at: AppTest) -> list[str]:
    """What it says, and where it leads."""
    said = [each.value for each in at.markdown if each.value.startswith("You have seen")]
    links = [link.proto.label for link in at.get("page_link")]
    return said + [each for each in links if each.startswith("**")]


def link_to(name: str) -> str:
    entry = page_named(f"{name}.py")
    return f"**{entry.question}** {entry.title}"


def test_a_lesson_leads_on_to_the_next_one_that_was_not_seen() -> None:
    at = opened("follow_one_row.py")
    assert end_of(at) == ["You have seen 1 of 16 lessons. The next one:", link_to("one_tree_or_many")]
    at = moved(at, "one_leaf.py")
    assert end_of(at) == ["You have seen 2 of 16 lessons. The next one:", link_to("boosting_rounds")]
    at = moved(at, "clinic.py")
    assert end_of(at) == ["You have seen 3 of 16 lessons. The next one:", link_to("find_the_split")]


def test_a_screen_that_is_projected_ends_with_the_picture() -> None:
    assert end_of(opened("follow_one_row.py", present=1)) == []


def test_who_has_seen_all_is_told_so() -> None:
    at = opened("follow_one_row.py")
    for entry in PAGES:
        at = moved(at, entry.path)
    assert end_of(at) == ["You have seen all 16 lessons."]
