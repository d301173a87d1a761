"""The small table with blank cells: both ways of a cut, surrogates, partitions, as the browser sees them."""

import itertools
import math
import re
from fractions import Fraction as Fr

import numpy as np
import pytest

from workbench.lessons.missing_sparse_categorical import (
    blank_table,
    category_partitions,
    snippets,
    surrogates,
)
from workbench.lessons.missing_sparse_categorical.blank_table import (
    NAMES,
    REG_LAMBDA,
    START,
    TABLE,
    TARGET,
    BlankTable,
    blank_cells,
    cell_text,
)
from workbench.lessons.missing_sparse_categorical.cell_table import table_data
from workbench.lessons.missing_sparse_categorical.values import BLANK, GROUP_LAMBDA, GROUPS, PARTITION
from workbench.link.values import ENTRIES, read

MEANINGS = ("missing", "zero")
EVERY = ",".join(f"{row}.{column}" for row in range(8) for column in range(4))
BLANKS = [
    *("1.0,3.0", "none", "7.0,7.1,7.2,7.3", "0.0,2.1,4.2,6.3", "5.0,6.0", "4.0,4.2,5.1,6.0,6.2"),
    *("0.0,1.0,2.0,3.0,4.0,5.0,6.0,7.0", EVERY),
]


def gaps(text: str, absent: str = "missing") -> BlankTable:
    return BlankTable(blank_cells(text), absent)


def naive_gain(left: list[int]) -> float:
    """The gain of sending these rows left, row by row."""

    def score(rows: list[int]) -> float:
        G = sum(START - TARGET[i] for i in rows)
        return float(G**2 / (len(rows) + REG_LAMBDA))

    right = [i for i in range(len(TARGET)) if i not in left]
    return 0.5 * (score(left) + score(right) - score(left + right))


# -- blank cells


@pytest.mark.parametrize("text", BLANKS)
def test_cells_are_read_as_they_are_written(text: str) -> None:
    assert read(BLANK, text) == text
    assert cell_text(blank_cells(text)) == text


@pytest.mark.parametrize(
    "text", ["", "8.0", "0.4", "1.0,1.0", "1.0,", "1.0;2.0", "1", "-1.0", "1.00", "0.0\n", "١.0", "None"]
)
def test_other_texts_are_no_cells(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape("rows 0 to 7, columns 0 to 3")):
        read(BLANK, text)


def test_the_limits_of_the_link_are_those_of_the_table() -> None:
    rule = ENTRIES[BLANK].rule
    assert (rule.n_rows, rule.n_columns) == TABLE.shape
    assert rule.broken_by(None) is not None
    assert rule.broken_by(3) is not None


@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_the_list_holds_every_cell_that_is_not_blank(text: str, absent: str) -> None:
    found = gaps(text, absent)
    blank = blank_cells(text)
    wanted = [(i, j, TABLE[i, j]) for i in range(8) for j in range(4) if (i, j) not in blank]
    assert found.entries.shape == (8, 4)
    for base in (0, 1):
        told = table_data(found, base, [("", "")] * 8, None)["entries"]
        assert [(each["row"], each["column"]) for each in told] == [(i, j) for i, j, _ in wanted]
        texts = [f"{i + base}, {j + base}, {int(v)}".replace("-", "−") for i, j, v in wanted]
        assert [each["text"] for each in told] == texts
    fill = 0.0 if absent == "zero" else np.nan
    dense = np.array([[fill if (i, j) in blank else TABLE[i, j] for j in range(4)] for i in range(8)])
    np.testing.assert_array_equal(found.X, dense)


# -- both ways


