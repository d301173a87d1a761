"""Tables of readers: their cuts and gains beside XGBoost's, and such as have nothing to part."""

from typing import Any

import numpy as np
import pytest
import xgboost
from streamlit.testing.v1 import AppTest

from gbtlib.histogram.bins import bin_starts
from tests.pages import held, moved, opened, payloads, quiet
from workbench.components.plain_page import MOST_BYTES
from workbench.data.catalogue import DATASETS
from workbench.data.own_columns import columns_of
from workbench.data.own_table import Choices, HeldOut, own_table, usual_choices
from workbench.data.table_file import read_table
from workbench.lessons.exact_or_histogram import LESSON
from workbench.lessons.exact_or_histogram.node_cuts import ROOT, Recipe, first_round, node_cuts
from workbench.lessons.exact_or_histogram.record import (
    MOST_CELLS,
    course_record,
    place_of,
    present,
    record_of,
    rows_of_models,
)
from workbench.lessons.exact_or_histogram.stage import stage_of_file, title_of
from workbench.shell.registry import page_named
from workbench.shell.ways_on_rows import why_not

CURSOR: dict[str, Any] = {"halving": 0, "bins_told": 0, "bins_view": "model", "guess": None}
TARGETS = {"numbers": "{y:.2f}", "two classes": "{two}", "three classes": "{three}"}


def text_of(target: str, n: int = 400) -> str:
    """A table with gaps in a column of many values, one of few, one of categories, and a target."""
    random, lines = np.random.default_rng(5), ["size,grade,colour,y"]
    for i in range(n):
        size, grade, colour = random.gamma(2.0, 20.0), random.integers(0, 5), "abc"[random.integers(0, 3)]
        y = size**0.5 + 2 * grade + random.normal(0, 1.5)
        said = target.format(y=y, two="ny"[int(y > 10)], three="lmh"[int(y > 8) + int(y > 12)])
        lines.append(f"{'' if i % 9 == 4 else f'{size:.2f}'},{grade},{colour},{said}")
    return "\n".join(lines)


def opened_table(text: str, **choices: Any) -> str:
    """A data set of a text, by its id."""
    columns = columns_of(read_table(text.encode()))
    usual = usual_choices(columns)
    table = own_table("mine.csv", columns, Choices(**vars(usual) | choices))
    DATASETS.keep(table.info)
    return table.info.id


def stump(x: np.ndarray, g: np.ndarray, h: np.ndarray) -> tuple[float, float]:
    """The gain and the threshold of XGBoost's first cut of a feature, all cuts scored."""
    params = {"max_depth": 1, "tree_method": "exact", "lambda": 1.0, "min_child_weight": 0.0, "eta": 1.0}
    rows = xgboost.DMatrix(x[:, np.newaxis], label=np.zeros(len(x)))
    model = xgboost.train(params | {"base_score": 0.0}, rows, 1, obj=lambda _raw, _rows: (g, h))
    (root, *_) = model.trees_to_dataframe().itertuples()
    return root.Gain / 2, root.Split


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("max_bin", [None, 3, 5, 32])
def test_cuts_and_gains_are_those_of_xgboost(target: str, max_bin: int | None) -> None:
    """Between bins they are those of the numbers of the bins, which XGBoost parts one by one."""
    data = opened_table(text_of(TARGETS[target]))
    for k in range(3 if target == "three classes" else 1):
        first = first_round(Recipe(data, k=k))
        assert first.features == (0, 1)
        for feature in first.features:
            x = first.X[:, feature]
            if max_bin is not None:
                starts, _ = bin_starts(present(x), max_bin, 1)
                x = np.where(np.isnan(x), np.nan, starts.searchsorted(x, side="right") - 1.0)
            gain, split = stump(x, first.gradient, first.hessian)
            cuts = node_cuts(first.recipe, ROOT, feature, max_bin)
            assert cuts.gain == pytest.approx(gain, rel=1e-4)
            left = cuts.is_left(np.arange(len(x)))[~np.isnan(x)]
            assert np.array_equal(left, present(x) < split)


