"""What the record of a model's file says, against its library and the rows that it was trained on."""

import re
from typing import Any

import lightgbm
import numpy as np
import pytest
import xgboost

from tests.lessons.your_model.shipped_models import LAMBDA, OF_LIGHTGBM, RATE, every_file
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import training_rows
from workbench.lessons.your_model.late_rows import trained_on
from workbench.lessons.your_model.record import record_of, trees_record
from workbench.lessons.your_model.shipped_models import SHIPPED, shipped
from workbench.lessons.your_model.told import bounds, losses_of, rows_of
from workbench.lessons.your_model.witnesses import across, doubts, drawn_lines, point_of, up, witnesses_of
from workbench.lessons.your_model.words import facts, how_it_is_known, what_is_asked
from workbench.models.own_model import OwnModel, own_model
from workbench.stage.packing import packed
from workbench.trees.file_trees import settled

CANCER, DIABETES, IRIS = (load_dataset(name) for name in ("breast_cancer", "diabetes", "iris"))


def given(model: Any) -> OwnModel:
    """A trained model, through its file."""
    if isinstance(model, lightgbm.Booster):
        return own_model("model.txt", model.model_to_string().encode())
    return own_model("model.json", bytes(model.save_raw("json")))


def trained(rounds: int = 12, data: Any = CANCER, **settings: Any) -> OwnModel:
    usual = {"objective": "binary:logistic", "nthread": 1, "max_depth": 3}
    return given(xgboost.train(usual | settings, xgboost.DMatrix(data.X, data.y), rounds))


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_files_are_what_their_libraries_make_today(name: str) -> None:
    file = SHIPPED[name]
    anew, model = own_model(file, every_file()[file]).opened, shipped(name).opened
    assert len(anew.trees) == len(model.trees)
    for ours, theirs in zip(model.trees, anew.trees, strict=True):
        np.testing.assert_array_equal(ours.feature, theirs.feature)
        np.testing.assert_allclose(ours.leaf_value, theirs.leaf_value, rtol=1e-5)


def test_a_split_by_categories_has_no_threshold() -> None:
    X = np.column_stack([np.arange(400) % 6, np.arange(400)]).astype(float)
    y = np.isin(X[:, 0], [1, 4]) + 0.001 * X[:, 1]
    settings = {"verbose": -1, "max_cat_to_onehot": 1, "cat_smooth": 0, "num_threads": 1}
    model = given(lightgbm.train(settings, lightgbm.Dataset(X, y, categorical_feature=[0]), 2))
    trees = trees_record(model, [0], 0)
    splits = trees["left"] >= 0
    np.testing.assert_array_equal(np.isnan(trees["threshold"][splits]), trees["feature"][splits] == 0)
    assert set(trees["feature"][splits]) == {0, 1}


def test_where_alpha_is_not_told_the_first_split_adds_up_on_each_of_the_other_lines() -> None:
    assert not record_of(shipped("cancer"))["others"]
    stump = shipped("stump")
    tree, record = stump.opened.trees[0], record_of(stump)
    root_weight = record["trees"]["sum_weight"][0]
    assert len(record["others"]) == len(record["other_alphas"]) > 1
    for alpha, line in zip(record["other_alphas"], record["others"], strict=True):
        x, y = line.reshape(-1, 2)[:-1].astype(float).T
        reg_lambda, inverse = 3 * x / (1 - x), 1 + 8 * y / (1 - y)
        weights = root_weight, *(inverse * value for value in tree.leaf_value[tree.is_leaf])
        covers = tree.cover[0], *tree.cover[tree.is_leaf]
        G = [-w * (H + reg_lambda) - np.sign(w) * alpha for w, H in zip(weights, covers, strict=True)]
        np.testing.assert_allclose(G[0] - G[1] - G[2], 0, atol=1e-4 * np.abs(G[1]).max())


