"""A reader's table as a data set: what its columns are, and that it is the rows of the file."""

from dataclasses import replace

import numpy as np
import pytest

from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.held_out import training_rows
from workbench.data.own_columns import LONGEST_NAME, Column, columns_of, labels_of
from workbench.data.own_table import (
    ID,
    Choices,
    HeldOut,
    OwnTableError,
    numbers_csv,
    own_table,
    usual_choices,
    usual_target,
)
from workbench.data.table_file import TableFileError, read_table
from workbench.paths import DATASETS_DIR

ROWS = b"day,kind,x,y\n2020-01-01,a,1,10\n2020-01-02,b,2,11\n2020-01-03,a,,13\n2020-01-04,b,4,10\n"


def columns(text: bytes) -> tuple[Column, ...]:
    """The columns of a text."""
    return columns_of(read_table(text))


@pytest.mark.parametrize("name", ["diabetes", "airquality", "automobile", "wine", "iris", "breast_cancer"])
def test_a_shipped_table_opened_as_a_file_is_that_data_set(name: str) -> None:
    found = columns((DATASETS_DIR / f"{name}.csv").read_bytes())
    ours, theirs = own_table(f"{name}.csv", found, Choices(usual_target(found))), load_dataset(name)
    np.testing.assert_array_equal(ours.content.X, theirs.X)
    assert ours.info.task == theirs.task
    if theirs.task == "regression":
        np.testing.assert_array_equal(ours.content.y, theirs.y)
    else:
        ours_named = np.array(ours.content.class_names)[ours.content.y]
        assert len(set(zip(ours_named, theirs.y.tolist(), strict=True))) == len(theirs.class_names)
    DATASETS.keep(ours.info)
    opened = load_dataset(ours.info.id)
    assert opened.categorical == theirs.categorical
    assert ours.info.id not in list(DATASETS)  # no menu lists it
    assert ID.fullmatch(ours.info.id)


def test_columns_are_recognised_each_with_what_it_can_be() -> None:
    day, kind, x, y = columns(ROWS)
    assert [each.kind for each in (day, kind, x, y)] == ["date", "category", "number", "number"]
    assert day.numbers is not None and day.numbers.tolist() == [18262, 18263, 18264, 18265]
    assert (kind.levels, x.n_missing, y.n_different) == (("a", "b"), 1, 3)
    assert kind.kinds == ("category", "left out")
    empty, same, words = columns(b"e,s,w\n" + b"".join(b",1,word %d\n" % i for i in range(60)))
    assert [each.kind for each in (empty, same, words)] == ["left out"] * 3
    assert "60 different" in words.why


def test_a_comma_is_decimal_where_more_columns_read_so() -> None:
    a, b = columns(b"a;b\n1,5;1.234,5\n2,5;7\n")
    assert a.numbers is not None and a.numbers.tolist() == [1.5, 2.5]
    assert b.numbers is not None and b.numbers.tolist() == [1234.5, 7.0]


def test_rows_are_held_out_as_the_reader_says() -> None:
    found = columns(ROWS)
    for choice, out in [
        (HeldOut("order", 0.5), [2, 3]),
        (HeldOut("column", column=1, text="b"), [1, 3]),
        (HeldOut("share", 0.0), []),
    ]:
        # Without the categories, which a model must have seen.
        table = own_table("t.csv", found, Choices(3, {1: "left out"}, held_out=choice))
        DATASETS.keep(table.info)
        train, held_out = training_rows(load_dataset(table.info.id))
        assert held_out.tolist() == out
        assert sorted([*train, *held_out]) == [0, 1, 2, 3]


def test_more_rows_than_wanted_are_drawn_the_same_each_time() -> None:
    found = columns(b"x,y\n" + b"".join(b"%d,%d\n" % (i, i * i) for i in range(100)))
    first, again, other = (
        own_table("t.csv", found, Choices(1, most_rows=30, seed=seed)) for seed in (0, 0, 1)
    )
    assert len(first.content.y) == 30
    assert first.info.id == again.info.id != other.info.id
    assert first.said == ("Of 100 rows 30 are drawn, by seed 0.",)
    np.testing.assert_array_equal(first.content.X[:, 0] ** 2, first.content.y)