@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_both_ways_gain_what_counting_rows_says(text: str, absent: str) -> None:
    found = gaps(text, absent)
    listed = found.candidates
    seen = set()
    for i in range(len(listed)):
        feature, threshold, to_left = (
            int(listed.feature[i]),
            listed.threshold[i],
            bool(listed.default_left[i]),
        )
        x = found.X[:, feature]
        left = [row for row in range(8) if (to_left if math.isnan(x[row]) else x[row] <= threshold)]
        assert listed.gain[i] == pytest.approx(naive_gain(left), abs=1e-12)
        assert blank_table.gain_of(listed, i) == pytest.approx(naive_gain(left), abs=1e-12)
        assert len(left) == listed.n_left[i]
        seen.add((feature, float(threshold), to_left))
        other = blank_table.other_way(listed, i)
        if other is not None:
            assert listed.default_left[other] != to_left
            assert (listed.feature[other], listed.threshold[other]) == (feature, threshold)
    for feature in range(4):  # nothing is left out: every gap between values, both ways where rows miss it
        x = found.X[:, feature]
        values = np.unique(x[~np.isnan(x)])
        ways = (False, True) if np.isnan(x).any() else (True,)
        for (low, high), way in itertools.product(itertools.pairwise(values), ways):
            assert (feature, (low + high) / 2, way) in seen


@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_the_split_is_the_best_candidate(text: str, absent: str) -> None:
    found = gaps(text, absent)
    best = found.candidates.best
    assert (best is None) == bool(found.tree.is_leaf[0])
    if best is not None:
        assert found.tree.feature[0] == found.candidates.feature[best]
        assert found.tree.threshold[0] == found.candidates.threshold[best]
        assert found.tree.default_left[0] == found.candidates.default_left[best]
        assert found.tree.gain[0] == found.candidates.gain[best]


def test_the_start_of_the_page() -> None:
    """Rows 2 and 4 miss x1: 20 with them on the left, 60/7 on the right."""
    found = gaps(ENTRIES[BLANK].default)
    view = blank_table.gaps_view(found, None, None)
    assert {way.side: max(way.gain) for way in view.ways} == {"right": pytest.approx(60 / 7), "left": 20.0}
    assert view.best is not None
    assert view.best.label == "chosen: 20, ← missing left"
    assert blank_table.best_by_side(found, 0) == {"right": pytest.approx(60 / 7), "left": 20.0}
    i = blank_table.position_at(found, None, None)
    assert i is not None
    formula = blank_table.both_ways(found, i)
    assert formula.index(r"\text{missing left:}") < formula.index(r"\mathbf{20}")
    assert formula.index(r"\text{missing right:}") < formula.index(r"\mathbf{8.571}")
    assert r"\frac{(10)^2}{4 + 1} + \frac{(-10)^2}{4 + 1}" in formula
    assert r"\frac{(6)^2}{2 + 1} + \frac{(-6)^2}{6 + 1}" in formula


def test_the_arrow_turns_when_rows_of_the_other_side_are_blank() -> None:
    view = blank_table.gaps_view(gaps("5.0,6.0"), None, None)
    assert view.best is not None
    assert view.best.label == "chosen: 20, missing right →"


def test_zero_is_a_value_with_its_own_place() -> None:
    view = blank_table.gaps_view(gaps("1.0,3.0", "zero"), None, None)
    assert [way.side for way in view.ways] == [""]
    assert view.best is not None
    assert view.best.x == 0.5
    moved = blank_table.gaps_view(gaps("5.0,6.0", "zero"), 0, None)
    assert moved.best is not None
    assert moved.best.x == -1.0


def test_hidden_curves_tell_no_gain() -> None:
    view = blank_table.gaps_view(gaps("1.0,3.0"), 0, None, hidden=True)
    assert view.hidden
    assert view.best is None
    assert {gain for way in view.ways for gain in way.gain} == {0.0}


