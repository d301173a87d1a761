"""The page of numbers that do not add up: what it says of shipped models, and of what it cannot read."""

import numpy as np
import pytest
import xgboost
from streamlit.testing.v1 import AppTest

from gbtlib.handover.mistakes import sets_of_mistakes
from tests.pages import opened as page_of
from tests.pages import put
from workbench.add_up import DOES_IT_ADD_UP, words
from workbench.add_up.typed import number_of, row_of
from workbench.data.catalogue import load_dataset
from workbench.link.values import read_all
from workbench.shell.own_models import EXAMPLES, example
from workbench.shell.registry import page_named
from workbench.text.known_messages import MESSAGES, MISTAKES, QUESTIONS, message_in
from workbench.text.numbers import row_text

PAGE = "does_it_add_up.py"
NAMES = ["size", "colour", "mean radius"]


def said(at: AppTest) -> str:
    """All that stands on the page as text."""
    assert not at.exception
    assert not at.error
    return " ".join(each.value for each in (*at.markdown, *at.text))


def test_a_shipped_model_is_there_at_once_and_slips_can_be_tried() -> None:
    at = page_of(PAGE)
    assert "what people get" in said(at)
    next(each for each in at.button if each.label == "the leaves alone").click()
    at.run()
    assert "**base score left out** and **no link**" in said(at)
    assert "the library adds 0.5242487, the other arithmetic 0" in said(at)


def test_a_link_says_of_which_table_the_row_is() -> None:
    at = page_of(PAGE, model="xgboost", add_table_row=3)
    (rows,) = [each for each in at.selectbox if each.label == "Rows of"]
    assert (rows.value, rows.options) == ("breast_cancer", ["Breast cancer"])
    assert "0.7312" not in said(
        put(at, model_rows="diabetes")
    )  # of ten columns, which the model does not take
    (rows,) = [each for each in at.selectbox if each.label == "Rows of"]
    assert rows.value == "breast_cancer"


def test_the_librarys_own_numbers_are_told_from_slips_and_from_what_is_not_found() -> None:
    booster = xgboost.Booster(model_file=bytearray(example("xgboost").content))
    X = load_dataset("breast_cancer").X
    rows = xgboost.DMatrix(X[5:7], feature_names=booster.feature_names)
    right, margins = booster.predict(rows), booster.predict(rows, output_margin=True)
    at = page_of(PAGE, add_table_row=5, add_said=f"{right[0]:.6g}")
    assert "**It adds up:**" in said(at)
    put(at, add_said=f"{margins[0]:.6g}")
    assert "comes from: **no link**. The sum is the library’s; what follows it differs." in said(at)
    put(at, add_said=f"{margins[0] + 0.123456:.7g}")
    assert "**Not found.**" in said(at)
    early = booster.predict(rows, output_margin=True, iteration_range=(0, 17))
    put(at, add_said=f"{early[0]:.2f}")
    assert "**Too few digits to tell.**" in said(at)
    put(at, add_said="0.9", add_second_row="1, 2")
    assert "The row has 2 values and the model 30 features" in said(at)


def test_the_average_of_lightgbm_is_in_its_leaves() -> None:
    model = example("lightgbm")
    average = model.solved.settings["average of output 0"]
    assert average.is_told
    row = load_dataset("automobile").X[0]
    raw = float(model.opened.raw_prediction(row[None])[0, 0])
    at = page_of(PAGE, model="lightgbm", add_said=f"{raw + average.value:.8g}")
    assert "**the average in the trees added again**" in said(at)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("1.5, 2, nan", [1.5, 2, np.nan]),
        ("1.5\t\t2", [1.5, np.nan, 2]),
        ("[1.5 2 −3]", [1.5, 2, -3]),
        ("size=1.5; mean radius=3", [1.5, np.nan, 3]),
        ("{'size': 1.5, 'colour': None, 'mean radius': 3}", [1.5, np.nan, 3]),
        ("size,colour,mean radius,1,2,3", [1, 2, 3]),
    ],
)
def test_a_row_is_read_as_people_paste_it(text: str, row: list[float]) -> None:
    np.testing.assert_array_equal(row_of(text, NAMES), row)
    np.testing.assert_array_equal(row_of(row_text(np.array(row)), NAMES), row)


def test_what_cannot_be_read_is_told_with_the_value_and_the_rule() -> None:
    for text, told in {
        "1, 2": "has 2 values and the model 3 features",
        "1, <b>, 3": "“<b>” is no number for colour",
        "weight=3": "no feature “weight”",
        "size=1, 3": "“3” has no value",
    }.items():
        with pytest.raises(ValueError, match=told):
            row_of(text, NAMES)
    assert [number_of(text) for text in ("0,73", "73 %", "−1.50", "1e-3", "nan", "a")] == [
        *("0.73", "0.73", "-1.50", "0.001", None, None)
    ]


def test_every_mistake_has_its_reason_and_every_moment_is_there() -> None:
    for name in EXAMPLES:
        model = example(name)
        hand = words.HandComputation(model.opened, np.zeros(model.opened.n_features), learning_rate=0.3)
        for mistake in {each for sets in sets_of_mistakes([hand]) for one in sets for each in one.values()}:
            assert words.why(mistake)[0]
    moments = [shows for _, shows in MISTAKES.values()]
    moments += [each.shows for each in (*MESSAGES, *QUESTIONS) if each.shows is not None]
    for moment in moments:
        entry = page_named(f"{moment.page}.py")
        _, notes = read_all(moment.query)
        assert notes == [], moment
        assert set(moment.query) <= set(entry.link_names), moment


def test_a_message_is_told_what_it_means_or_that_it_is_not_known() -> None:
    at = page_of(PAGE, add_said="[LightGBM] [Warning] No further splits with positive gain, best gain: -inf")
    assert "**LightGBM.** A tree stopped before it had num_leaves leaves" in said(at)
    put(at, add_said="**nothing** <b>of</b> the kind")
    assert "none of the" in said(at)
    assert message_in("why does the sum of the leaves not match?") is QUESTIONS[0]
    assert DOES_IT_ADD_UP.title == "Does not add up?"
