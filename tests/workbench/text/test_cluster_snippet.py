"""The programs for many machines: they compile, name what there is, and those for Dask write a model."""

import ast
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import pandas as pd
import pytest
import xgboost

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.train.__main__ import job_of, parser
from workbench.text.cluster_snippet import cluster_programs, train_command

MODELS: dict[str, tuple[GradientBoosting, int]] = {
    "numbers": (GradientBoostingRegressor(n_estimators=3, max_depth=None, gamma=0.5, min_samples_leaf=3), 2),
    "two": (GradientBoostingClassifier(n_estimators=3, subsample=0.5, reg_alpha=0.25), 2),
    "three": (GradientBoostingClassifier(n_estimators=3, max_leaves=5, grow_policy="lossguide"), 3),
}


def parameters_of(program: str) -> dict[str, Any]:
    """The parameters that a program has as a literal."""
    told = [node for node in ast.parse(program).body if isinstance(node, ast.Assign)]
    return next(ast.literal_eval(node.value) for node in told if ast.unparse(node.targets[0]) == "PARAMETERS")


def spark_names() -> tuple[set[str], set[str]]:
    """The estimators of xgboost.spark, and the parameters that it refuses; read without Spark."""
    folder = Path(xgboost.__file__).parent / "spark"
    estimator, core = (ast.parse((folder / f"{name}.py").read_text()) for name in ("estimator", "core"))
    refused = next(
        ast.literal_eval(node.value)
        for node in core.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_unsupported_xgb_params"
    )
    return {node.name for node in estimator.body if isinstance(node, ast.ClassDef)}, set(refused)


@pytest.mark.parametrize("kind", MODELS)
def test_programs_name_what_the_libraries_have(kind: str) -> None:
    model, n_classes = MODELS[kind]
    programs = cluster_programs(model, n_classes)
    assert list(programs) == ["XGBoost on Dask", "on Spark", "on Ray", "LightGBM on Dask"]
    name = "Regressor" if kind == "numbers" else "Classifier"
    known = set(getattr(xgboost, f"XGB{name}")().get_params())
    there, refused = spark_names()
    for engine, program in programs.items():
        compile(program, engine, "exec")
        assert f"{name}(" in program or engine == "on Ray"
        params = parameters_of(program)
        if engine != "LightGBM on Dask":
            assert set(params) <= known | {"num_class"}
            assert params["tree_method"] == "hist"
    on_spark = parameters_of(programs["on Spark"])
    assert f"SparkXGB{name}" in there and set(on_spark) & refused == set()
    assert ("objective" in on_spark) == (kind == "numbers")  # SparkXGBClassifier refuses one


@pytest.mark.parametrize("kind", MODELS)
def test_the_command_says_the_same_settings(kind: str) -> None:
    model, n_classes = MODELS[kind]
    program, module, train, *said = shlex.split(train_command(model, n_classes))
    assert [program, module, train] == ["python", "-m", "gbtlib.train"]
    job = job_of(vars(parser().parse_args(said)))
    theirs = parameters_of(cluster_programs(model, n_classes)["on Ray"])
    told = job.booster_parameters(n_classes)
    assert told["objective"] == theirs["objective"] and job.rounds == 3
    for name in ("gamma", "learning_rate", "reg_lambda", "reg_alpha", "subsample", "min_child_weight"):
        default = {"learning_rate": 0.3, "reg_lambda": 1, "subsample": 1, "min_child_weight": 1}.get(name, 0)
        assert told.get(name, default) == theirs.get(name, default), name


@pytest.mark.wide
@pytest.mark.parametrize("kind", MODELS)
def test_programs_for_dask_write_a_model(kind: str, tmp_path: Path) -> None:
    for i in range(4):
        random = np.random.default_rng(i)
        frame = pd.DataFrame(random.integers(0, 50, size=(200, 3)).astype(float), columns=list("abc"))
        y = frame["a"] + random.normal(size=200)
        frame["y"] = {"numbers": y, "two": (y > 25).astype(int), "three": np.digitize(y, [15, 35])}[kind]
        frame.to_parquet(tmp_path / f"part-{i}.parquet")
    model, n_classes = MODELS[kind]
    for engine, program in cluster_programs(model, n_classes).items():
        if "Dask" in engine:
            path = tmp_path / "program.py"
            path.write_text(program, encoding="utf-8")
            done = subprocess.run([sys.executable, path], cwd=tmp_path, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
    trees = 3 * (n_classes if kind == "three" else 1)
    assert len(xgboost.Booster(model_file=tmp_path / "model.json").get_dump()) == trees
    assert lightgbm.Booster(model_file=tmp_path / "model.txt").num_trees() == trees
