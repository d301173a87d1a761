"""Where the path of lessons goes on."""

import pytest

from workbench.shell.way_on import invitation, next_lesson

NAMES = ("one", "two", "three", "four")


@pytest.mark.parametrize(
    ("visited", "number", "words"),
    [
        ((), 1, "Start with lesson 1"),
        (("home",), 1, "Start with lesson 1"),
        (("home", "one"), 2, "Go on with lesson 2"),
        (("three",), 4, "Go on with lesson 4"),
        (("four", "home"), 1, "Go on with lesson 1"),
        (("two", "three", "one", "home"), 4, "Go on with lesson 4"),
        (("four", "three", "two"), 1, "Go on with lesson 1"),
        (("one", "two", "three", "four"), 1, "Start with lesson 1"),
    ],
)
def test_it_goes_on_after_the_lesson_seen_last(visited: tuple[str, ...], number: int, words: str) -> None:
    assert next_lesson(NAMES, visited) == number - 1
    assert invitation(NAMES, visited) == words
