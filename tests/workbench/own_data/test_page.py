"""The page of one's own data, and lessons on a table that was opened there."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, moved, put
from tests.pages import opened as page_of
from workbench.data.catalogue import load_dataset
from workbench.shell.registry import PAGES, page_named
from workbench.shell.ways_on_rows import WHY_NOT, link_to, why_not

NUMBERS = "size,colour,y\n" + "".join(f"{i},{'ab'[i % 2]},{i * i % 17}\n" for i in range(60))
CLASSES = "size,colour,kind\n" + "".join(f"{i % 7},{'ab'[i % 2]},k{i * i % 3}\n" for i in range(60))


def opened(text: str, page: AppTest | None = None) -> AppTest:
    """The page with a text that was pasted."""
    page = page or page_of("your_data.py")
    page.text_area(key="own_pasted").set_value(text)
    page.button[[each.label for each in page.button].index("Open the text")].click()
    page.run()
    assert not page.exception
    return page


def told(page: AppTest) -> str:
    """What is said of the table."""
    return " ".join(each.value for each in page.text)


def own_id(page: AppTest) -> str:
    """The name of the last table in links."""
    return str(next(reversed(page.session_state["own_tables"])))


def test_a_table_that_is_pasted_is_a_data_set() -> None:
    page = opened(NUMBERS)
    assert "y from 2 columns of 60 rows" in told(page)
    data = load_dataset(own_id(page))
    assert (data.X.shape, data.task, data.categorical) == ((60, 2), "regression", [1])


def test_a_text_that_is_no_table_is_answered_by_a_sentence() -> None:
    page = opened("a,b\n1,2\n3\n")
    assert "Line 3 has 1 cell and most others have 2" in told(page)
    assert not page.session_state["own_tables"]


def test_what_is_predicted_can_be_another_column() -> None:
    page = opened(NUMBERS)
    target = next(each for each in page.selectbox if each.label == "to predict")
    target.set_value(1).run()
    assert load_dataset(own_id(page)).class_names == ("a", "b")


def test_a_choice_that_makes_no_table_is_said_and_leaves_the_table_as_it_was() -> None:
    page = opened(NUMBERS)
    before = own_id(page), told(page), held(page, "own_table")
    next(each for each in page.selectbox if each.label == "between cells").set_value(";").run()
    assert "It stays as it was" in page.toast[0].value
    assert (own_id(page), told(page), held(page, "own_table")) == before
    assert next(each for each in page.selectbox if each.label == "between cells").value == ","


def test_a_file_that_was_refused_is_still_what_its_address_shows() -> None:
    page = opened("a,b\n1,2\n3\n")
    opened(NUMBERS, page)
    page.session_state["store"].values["own_table"] = ""  # as a step back in the browser takes the link
    page.run()
    assert "Line 3 has 1 cell" in told(page)


def test_columns_that_no_tree_sees_are_named() -> None:
    page = opened("a,id,b,y\n" + "".join(f"{i},row {i},same,{i % 5}\n" for i in range(60)))
    assert "from 1 column of 60 rows. Numbers to predict. Left out: id, b; see" in told(page)


def test_rows_are_held_out_by_a_time_that_every_row_has() -> None:
    page = opened("a,b,y\n" + "".join(f"{i if i else ''},{60 - i},{i % 5}\n" for i in range(60)))
    next(each for each in page.selectbox if each.label == "held out").set_value("time").run()
    latest = next(each for each in page.selectbox if each.label == "latest by")
    assert (latest.options, latest.value) == (["b", "y"], 1)


def of_classes(many: int) -> str:
    return "size,colour,kind\n" + "".join(f"{i % 7},{'ab'[i % 2]},k{i % many}\n" for i in range(60))


SIX, SEVEN = of_classes(6), of_classes(7)
GAPS = "size,colour,y\n" + "".join(f"{i if i % 3 else ''},{'ab'[i % 2]},{i * i % 17}\n" for i in range(60))
TEXTS = {"numbers": NUMBERS, "three": CLASSES, "six": SIX, "seven": SEVEN, "gaps": GAPS}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_lesson_shows_the_table_or_says_why_not(text: str) -> None:
    page = opened(text)
    info = page.session_state["own_tables"][own_id(page)][0].info
    assert bool(why_not(page_named("several_classes.py"), info)) == (text in (NUMBERS, SEVEN, GAPS))
    assert bool(why_not(page_named("missing_sparse_categorical.py"), info)) == (text is not GAPS)
    for entry in PAGES:
        if why_not(entry, info):
            continue
        moved(page, entry.path, **link_to(entry, info))
        assert not page.exception, entry.name
        assert not page.error, entry.name
        assert page.session_state["store"].values["data"] == info.id, entry.name


def test_a_lesson_without_data_sets_has_a_reason() -> None:
    assert set(WHY_NOT) == {entry.name for entry in PAGES if "data" not in entry.link_names}


def test_a_link_about_a_table_that_is_not_open_says_so_and_shows_the_lessons_own_case() -> None:
    page = page_of("boosting_rounds.py", data="own0123456789ab")
    assert not page.exception
    assert "open the same file" in " ".join(each.value for each in page.info)
    assert page.session_state["store"].values["data"] == "cos_x2_few"


def test_forgotten_tables_are_gone() -> None:
    page = opened(NUMBERS)
    page.button(key="own_forget").click().run()
    assert not page.session_state["own_tables"]


def test_the_table_of_the_link_is_on_the_page_and_a_forgotten_one_nowhere() -> None:
    page = opened(NUMBERS)
    first = own_id(page)
    next(each for each in page.selectbox if each.label == "to predict").set_value(1).run()
    assert held(page, "own_table") == own_id(page) != first
    moved(page, "your_data.py", own_table=first)  # a step back in the browser comes with the link of before
    moved(page, "grow_a_tree.py", data=first)
    moved(page, "your_data.py", own_table=first)
    assert "y from 2 columns of 60 rows" in told(page)
    next(each for each in page.button if each.label == "Forget all files").click().run()
    assert (held(page, "own_table"), "60 rows" in told(page)) == ("", False)
    moved(page, "grow_a_tree.py")
    assert held(page, "data") == "cos_x"


def test_a_link_brings_what_its_sender_chose_of_the_table() -> None:
    page = opened(NUMBERS.replace(",", ";"))
    for label, value in (("to predict", 1), ("share", 0.1), ("names in line 1", False), ("share", 0.5)):
        next(each for each in page.selectbox if each.label == label).set_value(value).run()
    sent = own_id(page)
    other = page_of("grow_a_tree.py", data=sent)
    assert "open the same file" in " ".join(each.value for each in other.info)
    moved(other, "your_data.py")
    opened(CLASSES, other)
    assert own_id(other) != sent
    opened(NUMBERS.replace(",", ";"), other)
    assert own_id(other) == sent
    held_out = load_dataset(sent).held_out
    assert held_out is not None
    assert (held_out.sum(), len(held_out)) == (31, 61)
    assert next(each for each in other.selectbox if each.label == "names in line 1").value is False


def test_a_file_is_not_asked_for_any_more_once_the_page_shows_something_else() -> None:
    other = page_of("adaboost.py", data=own_id(opened(CLASSES)))
    assert "open the same file" in " ".join(each.value for each in other.info)
    put(other, ada_depth=3)
    assert not other.info


@pytest.mark.parametrize(
    "said", ["[]", "5", '{"choices":5}', '{"choices":{"target":99}}', '{"reading":{"a":1}}']
)
def test_choices_that_nobody_made_are_not_taken(said: str) -> None:
    page = page_of("your_data.py", own_table=f"own0123456789ab-{said.encode().hex()}")
    opened(NUMBERS, page)
    assert "y from 2 columns of 60 rows" in told(page)