def test_a_correction_counts_and_an_impossible_one_does_not() -> None:
    found = columns(ROWS)
    table = own_table("t.csv", found, Choices(3, {2: "category", 1: "number", 0: "left out"}))
    assert [each.levels for each in table.content.feature_names] == [("a", "b"), ("1", "2", "4")]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (Choices(1, task="regression"), "kind has no numbers"),
        (Choices(3, {0: "left out", 1: "left out", 2: "left out"}), "No column is left"),
        (Choices(3, held_out=HeldOut("column", column=1, text="z")), "kind has no 'z'"),
        (Choices(2, {2: "left out"}), "x cannot be predicted"),
    ],
)
def test_what_cannot_be_is_said(choices: Choices, words: str) -> None:
    with pytest.raises(OwnTableError, match=words):
        own_table("t.csv", columns(ROWS), choices)


def test_too_large_a_number_is_said_with_its_row() -> None:
    with pytest.raises(TableFileError, match="x, row 2: 1e\\+300 is too large"):
        columns(b"x,y\n1,1\n1e300,2\n")


def test_names_are_short_different_and_mean_nothing_to_anybody() -> None:
    names = ["![x](http://y)", "<b>", "a_b$c$", "", "x" * 99, "x" * 99, "=1+1", "größe", "naïve `code`"]
    labels = labels_of(names)
    assert len(set(labels)) == len(labels)
    assert all(0 < len(label) <= LONGEST_NAME for label in labels)
    assert not any(set(label) & set("[]<>$`*|=!{}\\\"'") for label in labels)
    assert labels[7] == "größe"


def test_the_table_as_it_is_read_is_a_table_that_reads_so() -> None:
    table = own_table("t.csv", columns(ROWS), Choices(3))
    again = np.genfromtxt(numbers_csv(table.content).splitlines(), delimiter=",", skip_header=1)
    np.testing.assert_array_equal(again[:, :-2], table.content.X)
    np.testing.assert_array_equal(again[:, -2], table.content.y)
    assert (again[:, -1] == 1).tolist() == table.content.held_out.tolist()  # type: ignore[union-attr]


def test_the_latest_rows_by_a_column_are_held_out() -> None:
    found = columns(
        b"when,x,y\n2020-03-01,1,3\n2020-01-01,2,4\n2020-03-01,3,5\n2020-02-01,,6\n2019-12-31,5,7\n"
    )
    table = own_table("t.csv", found, Choices(2, held_out=HeldOut("time", 0.4, column=0)))
    assert table.content.held_out is not None
    assert np.flatnonzero(table.content.held_out).tolist() == [0, 2]
    with pytest.raises(OwnTableError, match="x must have a number or a date in every row"):
        own_table("t.csv", found, Choices(2, held_out=HeldOut("time", 0.4, column=1)))


def test_a_column_that_says_which_rows_are_held_out_is_heard() -> None:
    found = columns(b"x,y,held out\n1,3,False\n2,4,True\n3,5,False\n4,6,False\n")
    table = own_table("t.csv", found, usual_choices(found))
    assert table.content.feature_names == ("x",)
    assert table.content.held_out is not None and table.content.held_out.tolist() == [
        False,
        True,
        False,
        False,
    ]


def test_names_that_are_shown_by_others_are_said_whole() -> None:
    long = "the number of rooms of the house without its kitchen"
    found = columns(f"{long},{long},,नाम,y\n1,2,3,4,5\n2,3,4,5,6\n3,4,5,6,7\n4,5,6,7,9\n".encode())
    table = own_table("t.csv", found, Choices(4))
    assert table.content.feature_names[3] == "नाम"
    assert table.info.provenance.endswith(
        f"Names in the file: the number of rooms of… is {long}; the number of rooms (2) is {long}; "
        "column 3 is without a name."
    )


def test_a_name_keeps_its_unit_of_money_and_no_empty_brackets() -> None:
    assert labels_of(["Preis (€)", "price ($)", "£ a year"]) == ("Preis (€)", "price", "£ a year")


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=cmd", "+ -1", "_=1", "(=1)", '"=1"']
)
def test_no_cell_of_a_download_is_a_formula(name: str) -> None:
    table = own_table("t.csv", columns(b"x,y\n1,3\n2,4\n3,5\n4,6\n"), Choices(1))
    label = labels_of([name])[0]
    content = replace(table.content, feature_names=(label,), target_name=label)
    first, *rows = numbers_csv(content).splitlines()
    for cell in first.split(","):
        assert cell.strip().strip('"')[:1] not in tuple("=+-@\t")
    assert all(float(cell) is not None for row in rows for cell in row.split(","))
