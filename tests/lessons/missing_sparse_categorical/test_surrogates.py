"""Surrogates in the small table with blank cells, as the browser sees them."""

import pytest

from tests.lessons.missing_sparse_categorical.blanks import gaps
from workbench.lessons.missing_sparse_categorical import surrogates


def test_worked_example_of_surrogates() -> None:
    found = surrogates.SurrogateSplit(gaps("1.0,3.0"), on_full=True)
    assert found.cut == "x1 ≤ −0.5"
    assert found.majority == (4, 4)
    record = surrogates.standin_record(found, 1)
    others = [record["others"][k] for k in record["rank"]]
    worth = [(each["asks"], each["agreement"], each["adjusted"]) for each in others]
    assert worth == [("x3 > 4.5", 1, 1), ("x2 ≤ 3.5", 0.875, 0.75), ("x4 ≤ 2.5", 0.75, 0.5)]


def test_the_colours_go_where_most_of_their_rows_go() -> None:
    """x1 <= -0.5 sends rows 1 to 4 left: of red 1, 2, 3 but not 8, of green 4 but not 5, of blue none."""
    found = surrogates.SurrogateSplit(gaps("none"), on_full=True)
    assert surrogates.colour_table(found, 1).splitlines()[2:] == [
        "| red | 1, 2, 3 | 8 | **left** |",
        "| blue | – | 6, 7 | **right** |",
        "| green | 4 | 5 | **left**, as a draw follows the majority |",
    ]
    words = surrogates.colour_words(found)
    assert "**colour in {red, green}** sends 6 of 8 the same way, adjusted (6 − 4)/(8 − 4) = 0.5." in words


def test_agreement_is_counted_cut_by_cut() -> None:
    found = surrogates.SurrogateSplit(gaps("none"), on_full=True)
    x, same, reverse = surrogates.agreement(found, 3)
    assert x.tolist() == [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]
    assert same.tolist() == [5, 6, 5, 4, 5, 6, 5]  # tied at 2.5 and 6.5
    assert (same + reverse == 8).all()


@pytest.mark.parametrize(
    ("blank", "asked", "left"),
    [
        ("none", [0], True),
        ("3.0", [0, 2], True),
        ("3.0,3.2", [0, 2, 1], False),
        ("3.0,3.1,3.2", [0, 2, 1, 3], False),
        ("3.0,3.1,3.2,3.3", [0, 2, 1, 3, None], True),
    ],
)
def test_a_row_asks_on_until_somebody_answers(blank: str, asked: list[int | None], left: bool) -> None:
    found = surrogates.SurrogateSplit(gaps(blank), on_full=True)
    assert found.way_of(3) == (asked, left)


def test_a_feature_with_blanks_loses_its_place_in_training() -> None:
    """x3 has every row and splits as well as x1, which lacks two."""
    found = surrogates.SurrogateSplit(gaps("1.0,3.0"), on_full=False)
    assert found.cut == "x3 ≤ 4.5"
    assert [each.feature for each in found.ranked] == [1, 0, 3]
