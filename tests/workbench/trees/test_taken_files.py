"""What one takes along: models that load, tables that agree with the screen, rules, a report."""

import csv
import io
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import onnxruntime
import pytest
import xgboost

import gbtlib
from workbench.components.plain_page import Origin
from workbench.lessons.adaboost.adaboost_run import AdaSettings, run_adaboost
from workbench.lessons.exact_or_histogram.node_cuts import HALVINGS, Recipe, whole_model
from workbench.lessons.exact_or_histogram.record import course_record
from workbench.lessons.greedy_or_best.every_tree import every_tree, greedy_model, greedy_tree
from workbench.lessons.greedy_or_best.rows import Task
from workbench.lessons.missing_sparse_categorical import blank_table
from workbench.lessons.missing_sparse_categorical.blank_table import BlankTable
from workbench.lessons.your_own_loss import run
from workbench.lessons.your_own_loss.asked import AskedLoss
from workbench.lessons.your_own_loss.run import Boosting
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.stage.report import report
from workbench.text.numbers import number
from workbench.trees.taken_files import csv_of, model_files, rows_table, table_files

OWN_LOSS = Boosting(AskedLoss("huber"), n_rounds=4)
FITTED: dict[str, Any] = {
    "curve": lambda: fit_boosted_model(Settings(n_estimators=3)),
    "classes": lambda: fit_boosted_model(Settings(data="iris", n_estimators=3)),
    "categories": lambda: fit_boosted_model(Settings(data="automobile", n_estimators=2)),
    "tree": lambda: grow_single_tree(TreeSettings(data="iris", max_depth=3)),
    "AdaBoost": lambda: run_adaboost(AdaSettings(data="iris", n_estimators=3)),
    "greedy": lambda: greedy_model(Task(), "post"),
    "gaps": lambda: blank_table.model_of(BlankTable(frozenset({(0, 0), (5, 0)}), "missing")),
    "own loss": lambda: run.model_of(run.run_of(OWN_LOSS), 3),
    "bins": lambda: whole_model(Recipe("breast_cancer"), 8),
}


def files(fitted: Any) -> dict[str, Any]:
    return {each.label.partition(",")[0]: each for each in (*model_files(fitted), *table_files(fitted))}


def test_models_that_are_fitted_to_be_taken_are_those_of_their_lessons() -> None:
    (of_booster,) = FITTED["greedy"]().model.trace_[0].trees
    greedy = greedy_tree(every_tree(Task()), "post")
    np.testing.assert_array_equal(of_booster.threshold, greedy.threshold)
    np.testing.assert_array_equal(of_booster.weight, greedy.weight)
    cuts = BlankTable(frozenset({(0, 0), (5, 0)}), "missing").candidates
    (of_booster,) = FITTED["gaps"]().model.trace_[0].trees
    for name in ("feature", "threshold", "gain", "default_left"):
        assert getattr(of_booster, name)[0] == getattr(cuts, name)[cuts.best], name
    sides = [of_booster.children_left[0], of_booster.children_right[0]]
    G, H = np.array([(cuts.GL, cuts.HL), (cuts.GR, cuts.HR)])[:, :, cuts.best].T
    np.testing.assert_array_equal(of_booster.weight[sides], -G / (H + blank_table.REG_LAMBDA))
    shown, taken = run.run_of(OWN_LOSS), FITTED["own loss"]()
    raw = taken.model.loss_.link(taken.model.predict(taken.dataset.X[taken.train]))
    np.testing.assert_allclose(raw, shown.raw(3), rtol=1e-15)
    shown = course_record(Recipe("breast_cancer"))
    assert FITTED["bins"]().trace[-1].train_loss == shown["training"][1 + HALVINGS.index(8)]