@pytest.mark.parametrize("text", BLANKS)
@pytest.mark.parametrize("absent", MEANINGS)
def test_words_fit_the_split(text: str, absent: str) -> None:
    found = gaps(text, absent)
    words = blank_table.split_words(found, 1)
    if found.tree.is_leaf[0]:
        assert words == "No cut gains anything: the root stays a leaf."
        return
    lost = found.without(int(found.tree.feature[0]))
    left = found.tree.apply(found.X) == found.tree.children_left[0]
    if lost:
        assert {bool(left[row]) for row in lost} == {("left" in words.split("ow", 1)[1])}
    else:
        assert words.endswith(f"No cell of {NAMES[int(found.tree.feature[0])]} is blank.")


def test_the_question_is_about_the_feature_with_most_blanks() -> None:
    assert blank_table.asked_feature(gaps("1.0,3.0")) == 0
    assert blank_table.asked_feature(gaps("1.0,3.1,4.1")) == 1
    assert blank_table.asked_feature(gaps("none")) is None
    assert blank_table.asked_feature(gaps(EVERY)) is None
    assert blank_table.best_by_side(gaps("5.0,6.0", "zero"), 0)["right"] == 20.0


# -- what goes wrong elsewhere


def test_a_row_without_entry_is_kept() -> None:
    found = gaps("7.0,7.1,7.2,7.3")
    assert found.listed == tuple(range(7))
    assert found.tree.n_samples[0] == 8
    assert "Row 8 has no entry at all" in blank_table.list_words(found, 1)
    assert "Row 7 has no entry at all" in blank_table.list_words(found, 0)
    assert "names only 7 rows" in blank_table.list_words(found, 1)
    assert blank_table.list_words(gaps("none"), 1) == "The list names all 8 rows."


# -- surrogates


def test_worked_example_of_surrogates() -> None:
    found = surrogates.SurrogateSplit(gaps("1.0,3.0"), on_full=True)
    assert found.cut == "x1 ≤ −0.5"
    assert found.majority == (4, 4)
    assert surrogates.ranking_rows(found) == [
        ("1", "x3 > 4.5 (reversed)", "8/8", "1", "1"),
        ("2", "x2 ≤ 3.5", "7/8", "0.875", "0.75"),
        ("3", "x4 ≤ 2.5", "6/8", "0.75", "0.5"),
    ]
    formula = surrogates.adjusted_formula(found)
    for part in (r"\frac{8 - 4}{8 - 4} = \mathbf{1}", r"\frac{7 - 4}{8 - 4} = \mathbf{0.75}"):
        assert part in formula


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
    panels = surrogates.agreement_panels(found)
    assert [(panel.title, panel.labels[0].text) for panel in panels] == [
        ("x2", "7 of 8"),
        ("x3", "8 of 8"),
        ("x4", "6 of 8"),
    ]


@pytest.mark.parametrize(
    ("blank", "decides", "side"),
    [
        ("none", "x1 ≤ −0.5", "left"),
        ("3.0", "x3 > 4.5", "left"),
        ("3.0,3.2", "x2 ≤ 3.5", "right"),
        ("3.0,3.1,3.2", "x4 ≤ 2.5", "right"),
        ("3.0,3.1,3.2,3.3", "the majority", "left"),
    ],
)
def test_a_row_asks_on_until_somebody_answers(blank: str, decides: str, side: str) -> None:
    found = surrogates.SurrogateSplit(gaps(blank), on_full=True)
    way = found.way_of(3)
    assert (way[-1].question, way[-1].side) == (decides, side)
    assert all(not each.side for each in way[:-1])
    left = found.tree.apply(found.gaps.X)[3] == found.tree.children_left[0]
    assert left == (side == "left")
    assert f"**{side}**" in surrogates.way_list(found, 3).splitlines()[-1]


@pytest.mark.parametrize("on_full", [True, False])
@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_ways_are_those_of_the_tree(text: str, absent: str, on_full: bool) -> None:
    found = surrogates.SurrogateSplit(gaps(text, absent), on_full)
    if not found.is_split:
        assert not on_full
        return
    left = found.tree.apply(found.gaps.X) == found.tree.children_left[0]
    assert [found.way_of(row)[-1].side == "left" for row in range(8)] == left.tolist()
    if absent == "zero":
        assert all(len(found.way_of(row)) == 1 for row in range(8))


