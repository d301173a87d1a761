"""Missing, sparse, categorical: every part is quiet, and what it shows is what the records say."""

from fractions import Fraction as Fr
from typing import Any

import pytest

from tests.pages import held, opened, payloads, quiet
from workbench.lessons.missing_sparse_categorical import blank_table
from workbench.lessons.missing_sparse_categorical.blank_table import BlankTable, blank_cells

PAGE = "missing_sparse_categorical.py"
PARTS = ("missing", "surrogates", "categories")
EVERY = ",".join(f"{row}.{column}" for row in range(8) for column in range(4))
COLUMN = ",".join(f"{row}.0" for row in range(8))


def text_of(at: Any) -> str:
    """All the markdown and formulas of the page."""
    return "\n".join(each.value for each in (*at.markdown, *at.latex))


@pytest.mark.parametrize(
    ("blank", "absent", "guess"),
    [
        *(
            ("1.0,3.0", "missing", 0),
            ("1.0,3.0", "missing", 1),
            ("1.0,3.0", "zero", 0),
            ("1.0,3.0", "zero", 1),
        ),
        *(("none", "missing", 1), (COLUMN, "missing", 1), (COLUMN, "zero", 0), (EVERY, "missing", 0)),
    ],
)
def test_missing_is_quiet_and_shows_the_table(blank: str, absent: str, guess: int) -> None:
    at = opened(PAGE, blank=blank, absent=absent, guess=guess, feature=0)
    assert quiet(at)
    assert not at.toast
    (table,) = payloads(at, "cell_table")
    gaps = BlankTable(blank_cells(blank), absent)
    assert (table["blank"], table["absent"], table["base"]) == (blank, absent, 1)
    assert len(table["entries"]) == gaps.entries.n_entries
    hiding = bool(guess) and blank_table.asked_feature(gaps) is not None
    if hiding or gaps.tree.is_leaf[0]:
        assert {each["side"] for each in table["goes"]} == {""}
        assert table["asked"] is None
    else:
        left = gaps.tree.apply(gaps.X) == gaps.tree.children_left[0]
        assert [each["side"] == "left" for each in table["goes"]] == left.tolist()
    assert bool(payloads(at, "tree")) != hiding


def test_the_curves_are_both_ways() -> None:
    at = opened(PAGE)
    (curve,) = payloads(at, "gains")
    assert {way["side"]: max(way["gain"]) for way in curve["ways"]} == {"left": 20.0, "right": 8.571429}
    assert curve["best"]["label"] == "chosen: 20, ← missing left"
    assert r"\mathbf{8.571}" in text_of(at)
    labels = [link.proto.label for link in at.get("page_link")]
    assert sum(label.startswith("In the clinic") for label in labels) == 2
    zero = opened(PAGE, absent="zero")
    (curve,) = payloads(zero, "gains")
    assert [way["side"] for way in curve["ways"]] == [""]


def test_cells_are_blanked_by_a_link() -> None:
    (full,) = payloads(opened(PAGE, blank="none"), "cell_table")
    (less,) = payloads(opened(PAGE, blank="6.2,7.3", count_from=0), "cell_table")
    gone = {(each["row"], each["column"]) for each in full["entries"]}
    gone -= {(each["row"], each["column"]) for each in less["entries"]}
    assert gone == {(6, 2), (7, 3)}
    assert full["entries"][0]["text"] == "1, 1, −7"
    assert less["entries"][0]["text"] == "0, 0, −7"


def test_a_cut_of_the_link_is_in_the_formula() -> None:
    at = opened(PAGE, feature=0, cut=3)
    gaps = BlankTable(blank_cells("1.0,3.0"), "missing")
    assert blank_table.both_ways(gaps, 3) in at.latex[0].value


HOSTILE = [
    *({"blank": "9.9"}, {"blank": "1.0,1.0"}, {"blank": "<b>"}, {"blank": "1.0," * 200}, {"absent": "one"}),
    *(
        {"part": "none"},
        {"count_from": "2"},
        {"asked_row": "8"},
        {"groups": "![](x)"},
        {"group_lambda": "-1"},
    ),
    *({"group_lambda": "nan"}, {"group_order": "G"}, {"partition": "-1"}, {"grown_on": "0"}),
]