@pytest.mark.parametrize("name", ["cancer", "capped"])
def test_lines_meet_where_the_settings_are_and_every_doubt_holds(name: str) -> None:
    model = shipped(name)
    found, true = witnesses_of(model.opened, model.solved), (LAMBDA, 1 / float(np.float32(RATE)))
    for step in doubts(found, model.solved)[1:]:
        assert step is not None
        off = np.abs(point_of(model.solved)[:2] + np.array(step["at"]) - true)
        assert (off <= step["error"]).all()
    errors = [step["error"][0] for step in doubts(found, model.solved)[1:] if step]
    assert errors == sorted(errors, reverse=True)
    place = np.array([across(LAMBDA), up(1 / RATE)])
    for line in drawn_lines(found.line[:20]):
        points = line.reshape(-1, 2)
        ways = np.diff(points, axis=0)
        share = ((place - points[:-1]) * ways).sum(axis=1) / (ways**2).sum(axis=1)
        nearest = points[:-1] + np.clip(share, 0, 1)[:, None] * ways
        assert np.nanmin(np.linalg.norm(nearest - place, axis=1)) < 2e-3


@pytest.mark.parametrize("name", ["cancer", "capped", "absolute error"])
def test_sums_of_the_splits_that_are_asked_add_up_at_the_settings(name: str) -> None:
    settings = {"objective": "reg:absoluteerror", "reg_lambda": 1.5, "eta": 0.3}
    model = trained(12, DIABETES, **settings) if name == "absolute error" else shipped(name)
    record, (reg_lambda, inverse, _) = record_of(model), point_of(model.solved)
    trees = record["trees"]
    for at in range(2):
        first, last = trees["start"][record["shows"][at + 1] :][:2]
        node = first + trees["id"][first:last].tolist().index(record["witness"][at])
        family = [node, first + trees["left"][node], first + trees["right"][node]]
        scale = np.where(trees["left"][family] < 0, inverse, 1.0)
        whole, left, right = -trees["sum_weight"][family] * scale * (trees["H"][family] + reg_lambda)
        assert left + right == pytest.approx(whole, abs=1e-4 * abs(left))


@pytest.mark.parametrize("name", ["cancer", "capped", "defaults"])
def test_the_reason_is_a_sum_that_adds_up_as_it_is_written(name: str) -> None:
    """It is that of the first split, from the rows, which the lesson never sees."""
    model = trained(20, eta=0.3, reg_lambda=1.0) if name == "defaults" else shipped(name)
    found, rows = witnesses_of(model.opened, model.solved), trained_on(model, [CANCER])
    said = re.search(r"split 1 (\S+) ([+−]) (\S+) = (\S+)\.$", record_of(model)["because"])
    assert said
    assert rows
    left, right, whole = (float(said[k].replace("−", "-")) for k in (1, 3, 4))
    assert left + right * (1 if said[2] == "+" else -1) == pytest.approx(whole)
    k, node = int(found.tree[0]), int(found.node[0])
    tree = model.opened.trees[k]
    G = tree.sums(np.bincount(rows.given.opened.apply(rows.X)[:, k], rows.gradient(k), len(tree.feature)))
    assert whole == pytest.approx(G[node], rel=0.005)


def test_the_reason_of_lightgbm_is_a_gain_of_its_file() -> None:
    model = shipped("diabetes")
    found, record = witnesses_of(model.opened, model.solved), record_of(model)
    gain = model.opened.trees[found.tree[0]].gain[found.node[0]]
    assert f" gains {gain:,.0f} in the file" in record["because"]
    assert not record_of(shipped("stump"))["because"]


@pytest.mark.parametrize("tree_method", ["hist", "exact"])
def test_lines_of_leaves_that_were_replaced_meet_there_too(tree_method: str) -> None:
    settings = {"objective": "reg:absoluteerror", "reg_lambda": 1.5, "eta": 0.3, "tree_method": tree_method}
    model = trained(data=DIABETES, **settings)
    found, true = witnesses_of(model.opened, model.solved), 1 / float(np.float32(0.3))
    assert len(found) > 50
    sums = [np.abs(tree.told * tree.cover).max() for tree in model.opened.trees]  # what float32 rounds
    off = found.line @ (1, 1.5, true, 1.5 * true)
    np.testing.assert_array_less(np.abs(off), 1e-6 * np.array(sums)[found.tree])