def test_a_feature_with_blanks_loses_its_place_in_training() -> None:
    """x3 has every row and splits as well as x1, which lacks two."""
    found = surrogates.SurrogateSplit(gaps("1.0,3.0"), on_full=False)
    assert found.cut == "x3 ≤ 4.5"
    assert [each.feature for each in found.ranked] == [1, 0, 3]


# -- categories


def close(value: Fr) -> object:
    return pytest.approx(float(value), abs=1e-12, rel=0)


@pytest.mark.parametrize(
    ("reg_lambda", "best", "alone", "label"),
    [(0.0, Fr(49, 6), Fr(289, 60), Fr(169, 60)), (1.0, Fr(598, 105), Fr(211, 84), Fr(47, 28))],
)
def test_worked_example_of_categories(reg_lambda: float, best: Fr, alone: Fr, label: Fr) -> None:
    found = category_partitions.parts("five", reg_lambda)
    assert len(found.ways) == 15
    assert found.order == tuple("BDECA")
    assert found.keys == (-3, -2, 0.5, 1, 2)
    assert sum(way.is_cut for way in found.ways) == 4
    assert sum(way.is_alone for way in found.ways) == 5
    assert category_partitions.part_name(found.best) == "{B, D} | {E, C, A}"
    assert found.best.gain == close(best)
    assert found.best_cut == found.best
    assert found.best_alone.gain == close(alone)
    by_label = category_partitions.parts("five", reg_lambda, "label")
    assert by_label.best_cut.gain == close(label)
    assert by_label.best.gain == close(best)
    assert "**miss it**" in category_partitions.result_words(by_label)
    assert "hold the winner" in category_partitions.result_words(found)


def test_worked_example_of_the_wrong_order() -> None:
    wrong = category_partitions.parts("three", 2.0, "damped")
    assert wrong.order == tuple("CBA")
    assert wrong.best_cut.gain == close(Fr(263, 792))
    assert category_partitions.part_name(wrong.best_cut) == "{C, B} | {A}"
    right = category_partitions.parts("three", 2.0, "ratio")
    assert right.best_cut.gain == wrong.best.gain == close(Fr(423, 880))
    assert category_partitions.part_name(right.best_cut) == "{B} | {C, A}"
    assert category_partitions.EXAMPLES["three"].reg_lambda == 2.0


@pytest.mark.parametrize("order_by", category_partitions.ORDERS)
@pytest.mark.parametrize("reg_lambda", [0.0, 0.5, 1.0, 5.0])
@pytest.mark.parametrize("name", category_partitions.EXAMPLES)
def test_every_partition_gains_what_its_sums_say(name: str, reg_lambda: float, order_by: str) -> None:
    found = category_partitions.parts(name, reg_lambda, order_by)
    example = found.example
    sums = dict(zip(example.labels, zip(example.G, example.H, strict=True), strict=True))
    sides = set()
    for way in found.ways:
        G = [sum(sums[label][0] for label in side) for side in (way.left, way.right)]
        H = [sum(sums[label][1] for label in side) for side in (way.left, way.right)]
        assert (way.G, way.H) == (tuple(G), tuple(H))
        terms = [g**2 / (h + reg_lambda) for g, h in zip([*G, sum(G)], [*H, sum(H)], strict=True)]
        assert way.gain == pytest.approx(0.5 * (terms[0] + terms[1] - terms[2]), abs=1e-12)
        assert sorted(way.left + way.right) == list(example.labels)
        assert found.at(way.number) == way
        sides.add(frozenset((frozenset(way.left), frozenset(way.right))))
        assert way.is_cut == (
            {way.left, way.right} in [{found.order[:k], found.order[k:]} for k in range(1, len(found.order))]
        )
    assert len(sides) == len(found.ways) == 2 ** (len(example.labels) - 1) - 1
    gains = [way.gain for way in found.ways]
    assert gains == sorted(gains, reverse=True) or max(np.diff(gains)) < 1e-12
    if order_by == "ratio":
        assert found.best_cut.gain == pytest.approx(found.best.gain, abs=1e-12)