@pytest.mark.parametrize("link", HOSTILE, ids=str)
def test_nonsense_is_answered_by_a_note(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert len(at.toast) == 1


@pytest.mark.parametrize("part", PARTS)
def test_places_beyond_the_table_are_the_nearest(part: str) -> None:
    at = opened(PAGE, part=part, feature=99, cut=10**6, partition=10**6, row=5000)
    assert quiet(at)
    said = " ".join(toast.value for toast in at.toast)
    beyond = {"missing": ["feature=99", "cut=1000000"], "categories": ["partition=1000000"]}
    assert all(f"{each} is beyond the end" in said for each in beyond.get(part, []))


@pytest.mark.parametrize("guess", [0, 1])
@pytest.mark.parametrize("grown_on", ["full", "blank"])
@pytest.mark.parametrize("blank", ["1.0,3.0", EVERY])
def test_surrogates_are_quiet(blank: str, grown_on: str, guess: int) -> None:
    at = opened(PAGE, part="surrogates", blank=blank, grown_on=grown_on, guess=guess)
    assert quiet(at)
    shown = "surrogate: left if" in text_of(at)
    grown = grown_on == "full" or blank != EVERY
    assert shown == (grown and not guess)
    assert bool(payloads(at, "curves")) == shown


def test_worked_example_of_surrogates() -> None:
    at = opened(PAGE, part="surrogates", blank="3.0,3.2", asked_row=3)
    assert "| 1 | x3 > 4.5 (reversed) | 8/8 | 1 | 1 |" in text_of(at)
    assert "| 2 | x2 ≤ 3.5 | 7/8 | 0.875 | 0.75 |" in text_of(at)
    assert "| 3 | x4 ≤ 2.5 | 6/8 | 0.75 | 0.5 |" in text_of(at)
    assert "| green | 4 | 5 | **left**, as a draw follows the majority |" in text_of(at)
    assert "Row 4 misses x1, x3: **x2 ≤ 3.5** is asked, 6 says **right**." in text_of(at)
    (table,) = payloads(at, "cell_table")
    assert table["goes"][3] == {"side": "right", "by": "x2"}
    (agreement,) = payloads(at, "curves")
    assert [panel["labels"][0]["text"] for panel in agreement["panels"]] == ["7 of 8", "8 of 8", "6 of 8"]


@pytest.mark.parametrize(
    ("link", "gain", "missed"),
    [
        ({"group_lambda": 0}, Fr(49, 6), False),
        ({}, Fr(598, 105), False),
        ({"group_order": "label"}, Fr(598, 105), True),
        ({"groups": "three", "group_lambda": 2, "group_order": "damped"}, Fr(423, 880), True),
        ({"groups": "three", "group_lambda": 2}, Fr(423, 880), False),
    ],
)
def test_worked_example_of_categories(link: dict[str, Any], gain: Fr, missed: bool) -> None:
    at = opened(PAGE, part="categories", **link)
    assert quiet(at)
    (data,) = payloads(at, "partition_list")
    assert data["ways"][0]["gain"] == f"{float(gain):.4g}"
    assert ("cut" in data["ways"][0]["marks"]) != missed
    assert data["chosen"] == data["ways"][0]["number"]
    assert ("**miss it**" in text_of(at)) == missed
    assert rf"\mathbf{{{float(gain):.4g}}}" in text_of(at)


def test_a_guessed_partition_is_hidden_until_it_is_revealed() -> None:
    at = opened(PAGE, part="categories", guess=1)
    assert quiet(at)
    (data,) = payloads(at, "partition_list")
    assert data["ways"] == []
    assert {each["side"] for each in data["categories"]} == {""}
    (radio,) = (each for each in at.radio if each.label == "The best is")
    assert "{BD} | {ACE}" in radio.options
    radio.set_value(0b01010).run()
    next(each for each in at.button if each.label == "Reveal").click().run()
    assert quiet(at)
    assert len(payloads(at, "partition_list")[0]["ways"]) == 15
    assert any("Right." in each.value for each in at.markdown)


@pytest.mark.parametrize(
    ("said", "verdict"), [("left", "You: left. Right."), ("right", "You: right. It is: left.")]
)
def test_a_guessed_way_is_judged(said: str, verdict: str) -> None:
    at = opened(PAGE, guess=1)
    next(each for each in at.radio if each.label == "They go").set_value(said).run()
    next(each for each in at.button if each.label == "Reveal").click().run()
    assert quiet(at)
    assert verdict in text_of(at)


def test_a_guessed_stand_in_is_judged() -> None:
    at = opened(PAGE, part="surrogates", guess=1)
    next(each for each in at.radio if each.label == "Ask").set_value("x2").run()
    next(each for each in at.button if each.label == "Reveal").click().run()
    assert "You: x2. It is: x3." in text_of(at)


@pytest.mark.parametrize("part", PARTS)
def test_presenter_mode_leaves_the_lesson_alone(part: str) -> None:
    at = opened(PAGE, part=part, present=1)
    assert quiet(at)
    assert not at.expander
    assert "**Try:**" not in text_of(at)
    assert payloads(at, "partition_list" if part == "categories" else "cell_table")


def test_another_example_brings_its_own_lambda() -> None:
    at = opened(PAGE, part="categories", partition=3)
    assert held(at, "partition") == 3
    next(each for each in at.button_group if each.label == "Categories").set_value("three").run()
    assert quiet(at)
    assert held(at, "group_lambda") == 2.0
    assert held(at, "partition") is None
