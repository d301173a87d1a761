"""What a saved page asks: where in the picture it is answered, and how good a number is."""

from workbench.components.page_question import AnswerPlace, PageQuestion, scale_of


def test_a_number_on_a_scale_counts_as_the_nearest_point() -> None:
    scale = scale_of([0.0, 1.0, 2.0, 4.0], [0.5, 0.502, 1.0, 0.25], "{said}: {share}", 3)
    assert scale.ends == [1.5, 3.0]
    assert scale.shares == [50, 100, 25]


def test_one_point_is_all_of_its_scale() -> None:
    scale = scale_of([2.0], [1.0], "", 3)
    assert (scale.ends, scale.shares) == ([], [100])


def test_a_part_that_is_left_out_of_the_page_is_no_place() -> None:
    place = AnswerPlace("picture", "moved", [3, 4], [["selected"]], key="node")
    question = PageQuestion("Which?", ["3", "4"], ["no", "yes"], {1}, {"tree": None}, place)
    assert question.sent({"tree"}) | {"hides": {"tree": None}, "place": None} == question.sent({"tree"})
    assert question.sent({"picture"})["place"] == vars(place)