def test_each_gain_of_lightgbm_tells_lambda_to_its_digits() -> None:
    model = shipped("diabetes")
    found = witnesses_of(model.opened, model.solved)
    assert len(found) > 90
    assert found.rate_in_file
    place, open_by = -found.line[:, 0], 1 / found.slope[:, 0]
    assert (np.abs(place - OF_LIGHTGBM["lambda_l2"]) < 2.5 * open_by).all()


@pytest.mark.parametrize("name", ["cancer", "capped", "diabetes"])
def test_sums_are_those_of_the_rows_that_the_file_has_not(name: str) -> None:
    """|G| of each node that is told, from g of the training rows, which the lesson never sees."""
    model, n_told = shipped(name), 0
    found = trained_on(model, [IRIS, DIABETES, CANCER])
    assert found is not None
    leaves = model.opened.apply(found.X)
    for k, (tree, sums) in enumerate(zip(model.opened.trees, model.solved.sums, strict=True)):
        g = found.gradient(k)
        by_leaf = np.bincount(leaves[:, k], g, len(tree.feature))
        size = tree.sums(np.bincount(leaves[:, k], np.abs(g), len(tree.feature)) * tree.is_leaf)
        G, error = settled(sums), sums.G_error
        told = np.isfinite(G)
        n_told += int(told.sum())
        assert (np.abs(G - tree.sums(by_leaf))[told] <= error[told] + 2e-6 * size[told]).all()
    n_nodes = sum(len(tree.feature) for tree in model.opened.trees)
    assert n_told == n_nodes if name != "capped" else 0.85 * n_nodes < n_told < n_nodes


def test_rows_are_known_by_their_sums_alone() -> None:
    train = training_rows(CANCER)[0]
    model = given(
        xgboost.train({"objective": "binary:logistic"}, xgboost.DMatrix(CANCER.X[train], CANCER.y[train]), 3)
    )
    found = trained_on(model, [CANCER])
    assert found is not None
    np.testing.assert_array_equal(found.rows, train)
    assert trained_on(trained(subsample=0.5), [CANCER]) is None
    assert trained_on(shipped("stump"), [CANCER]) is None


def test_rows_classes_and_the_loss_are_those_of_training() -> None:
    model = shipped("cancer")
    rows = rows_of(model.opened, model.solved)
    assert rows.count == len(CANCER.y)
    assert rows.ones == pytest.approx(CANCER.y.sum(), abs=1e-3)
    told = losses_of(model.opened, model.solved)
    raw = [model.opened.raw_prediction(CANCER.X, k)[:, 0].astype(float) for k in range(len(told.values))]
    real = [float(np.mean(np.logaddexp(0, z) - CANCER.y * z)) for z in raw]
    assert told.is_whole
    np.testing.assert_allclose(told.values, real, atol=6e-4)
    model = shipped("diabetes")
    told = losses_of(model.opened, model.solved)
    raw = [model.opened.raw_prediction(DIABETES.X, k)[:, 0] for k in range(1, len(told.values))]
    real = [float(np.mean((DIABETES.y - z) ** 2)) / 2 for z in (DIABETES.y.mean(), *raw)]
    assert not told.is_whole
    np.testing.assert_allclose(told.values, np.array(real) - real[0], atol=2e-3)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"subsample": 0.5, "seed": 1}, "trees saw different rows"),
        ({"max_delta_step": 0.4}, "a leaf’s G is not told"),
        ({"scale_pos_weight": 1.37}, "number of rows"),
        ({"objective": "count:poisson"}, "only of single trees"),
        ({"booster": "dart", "rate_drop": 0.5}, "only of single trees"),
    ],
    ids=lambda each: str(each)[:24],
)
def test_a_loss_that_the_file_cannot_tell_is_left_blank(settings: dict[str, Any], why: str) -> None:
    model = trained(**settings)
    told = losses_of(model.opened, model.solved)
    assert len(told.values) == 0
    assert why in told.why


def test_bounds_are_kept_by_what_was_set() -> None:
    model = trained(gamma=0.8, min_child_weight=3.0, max_depth=4)
    found = bounds(model.opened)
    assert found["gain"] >= 0.8
    assert found["H"] >= 3