def lines(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_each_library_predicts_what_the_lesson_shows(tmp_path: Path) -> None:
    fitted = FITTED["classes"]()
    X = fitted.dataset.X.astype(np.float32).astype(np.float64)  # as XGBoost and ONNX read rows
    found, want = files(fitted), fitted.model.predict_proba(X)
    (tmp_path / "model.json").write_bytes(found["gbtlib"].make())
    np.testing.assert_array_equal(gbtlib.load(tmp_path / "model.json").predict_proba(X), want)
    booster = xgboost.Booster(model_file=bytearray(found["XGBoost"].make(), "utf-8"))
    np.testing.assert_allclose(booster.predict(xgboost.DMatrix(X)), want, atol=1e-6)
    np.testing.assert_allclose(
        lightgbm.Booster(model_str=found["LightGBM"].make()).predict(X), want, rtol=1e-12
    )
    session = onnxruntime.InferenceSession(found["ONNX"].make(), providers=["CPUExecutionProvider"])
    (shares,) = session.run(["probabilities"], {"X": X.astype(np.float32)})
    np.testing.assert_allclose(shares, want, atol=1e-6)


@pytest.mark.parametrize("name", FITTED)
def test_tables_and_rules_have_every_row_node_and_round(name: str) -> None:
    fitted = FITTED[name]()
    found, data, model = files(fitted), fitted.dataset, fitted.model
    rows = lines(found["Rows"].make())
    assert [int(each["row"]) for each in rows if each["part"] == "training"] == fitted.train.tolist()
    if data.task == "regression":
        said = np.array([float(each["prediction"]) for each in rows])
        np.testing.assert_array_equal(said, model.predict(data.X))
    else:
        assert [each["prediction"] for each in rows] == [data.class_names[k] for k in model.predict(data.X)]
        first = [float(each[f"probability of {data.class_names[0]}"]) for each in rows]
        np.testing.assert_array_equal(first, model.predict_proba(data.X)[:, 0])
    trees = [model.tree_] if name == "tree" else []
    for each in getattr(model, "trace_", []):
        trees += [each.tree] if name == "AdaBoost" else each.trees
    assert len(lines(found["Nodes"].make())) == sum(tree.n_nodes for tree in trees)
    rules = found["Rules"].make()
    assert rules.count("Tree of round") == len(trees)
    leaves = re.findall(r"^ *(?:weight|class) .*[0-9]$", rules, re.MULTILINE)
    assert len(leaves) == sum(tree.n_leaves for tree in trees)
    assert ("Rounds" in found) == (name != "tree")
    if name == "curve":
        losses = [float(each["train_loss"]) for each in lines(found["Rounds"].make())]
        np.testing.assert_array_equal(losses, fitted.losses[0, 1:])


def test_no_text_of_a_table_is_a_formula() -> None:
    fitted = FITTED["classes"]()
    data = replace(
        fitted.dataset, class_names=("=1+1", "@x", "c"), target_name="+y", feature_names=("-a", *"bcd")
    )
    text = csv_of(rows_table, replace(fitted, dataset=data))
    for cell in (each for line in csv.reader(io.StringIO(text)) for each in line):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell
    assert "'=1+1" in text


def test_what_cannot_be_carried_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = files(FITTED["AdaBoost"]())
    for library in ("XGBoost", "LightGBM"):
        assert found[library].why_not == (
            f"{library}: AdaBoostClassifier is no fitted model of gradient boosting."
        )
    assert not found["ONNX"].why_not
    own = files(fit_boosted_model(Settings(n_estimators=1, loss="huber")))
    assert own["XGBoost"].why_not.startswith("XGBoost: loss 'huber' is none of XGBoost's")
    assert not own["LightGBM"].why_not
    monkeypatch.setitem(sys.modules, "onnx", None)
    assert files(FITTED["tree"]())["ONNX"].why_not == "ONNX: the package onnx is not installed here."


@pytest.mark.parametrize("name", FITTED)
def test_the_report_says_what_was_measured_and_asks_nobody(name: str) -> None:
    fitted = FITTED[name]()
    origin = Origin(
        "Why?", "<A lesson>", "a_lesson", "data", getattr(fitted, "settings", None), {"round": "2"}
    )
    page = report(origin, fitted).decode()
    assert "<script" not in page
    assert "&lt;A lesson&gt;" in page
    assert "a_lesson?round=2" in page
    for title in ("Measured", "Data", "Settings", *(["Round after round"] if name != "tree" else [])):
        assert f"<h2>{title}</h2>" in page
    assert page.count("<svg") == {"categories": 3, "tree": 1, "greedy": 2, "gaps": 2}.get(name, 4)
    rows = fitted.train
    assert number(fitted.model.score(fitted.dataset.X[rows], fitted.dataset.y[rows])) in page