def test_counts_of_partitions() -> None:
    lines = [line.strip("| ").split(" | ") for line in category_partitions.count_table().splitlines()]
    assert lines[0] == ["categories L", "3", "5", "8", "10", "16", "20", "32"]
    assert lines[2] == ["sorted: L − 1", "2", "4", "7", "9", "15", "19", "31"]
    assert lines[4][1:] == ["3", "15", "127", "511", "32,767", "524,287", "2,147,483,647"]


def test_what_the_browser_is_told_of_partitions() -> None:
    found = category_partitions.parts("five", 1.0)
    data = category_partitions.parts_data(found, found.ways[2], hidden=False)
    assert data["chosen"] == found.ways[2].number
    assert [each["side"] for each in data["categories"]] == ["left", "left", "left", "right", "right"]
    assert data["ways"][0]["words"] == "rank 1: {B, D} | {E, C, A}, gain 5.695, a cut of the sorted order"
    hidden = category_partitions.parts_data(found, found.best, hidden=True)
    assert (hidden["ways"], hidden["chosen"]) == ([], None)
    assert {each["side"] for each in hidden["categories"]} == {""}


@pytest.mark.parametrize("reg_lambda", [0.0, 1.0, 5.0])
@pytest.mark.parametrize("name", category_partitions.EXAMPLES)
def test_the_best_is_among_the_answers_to_choose_from(name: str, reg_lambda: float) -> None:
    found = category_partitions.parts(name, reg_lambda, "label")
    options = category_partitions.quiz_options(found)
    assert found.best.number in options
    assert len(options) <= 6
    assert len({category_partitions.part_name(found.at(each)) for each in options}) == len(options)


def test_links_about_partitions() -> None:
    assert read(GROUPS, "three") == "three"
    assert read(PARTITION, "none") is None
    assert category_partitions.parts("five", 1.0).at(999).rank == 1
    with pytest.raises(ValueError, match="at most 5"):
        read(GROUP_LAMBDA, "6")


# -- as Python


def printed(snippet: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What a snippet prints."""
    exec(snippet, {})
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_the_snippet_grows_the_same_split(
    text: str, absent: str, base: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found = gaps(text, absent)
    (line,) = printed(snippets.missing_snippet(found, base), capsys)
    tree = found.tree
    if tree.is_leaf[0]:
        assert line == "a leaf"
    else:
        side = "left" if tree.default_left[0] else "right"
        split = f"x{tree.feature[0] + 1} <= {tree.threshold[0]:g}"
        assert line == f"{split}, gain {tree.gain[0]:.6g}, missing {side}"


@pytest.mark.parametrize("on_full", [True, False])
def test_the_snippet_ranks_the_same_surrogates(on_full: bool, capsys: pytest.CaptureFixture[str]) -> None:
    found = surrogates.SurrogateSplit(gaps("1.0,3.0,4.2"), on_full)
    lines = printed(snippets.surrogate_snippet(found), capsys)
    wanted = [
        f"{each.question(NAMES)}: agreement {each.agreement:g}, adjusted {each.adjusted:g}"
        for each in found.ranked
    ]
    assert lines == wanted
    assert len(lines) == 3


def test_the_snippet_finds_the_same_partitions(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(snippets.category_snippet(category_partitions.parts("five", 1.0)), capsys) == [
        "exhaustive: 15 partitions, best ['B', 'D'] against the rest, gain 5.69524",
        "sorted: 4 partitions, best ['B', 'D'] against the rest, gain 5.69524",
        "one_vs_rest: 5 partitions, best ['B'] against the rest, gain 2.5119",
    ]
