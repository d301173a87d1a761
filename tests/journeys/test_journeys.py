"""Stories of a teacher and of a student, through several lessons."""

import pytest

from tests.browser.fixtures import with_answers
from tests.browser.running import Server
from tests.journeys.person import Person
from tests.journeys.stories import STORIES

LINK_AFTER = 15  # acts; to open a link costs as much as ten of them, and a story ends with it without --wide


@pytest.mark.sweep
@pytest.mark.parametrize("story", STORIES)
def test_a_story_ends_well(story: str, person: Person, server: Server, pytestconfig: pytest.Config) -> None:
    page, acts = STORIES[story]
    person.arrives(with_answers(f"{server.url}/{page}"))
    has_sent = False
    for number, act in enumerate(acts, start=1):
        person.does(act)
        if number >= LINK_AFTER and not has_sent and not person.now.answered:
            person.sends_the_link()
            has_sent = True
            if not pytestconfig.getoption("--wide"):
                break
    assert has_sent
    person.goes_back_and_forth()
