"""With every act the browser says what all its widgets show: before an answer comes, that is the old."""

from typing import Any

from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, put, taken

FIELDS = ("heard_top", "heard_body")


def heard(at: AppTest) -> dict[str, str]:
    """What the browser says that it has heard of."""
    return {key: at.text_input(key=key).value or "" for key in FIELDS}


def says(at: AppTest, before: dict[str, str], **shown: Any) -> None:
    """The next act is sooner than the answer: widgets show what they showed before it."""
    for key, number in before.items():
        at.text_input(key=key).set_value(number)
    for name, value in shown.items():
        at.number_input(key=f"widget_{name}").set_value(value)


def test_a_click_sooner_than_the_answer_does_not_bring_an_old_value_back() -> None:
    at = opened("one_tree_or_many.py", data="moons", n_estimators=3, round=2, tree_depth=4)
    before = heard(at)
    put(at, tree_depth=None)
    assert held(at, "tree_depth") is None
    says(at, before, tree_depth=4)
    at.button("present_button").click().run()
    assert held(at, "present", "tree_depth") == (1, None)
    at.button("present_button").click().run()
    assert at.number_input(key="widget_tree_depth").value is None
    # Once the browser has heard of no limit, the reader may go back to 4.
    at.number_input(key="widget_tree_depth").set_value(4)
    at.button("present_button").click().run()
    assert held(at, "present", "tree_depth") == (1, 4)


def test_an_old_value_is_none_of_the_readers_acts_whatever_comes_with_it() -> None:
    at = opened("one_tree_or_many.py", data="moons", tree_depth=4, n_estimators=3)
    before = heard(at)
    put(at, tree_depth=7)  # as after Back
    for _ in range(2):  # what opens a panel calls nothing, and keys may lead back to where they began
        says(at, before, tree_depth=4)
        at.run()
        assert held(at, "tree_depth") == 7
        assert at.number_input(key="widget_tree_depth").value == 7
    at.number_input(key="widget_tree_depth").set_value(4).run()
    assert held(at, "tree_depth") == 4


def test_what_was_chosen_before_the_answer_came_is_shown_after_it() -> None:
    """The answer brings another value to the browser, over that which the reader has chosen meanwhile."""
    at = opened("one_tree_or_many.py", data="moons", tree_depth=4, n_estimators=3)
    before = heard(at)
    put(at, tree_depth=7)
    says(at, before, tree_depth=5)
    at.run()
    assert held(at, "tree_depth") == 5
    assert at.number_input(key="widget_tree_depth").proto.set_value


def test_an_answer_that_never_came_is_given_again() -> None:
    """Of answers that are overtaken by the next act, Streamlit sends only the last."""
    at = opened("one_tree_or_many.py", data="moons", tree_depth=4, n_estimators=3)
    before = heard(at)
    put(at, tree_depth=7)
    says(at, before)
    at.run()
    assert at.number_input(key="widget_tree_depth").proto.set_value
    assert not at.run().number_input(key="widget_tree_depth").proto.set_value


def test_a_word_of_another_list_is_none_of_the_readers_acts() -> None:
    """Until it has heard of another data set's features, the browser says one of those that it shows."""
    at = opened("exact_or_histogram.py", data="diabetes", bins_feature=2)
    put(at, data="moons")
    features = at.selectbox(key="widget_bins_feature")
    features.options.append("bmi")
    features.set_value("bmi")
    at.run()
    assert held(at, "data", "bins_feature") == ("moons", 2)
    assert at.session_state["widget_bins_feature"] in (0, 1)
    assert not [each for each in taken(at) if "could not" in each]
