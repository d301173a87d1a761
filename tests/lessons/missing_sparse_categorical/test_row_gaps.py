"""Gaps of a table, and of a model's nodes: gains and sides are those of the libraries, and nothing breaks."""

from fractions import Fraction as Fr
from typing import Any

import lightgbm
import numpy as np
import pytest
import xgboost
from sklearn.ensemble import HistGradientBoostingRegressor

from gbtlib.loops.reasons import ALLOWED
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.held_out import training_rows
from workbench.data.own_columns import columns_of
from workbench.data.own_table import Choices, HeldOut, own_table
from workbench.data.sources import levels_of
from workbench.data.table_file import AS_IT_LOOKS, read_table
from workbench.lessons.missing_sparse_categorical.gap_column import MOST_CUTS
from workbench.lessons.missing_sparse_categorical.row_gaps import (
    MOST_DRAWN,
    MOST_NODES,
    GapCase,
    gaps_of,
    listed_nodes,
    model_case,
    node_words,
    nodes_of,
    rows_record,
    table_case,
    telling_feature,
    telling_node,
)
from workbench.lessons.missing_sparse_categorical.words import NOTHING_LEARNED, case_words
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.model_rows import with_rows
from workbench.models.own_model import own_model
from workbench.models.settings import settings_from
from workbench.stage.packing import packed

NAN = float("nan")


def kept(columns: dict[str, Any], **choices: Any) -> str:
    """A table of these columns, the last of which is predicted, as a data set: its id."""
    rows = zip(*columns.values(), strict=True)
    texts = [",".join("" if each != each else str(each) for each in row) for row in rows]
    found = columns_of(read_table("\n".join((",".join(columns), *texts)).encode(), AS_IT_LOOKS))
    wanted = {
        "kinds": {j: "number" for j in range(len(columns) - 1)},
        "held_out": HeldOut(share=0.0),
    } | choices
    table = own_table("gaps.csv", found, Choices(len(columns) - 1, **wanted))
    DATASETS.keep(table.info)
    return table.info.id


