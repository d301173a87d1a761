"""The file of "Save as a page": small, without a way out, with all rounds and a question about the next."""

from functools import cache

import pytest

from tests.lessons.several_classes.courses import course
from tests.pages import opened
from tests.saved_pages import is_alone, packed, questions_of, steps_of, unpacked
from workbench.lessons.several_classes.class_picture import ClassMarks
from workbench.lessons.several_classes.frames import class_frames
from workbench.lessons.several_classes.model import Course
from workbench.lessons.several_classes.saved_page import SavedClasses, saved_page
from workbench.models.row_story import row_story

ROW = 70


@cache
def course_of(data: str, n_estimators: int = 6, max_depth: int = 3) -> Course:
    return course(data, n_estimators=n_estimators, max_depth=max_depth)


@cache
def file_of(data: str, n_estimators: int = 6, max_depth: int = 3) -> str:
    found = course_of(data, n_estimators, max_depth)
    story, marks = row_story(found.fit, ROW), ClassMarks(2, found.n_rounds, 0, chooses=False)
    saved = SavedClasses(found.fit, class_frames(found), story, marks, {"round": "2"})
    return saved_page(saved).decode()


@pytest.mark.parametrize("data", ["iris", "moons"])
def test_frames_words_and_questions_are_those_of_the_course(data: str) -> None:
    page, found = file_of(data), course_of(data)
    assert is_alone(page)
    assert packed(page, "frames") == class_frames(found).packed
    assert unpacked(page, "picture")["round"] == unpacked(page, "steps")["first"] == 2
    assert sorted(steps_of(page)) == [1, 2, 3, 4, 5, 6]
    asked, names = questions_of(page), list(found.fit.dataset.class_names)
    assert sorted(asked) == [1, 2, 3, 4, 5]
    for number, question in asked.items():
        added = found.raw[number + 1, ROW] - found.raw[number, ROW]
        assert question["choices"] == names
        assert added[question["right"]] == pytest.approx(added.max(), abs=1e-12)
        assert f"round {number + 1}?" in question["text"]
        assert [told.endswith("Right.") for told in question["told"]] == [
            k in question["right"] for k in range(len(names))
        ]
        assert question["hides"] == {"picture": {"known": number}}
        assert question["reveals"] == [{"picture": {"known": number + 1}}] * len(question["choices"])


@pytest.mark.wide
@pytest.mark.parametrize("data", ["iris", "sonar", "breast_cancer"])
def test_as_many_rounds_as_there_can_be_fit_into_the_file(data: str) -> None:
    assert is_alone(file_of(data, 200, 12))


def test_the_button_stands_on_the_page_but_not_while_the_answer_is_hidden() -> None:
    def labels(**link: object) -> list[str]:
        at = opened("several_classes.py", n_estimators=3, **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels()
    assert "Save as a page" not in labels(guess=1)