@pytest.mark.parametrize("alpha", [0.0, 2.5])
def test_parts_of_all_rounds_add_up_to_the_raw_prediction_of_depth_two(alpha: float) -> None:
    model = trained(rounds=80, max_depth=2, alpha=alpha)
    record = record_of(model)
    parts = record["parts"]
    assert parts["left"] == 0
    assert record["rounds"][:2] == [0, 1]
    assert record["rounds"][-1] == 80
    assert sum(each["share"] for each in (*parts["curves"], *parts["pairs"])) <= 1 + 1e-9
    first = parts["curves"][0]
    values = first["values"].reshape(61, -1)[-1] / 30_000 * parts["limit"][0]
    assert abs(values.mean()) < 1e-3 * parts["limit"][0]


def test_a_stump_tells_nothing_but_what_stands_in_it() -> None:
    record = record_of(shipped("stump"))
    assert not record["is_told"]
    assert record["point"] == []
    assert record["why"] == "too few splits for λ, η and α"
    kinds = {name: (kind, value) for kind, name, value, _ in record["told"]}
    assert [kinds[name] for name in "ληα"] == [("blank", "")] * 3
    assert kinds["rows"] == ("told", "569")
    assert np.isnan(record["trees"]["G"]).all()


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_asked_tells_nothing(name: str) -> None:
    """Axes go from 0 to infinity for every model, and what is shown of the file has neither number."""
    shown = facts(shipped(name)) + what_is_asked(shipped(name))
    assert not any(text in shown for text in ("1.7", "0.12", "3.5", "0.08"))


@pytest.mark.parametrize(
    "model",
    [
        lambda: trained(rounds=150, max_depth=6, alpha=0.3),
        lambda: trained(rounds=4, max_depth=9, objective="reg:absoluteerror", data=DIABETES),
        lambda: trained(rounds=3, objective="multi:softprob", num_class=2),
        lambda: trained(rounds=2, tree_method="exact"),
        lambda: trained(rounds=2, gamma=1e9),
        lambda: given(lightgbm.train({"verbose": -1}, lightgbm.Dataset(DIABETES.X, DIABETES.y), 30)),
    ],
    ids=["deep", "replaced leaves", "classes", "exact", "no split", "lightgbm as it is"],
)
def test_any_other_model_has_a_record_that_can_be_sent(model: Any) -> None:
    record = record_of(model())
    assert len(packed(record, 9)) < 1_000_000
    n_steps = len(record["counts"]) + len(record["rounds"]) - 1
    assert len(record["shows"]) == n_steps + 1
    assert len(record["doubts"]) == len(record["witness"]) == len(record["counts"])


def test_a_lightgbm_file_without_its_parameters_still_tells_lambda() -> None:
    settings = {"objective": "regression", "lambda_l2": 2.5, "learning_rate": 0.2, "verbose": -1}
    booster = lightgbm.train(settings, lightgbm.Dataset(DIABETES.X, DIABETES.y), 12)
    text = booster.model_to_string()
    model = own_model("model.txt", text[: text.index("parameters:")].encode())
    record = record_of(model)
    assert record["point"][:2] == pytest.approx([2.5, 0.2], abs=1e-3)
    assert record["n_splits"] > 50
    assert "In the file is η, not λ" in facts(model)
    assert "stand in the file" not in how_it_is_known(model)


@pytest.mark.parametrize("alpha", [0.5, 3.0])
def test_an_alpha_is_heard_with_the_lines_and_every_doubt_of_the_three_holds(alpha: float) -> None:
    model = trained(rounds=20, reg_lambda=1.7, reg_alpha=alpha, eta=0.3)
    found, record = witnesses_of(model.opened, model.solved), record_of(model)
    assert record["point"] == pytest.approx([1.7, 0.3, alpha], abs=1e-4)
    steps = doubts(found, model.solved)
    assert steps[1] is None  # two sums, three unknowns
    for step in steps[3:]:
        assert step is not None
        off = np.abs(np.array(point_of(model.solved)) + step["at"] - (1.7, 1 / np.float32(0.3), alpha))
        assert (off <= step["error"]).all()
    assert record["doubts"][-1]["error"][2] == model.solved.settings["alpha"].error
    assert len(record_of(trained(rounds=20))["point"]) == 2