def random_table(seed: int, gap: float = 0.3, n: int = 80) -> tuple[np.ndarray, np.ndarray]:
    """Rows with gaps in the first two of three features, which tell of the target."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3)).round(2)
    y = (X[:, 0] + 0.5 * X[:, 1] ** 2 + 0.2 * rng.normal(size=n)).round(3)
    X[:, :2][rng.random((n, 2)) < gap * (1 + (y > 0)[:, np.newaxis]) / 2] = NAN
    return X, y


def as_data(X: np.ndarray, y: np.ndarray) -> str:
    """The same as a data set."""
    return kept({f"x{j}": X[:, j].tolist() for j in range(X.shape[1])} | {"y": y.tolist()})


def replayed(model: bytes, data: str) -> BoostedModel:
    """An opened model on a data set."""
    table = with_rows(own_model("a.model", model), data)
    DATASETS.keep(table.info)
    return fit_boosted_model(settings_from({"data": table.info.id}))


def of_xgboost(X: np.ndarray, y: np.ndarray, rounds: int = 3, **params: Any) -> xgboost.Booster:
    params = {"max_depth": 3, "nthread": 1, "tree_method": "exact"} | params
    return xgboost.train(params, xgboost.DMatrix(X, label=y), rounds)


def raw(booster: xgboost.Booster) -> bytes:
    return bytes(booster.save_raw("json"))


def of_lightgbm(X: np.ndarray, y: np.ndarray, rounds: int = 3, **params: Any) -> lightgbm.Booster:
    params = {
        "num_leaves": 5,
        "verbose": -1,
        "min_data_in_leaf": 2,
        "num_threads": 1,
        "min_data_in_bin": 1,
    } | params
    return lightgbm.train(params, lightgbm.Dataset(X, label=y), rounds)


# -- a table


@pytest.mark.parametrize("reg_lambda", [0.0, 1.0, 4.0])
@pytest.mark.parametrize("data", ["airquality", "automobile"])
def test_gain_and_side_of_the_best_cut_are_those_of_xgboost(data: str, reg_lambda: float) -> None:
    found = load_dataset(data)
    train, _ = training_rows(found)
    for feature in [j for j, n in gaps_of(data).items() if n]:
        record = rows_record(table_case(data, feature, reg_lambda, is_zero=False))
        best = record["cuts"][record["best"]]
        x, y = found.X[train][:, [feature]], found.y[train] - found.y[train].mean()
        booster = of_xgboost(x, y, 1, max_depth=1, reg_lambda=reg_lambda, base_score=0.0, min_child_weight=0)
        tree = booster.trees_to_dataframe().iloc[0]
        gains = [way["gain"] for way in best["ways"]]
        assert max(gains) == pytest.approx(tree.Gain / 2, rel=1e-4)
        if best["at"] is not None and abs(gains[0] - gains[-1]) > 1e-3 * max(gains):
            assert best["side"] == (0 if tree.Missing == tree.Yes else 1)
            known = ~np.isnan(x[:, 0])
            assert np.array_equal(x[known] <= best["at"], x[known] < tree.Split)


def test_a_node_of_five_rows_by_hand() -> None:
    """F is 3, g = 3 - y. At x <= 1.5 the fifth row right: (5^2/3 + 5^2/4)/2; left: (1/4 + 1/3)/2."""
    data = kept({"x": [1, 1, 2, 2, NAN], "y": [0.0, 1.0, 4.0, 3.0, 7.0]})
    case = table_case(data, 0, 1.0, is_zero=False)
    record = rows_record(case)
    assert record["g"] == [3.0, 2.0, -1.0, 0.0, -4.0]
    cut = record["cuts"][record["best"]]
    left, right = (way["gain"] for way in cut["ways"])
    assert left == pytest.approx(float(Fr(1, 2) * (Fr(1, 4) + Fr(1, 3))))
    assert right == pytest.approx(float(Fr(1, 2) * (Fr(25, 3) + Fr(25, 4))))
    assert (cut["side"], cut["n"], cut["out"]) == (1, [2, 2], pytest.approx([-5 / 3, 1 / 3]))
    assert record["new"][0] == {"told": "?", "side": 1, "value": pytest.approx(5 / 4)}
    assert "a gap on the **right** gains 7.29, on the left 0.292" in case_words(case)


def test_a_gap_that_is_read_as_zero_stands_with_the_zeros() -> None:
    data = kept({"x": [-1, -1, 0, 2, NAN], "y": [0.0, 1.0, 4.0, 3.0, 7.0]})
    record = rows_record(table_case(data, 0, 1.0, is_zero=True))
    full = rows_record(
        table_case(kept({"x": [-1, -1, 0, 2, 0], "y": [0.0, 1.0, 4.0, 3.0, 7.0]}), 0, 1.0, False)
    )
    assert [cut["ways"] for cut in record["cuts"]] == [cut["ways"] for cut in full["cuts"]]
    assert record["packet"] == [4]
    assert [each["told"] for each in record["new"]] == ["0"]


def test_each_class_has_a_tree_of_its_own() -> None:
    n = 30
    kinds = ["a", "b", "c"] * 10
    data = kept({"x": [NAN if i % 3 == 2 else float(i % 7) for i in range(n)], "kind": kinds})
    sides = []
    for k in range(3):
        case = table_case(data, 0, 1.0, is_zero=False, k=k)
        g = case.column.g
        assert g == pytest.approx(1 / 3 - np.array([kind == "abc"[k] for kind in kinds]))
        assert f"tree of {'abc'[k]}" in case.place
        sides.append(max(way["gain"] for cut in case.column.cuts for way in cut["ways"]))
    assert sides[2] > max(sides[:2])


HOSTILE = {
    "all but one missing": [NAN] * 7 + [1.0],
    "one value and gaps": [2.0, NAN] * 4,
    "two values": [1.0, 2.0] * 4,
    "huge": [1e99, -1e99, NAN, 0.0, 1e-99, NAN, 5.0, 1.0],
}


@pytest.mark.parametrize("is_zero", [False, True])
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("target", ["numbers", "classes"])
def test_hostile_columns_are_shown(name: str, target: str, is_zero: bool) -> None:
    y: list[Any] = list(range(8)) if target == "numbers" else ["a", "b"] * 4
    data = kept({"x": HOSTILE[name], "other": list(range(8)), "y": y})
    assert 0 in gaps_of(data)
    case = table_case(data, 0, 0.0, is_zero)
    record = rows_record(case)
    assert packed(record)  # no number in it is not finite
    assert record["n_steps"] == len(record["cuts"]) + 1
    assert case_words(case)


def test_of_many_rows_and_cuts_a_part_is_shown_with_the_best_and_with_the_sums_of_all() -> None:
    X, y = random_table(1, n=3000)
    X[:, 0] = np.where(np.isnan(X[:, 0]), NAN, np.random.default_rng(5).normal(size=3000))
    case = table_case(as_data(X, y), 0, 1.0, is_zero=False)
    record = rows_record(case)
    found = case.column.found
    assert len(record["x"]) <= MOST_DRAWN + 1
    assert len(record["cuts"]) <= MOST_CUTS
    assert record["n_cuts"] == len(np.unique(found.threshold)) > MOST_CUTS
    shown = record["cuts"][record["best"]]
    assert max(way["gain"] for way in shown["ways"]) == found.gain.max()
    assert shown["n"][0] + shown["n"][1] + record["n_packet"] == record["n_rows"] == 3000
    share = record["n_packet"] / 3000
    assert len(record["packet"]) / len(record["x"]) == pytest.approx(share, abs=0.01)


def test_sixty_features_are_listed_those_with_most_gaps_first() -> None:
    rng = np.random.default_rng(0)
    columns = {
        f"x{j}": np.where(rng.random(40) < j / 200, NAN, rng.normal(size=40)).tolist() for j in range(50)
    }
    data = kept(columns | {"y": rng.normal(size=40).tolist()}, kinds={})
    counts = list(gaps_of(data).values())
    assert counts == sorted(counts, reverse=True)
    assert gaps_of(data)[telling_feature(data)] > 0


# -- a model


def cases(fit: BoostedModel) -> list[GapCase]:
    """All nodes of a model."""
    return [model_case(fit, node) for nodes in nodes_of(fit).values() for node in nodes]


@pytest.mark.parametrize("library", ["xgboost", "lightgbm", "scikit-learn"])
@pytest.mark.parametrize("gap", [0.0, 0.3])
def test_the_side_of_a_file_is_where_the_library_sends_a_gap(library: str, gap: float) -> None:
    """Of a model of one cut: a row with a gap is predicted as one on that side of the cut is."""
    for seed in range(4):
        X, y = random_table(seed, gap)
        x = X[:, [0]]
        if library == "xgboost":
            booster = of_xgboost(x, y, 1, max_depth=1, tree_method=["hist", "exact"][seed % 2])
            content, predict = raw(booster), lambda rows: booster.predict(xgboost.DMatrix(rows))  # noqa: B023
        elif library == "lightgbm":
            model = of_lightgbm(x, y, 1, num_leaves=2)
            content, predict = model.model_to_string().encode(), model.predict
        else:
            forest = HistGradientBoostingRegressor(max_iter=1, max_leaf_nodes=2, min_samples_leaf=2).fit(x, y)
            import skops.io

            content, predict = skops.io.dumps(forest), forest.predict
        hole = np.where(np.arange(len(x)) % 5 == 0, NAN, x[:, 0])  # gaps here, whatever training had
        (case,) = cases(replayed(content, as_data(hole[:, np.newaxis], y)))
        own = rows_record(case)["cuts"][rows_record(case)["best"]]
        sides = predict(np.array([[own["at"] - 1e-3], [own["at"] + 1e-3], [NAN], [0.0]]))
        assert sides[0] != sides[1]
        assert sides[2] == sides[own["keeps"]]
        assert case.reads_zero == (library == "lightgbm" and gap == 0)
        assert not case.reads_zero or sides[2] == sides[3]
        assert [each["side"] for each in rows_record(case)["new"]] == [
            own["keeps"],
            int(sides[3] == sides[1]),
        ]


def test_on_the_rows_of_training_both_ways_gain_what_the_library_compared() -> None:
    X, y = random_table(7)
    booster = of_xgboost(X, y, 4)
    data = as_data(X, y)
    fit = replayed(raw(booster), data)
    frame = booster.trees_to_dataframe().set_index(["Tree", "Node"])
    found = nodes_of(fit)
    assert list(found)[0] in (0, 1)  # noqa: RUF015
    for nodes in found.values():
        for node in nodes:
            case = model_case(fit, node)
            record, theirs = rows_record(case), frame.loc[node.number - 1, node.node]
            own = record["cuts"][record["best"]]
            assert own["keeps"] == (0 if theirs.Missing == theirs.Yes else 1)
            assert max(way["gain"] for way in own["ways"]) == pytest.approx(
                theirs.Gain / 2, rel=1e-3, abs=1e-5
            )
            if own["side"] is not None and node.n_gaps:
                assert own["keeps"] == own["side"]
            for child, weight in zip((theirs.Yes, theirs.No), own["leaves"], strict=True):
                leaf = frame.loc[tuple(map(int, child.split("-")))]
                assert (weight is None) == (leaf.Feature != "Leaf")
                if weight is not None:
                    assert weight * 0.3 == pytest.approx(leaf.Gain, rel=1e-4)
            assert case.column.node["H"] == pytest.approx(theirs.Cover)


def test_a_model_s_own_cut_has_the_gains_of_the_candidate_that_parts_alike() -> None:
    X, y = random_table(3)
    fit = replayed(of_lightgbm(X, y, 3).model_to_string().encode(), as_data(X, y))
    n_alike = 0
    for case in cases(fit):
        column = case.column
        own = next(cut for cut in column.cuts if "keeps" in cut)
        assert [cut["n"] for cut in column.cuts if cut["at"] is not None].count(own["n"]) == 1
        assert all(column.found.verdict[column.found.gain > 0] == ALLOWED)
        for at in np.unique(column.found.threshold[np.isfinite(column.found.threshold)]):
            alike = column.cut(float(at))
            if alike["n"] == own["n"]:
                n_alike += 1
                pairs = zip(own["ways"], alike["ways"], strict=True)
                assert all(mine["gain"] == pytest.approx(its["gain"], abs=1e-9) for mine, its in pairs)
    assert n_alike > 5


def test_where_the_rows_prefer_the_other_side_it_is_said() -> None:
    X, y = random_table(2, gap=0.0)
    X[:, 0] += 5  # 0 lies left of every cut
    fit = replayed(of_lightgbm(X, y, 1, num_leaves=2).model_to_string().encode(), as_data(X, y))
    (case,) = cases(fit)
    assert "reads it as 0 here" in case_words(case)
    assert "both ways gain the same" in case_words(case)
    feature = case.feature
    X[y > np.quantile(y, 0.7), feature] = NAN  # gaps that belong to the right
    (case,) = cases(
        replayed(
            of_lightgbm(X[~np.isnan(X).any(axis=1)], y[~np.isnan(X).any(axis=1)], 1, num_leaves=2)
            .model_to_string()
            .encode(),
            as_data(X, y),
        )
    )
    assert "they prefer right" in case_words(case)


@pytest.mark.parametrize(("method", "side"), [("hist", 1), ("approx", 1), ("exact", 0)])
def test_what_xgboost_keeps_where_nothing_was_learned(method: str, side: int) -> None:
    X, y = random_table(0, gap=0.0)
    fit = replayed(raw(of_xgboost(X, y, tree_method=method)), as_data(X, y))
    found = cases(fit)
    assert {case.column.kept.side for case in found if case.column.kept} == {side}
    assert "hist and approx" in case_words(found[0])
    assert "hist and approx then keep right, its exact keeps left" in NOTHING_LEARNED


def test_every_node_that_asks_a_number_is_listed() -> None:
    X, y = random_table(4)
    fit = replayed(raw(of_xgboost(X, y, 30)), as_data(X, y))
    nodes = nodes_of(fit)
    asked = sum(int((~tree.is_leaf).sum()) for round_ in fit.trace for tree in round_.trees)
    assert sum(map(len, nodes.values())) == asked
    for each in nodes.values():
        telling = telling_node(each)
        assert each[telling].n_gaps == max(node.n_gaps for node in each)
        for node in each[:20]:
            gaps = np.isnan(model_case(fit, node).column.x).sum()
            assert node.n_gaps == gaps
            assert node_words(fit, node).endswith(f"{gaps or 'no'} {'gap' if gaps == 1 else 'gaps'}")
    many = nodes[0] * 20
    shown = listed_nodes(many, len(many) - 1)
    assert len(shown) == min(len(many), MOST_NODES)
    assert len(many) - 1 in shown
    assert not any(levels_of(fit.dataset.feature_names[feature]) for feature in nodes)