OF_ONE = {"held_out": HeldOut("column", column=2, text="v")}
HOSTILE: dict[str, tuple[list[str], dict[str, Any]]] = {
    "a constant column": (["a,b,y", *(f"{i % 5},{7 + (i == 0)},{i * i % 11}" for i in range(60))], {}),
    "two values": (["a,y", *(f"{i % 2},{i % 2}" for i in range(40))], {}),
    "four rows": (["a,b,y", "1,2,3", "2,2.5,5", "3,1,4", "4,,9"], {}),
    "one row to learn from": (["a,y,by", "1,2,u", "2,3,v", "3,5,v", "4,1,v"], OF_ONE),
    "a value in one row": (["a,b,y", *(f"{i},{5 if i == 3 else ''},{i % 7}" for i in range(50))], {}),
    "gaps that tell": (["a,y", *(f"{i % 3 if i % 2 else ''},{i % 2}" for i in range(40))], {}),
    "huge numbers": (["a,y", *(f"{i * 1e9},{i * i * 1e12}" for i in range(60))], {}),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_table_with_little_to_part_has_a_picture_of_every_node(case: str) -> None:
    lines, choices = HOSTILE[case]
    recipe = Recipe(opened_table("\n".join(lines), **choices))
    first = first_round(recipe)
    for node in range(first.tree.n_nodes):
        for feature in first.features:
            record = record_of(place_of(recipe, node, feature))
            assert np.isfinite(record["ranges"]).all()
            assert len(record["every"]["change"]) in (0, len(record["every"]["gain"]) + 1)
    course = course_record(recipe)
    assert all(np.isfinite(each).all() for each in course.values())


def test_a_large_table_draws_rows_for_whole_models_and_its_file_is_small() -> None:
    random = np.random.default_rng(0)
    X = random.normal(size=(20_000, 30)).round(4)
    lines = [",".join([*(f"v{j}" for j in range(30)), "y"])]
    lines += [",".join(map(str, [*row, round(row[0] * row[1], 3)])) for row in X.tolist()]
    recipe = Recipe(opened_table("\n".join(lines)))
    some = rows_of_models(recipe)
    assert len(some) * 30 <= MOST_CELLS < (len(some) + 1) * 30
    file = LESSON.saved(stage_of_file(place_of(recipe, ROOT, None)), CURSOR, {})
    assert len(file) < MOST_BYTES
    course = course_record(recipe)
    assert (course["n"], course["n_all"], course["n_unseen"]) == (len(some), 14_000, 6_000)


def pasted(text: str) -> tuple[AppTest, str]:
    """The page of one's own data with a text, and the name of its table in links."""
    page = opened("your_data.py")
    page.text_area(key="own_pasted").set_value(text)
    page.button[[each.label for each in page.button].index("Open the text")].click()
    page.run()
    return page, str(next(reversed(page.session_state["own_tables"])))


@pytest.mark.parametrize("case", HOSTILE)
def test_the_lesson_is_quiet_on_it(case: str) -> None:
    page, data = pasted("\n".join(HOSTILE[case][0]))
    for told in (0, 1):
        moved(page, "exact_or_histogram.py", data=data, bins_told=told)
        assert quiet(page)
        assert held(page, "data") == data
        assert payloads(page, "stage")


def test_categories_alone_have_no_bins_which_is_said() -> None:
    page, data = pasted("a,b,y\n" + "".join(f"{'uvw'[i % 3]},{'xy'[i % 2]},{i % 7}\n" for i in range(60)))
    assert "all columns are categories" in why_not(page_named("exact_or_histogram.py"), DATASETS[data])
    moved(page, "exact_or_histogram.py", data=data)
    assert not page.exception
    assert "Bins are of numbers" in " ".join(each.value for each in page.error)
    page.selectbox("widget_data").set_value("sonar").run()
    assert quiet(page)


def test_of_several_classes_the_file_says_whose_tree_it_is() -> None:
    data = opened_table(text_of(TARGETS["three classes"]))
    assert title_of(place_of(Recipe(data, k=1), ROOT, None)) == "mine, tree of l"
