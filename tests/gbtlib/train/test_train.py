"""python -m gbtlib.train: what it writes, against all rows of the files; on Dask, too, with a worker lost."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xgboost

from gbtlib.handover import from_xgboost
from gbtlib.train import on_dask
from gbtlib.train.__main__ import main

Write = Callable[..., Path]
N_FILES, N_ROWS = 4, 500
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def written(tmp_path: Path) -> Write:
    """Writes files of 500 rows with 3 features of 50 different numbers, some missing; gives their pattern."""

    def write(target: str = "numbers", kind: str = "parquet", n_files: int = N_FILES) -> Path:
        for i in range(n_files):
            random = np.random.default_rng(i)
            X = random.integers(0, 50, size=(N_ROWS, 3)).astype(float)
            y = X[:, 0] * (X[:, 1] > 20) + random.normal(size=N_ROWS)
            X[random.random(N_ROWS) < 0.1, 2] = np.nan
            frame = pd.DataFrame(X, columns=["a", "b", "c"])
            frame["y"] = {"numbers": y, "two": y > 10, "three": np.digitize(y, [5, 20])}[target]
            frame["y"] = frame["y"].astype(float)
            path = tmp_path / f"part-{i}.{kind}"
            _ = frame.to_csv(path, index=False) if kind == "csv" else frame.to_parquet(path)
        return tmp_path / f"part-*.{kind}"

    return write


def train(monkeypatch: pytest.MonkeyPatch, data: Path | str, *more: str) -> tuple[Any, Any, pd.DataFrame]:
    """The model, the losses and the sample that the command writes."""
    out = Path(str(data)).parent / f"out{len(more)}{'-'.join(more)}"
    said = ["--data", str(data), "--target", "y", "--out", str(out), "--rounds", "8", *more]
    monkeypatch.setattr(sys, "argv", ["train", *said])
    main()
    return read(out)


def read(out: Path) -> tuple[Any, Any, pd.DataFrame]:
    """What a folder has."""
    losses = json.loads((out / "losses.json").read_text(encoding="utf-8"))
    return from_xgboost((out / "model.json").read_bytes()), losses, pd.read_parquet(out / "sample.parquet")


def losses_by_hand(model: Any, rows: pd.DataFrame, metric: str, n_rounds: int) -> float:
    """XGBoost's metric of some rows after so many rounds, from the raw predictions."""
    X, y = rows[["a", "b", "c"]].to_numpy(), rows["y"].to_numpy()
    raw = model.raw_prediction(X, n_rounds).astype(float)
    if metric == "rmse":
        return float(np.sqrt(np.mean((raw[:, 0] - y) ** 2)))
    if metric == "logloss":
        return float(np.mean(np.logaddexp(0, raw[:, 0]) - y * raw[:, 0]))
    return float(np.mean(np.logaddexp.reduce(raw, axis=1) - raw[np.arange(len(y)), y.astype(int)]))


@pytest.mark.parametrize(
    ("target", "loss", "kind"),
    [("numbers", "squared_error", "parquet"), ("two", "logistic", "csv"), ("three", "softmax", "parquet")],
)
def test_the_staged_losses_are_those_of_all_rows(
    written: Write, monkeypatch: pytest.MonkeyPatch, target: str, loss: str, kind: str
) -> None:
    model, losses, rows = train(monkeypatch, written(target, kind), "--loss", loss, "--sample", "9999")
    assert len(rows) == losses["rows"] == N_FILES * N_ROWS
    assert rows["held out"].sum() == N_FILES * N_ROWS / 5
    for name, held in (("training", False), ("held_out", True)):
        of = rows[rows["held out"] == held]
        found = [losses_by_hand(model, of, losses["metric"], k + 1) for k in range(8)]
        np.testing.assert_allclose(losses[name], found, rtol=1e-5)


def test_one_process_learns_what_xgboost_learns_from_all_rows_at_once(
    written: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = ("--max-depth", "3", "--learning-rate", "0.1", "--gamma", "2", "--min-child-weight", "5")
    model, _, rows = train(monkeypatch, written(), "--sample", "9999", "--held-out", "0", *settings)
    X, y = rows[["a", "b", "c"]].to_numpy(), rows["y"].to_numpy()
    told = {"tree_method": "hist", "max_depth": 3, "eta": 0.1, "gamma": 2, "min_child_weight": 5}
    theirs = xgboost.train(told, xgboost.QuantileDMatrix(X, y), 8)
    assert (model.raw_prediction(X)[:, 0] == theirs.predict(xgboost.DMatrix(X), output_margin=True)).all()


def train_on_dask(data: Path, *more: str) -> tuple[Path, str]:
    """The folder that two workers write, and what was said, though one of them is lost on the way."""
    out = data.parent / "on dask"
    said = [
        "--data",
        str(data),
        "--target",
        "y",
        "--out",
        str(out),
        "--rounds",
        "8",
        "--engine",
        "dask",
        *more,
    ]
    command = [sys.executable, "-m", "tests.gbtlib.train.lost_worker", *said]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "Attempt 1 of 3: tcp://127.0.0.1:" in done.stdout
    return out, done.stdout


def test_two_workers_learn_what_one_process_does_though_one_is_lost_on_the_way(
    written: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every bin holds one number here, so that how the rows are shared out changes no bin."""
    data = written()
    alone, losses, rows = train(monkeypatch, data, "--sample", "9999")
    theirs, told, sample = read(train_on_dask(data, "--sample", "9999")[0])
    pd.testing.assert_frame_equal(sample, rows)
    X = rows[["a", "b", "c"]].to_numpy()
    np.testing.assert_allclose(theirs.raw_prediction(X), alone.raw_prediction(X), rtol=1e-4)
    np.testing.assert_allclose(told["held_out"], losses["held_out"], rtol=1e-5)


@pytest.mark.wide
def test_a_table_larger_than_a_worker_s_memory_is_boosted_though_a_worker_is_lost(tmp_path: Path) -> None:
    """Of 816 MB as XGBoost takes them, a worker holds 797 MB at most."""
    for i in range(10):
        X = np.random.default_rng(i).integers(0, 255, size=(340_000, 60)).astype("float32")
        frame = pd.DataFrame(X, columns=[f"x{j}" for j in range(60)])
        frame["y"] = X[:, 0] + X[:, 1] * (X[:, 2] > 100)
        frame.to_parquet(tmp_path / f"part-{i}.parquet", row_group_size=50_000)
    out, _ = train_on_dask(tmp_path / "part-*.parquet", "--memory", "760MiB", "--held-out", "0.1")
    model, losses, sample = read(out)
    assert losses["rows"] == 3_400_000 and 9_000 < len(sample) < 11_000
    assert model.trees[0].cover[0] == 3_060_000  # the hessian of a row is 1
    unseen = sample[sample["held out"]]
    raw = model.raw_prediction(unseen.drop(columns=["y", "held out"]).to_numpy())[:, 0]
    np.testing.assert_allclose(np.sqrt(np.mean((raw - unseen["y"]) ** 2)), losses["held_out"][-1], rtol=0.1)


REFUSED = {
    ("--data", "none-*.parquet"): "matches no file with rows",
    ("--data", "part-0.txt"): "files must be .parquet, .csv or .csv.gz",
    ("--target", "z"): "target='z' must be a column of 'part-0.parquet': a, b, c, y",
    ("--engine", "spark"): "argument --engine: invalid choice: 'spark'",
    ("--loss", "logistic"): "they must be whole numbers from 0 to 1 at most",
    ("--max-depth", "-1"): "max_depth=-1 must be at least 0",
    ("--max-depth", "deep"): "argument --max-depth: invalid int value: 'deep'",
    ("--held-out", "1"): "held_out=1.0 must be at least 0 and at most 0.9",
    ("--learning-rate", "nan"): "learning_rate=nan must be finite",
    ("--cluster", "nowhere:1", "--engine", "dask"): "must be the address of a Dask scheduler",
    ("--out", "old"): "out='old' holds a model already",
    ("--data", "texts.csv"): "column 'city' of 'texts.csv' must have numbers",
    ("--data", "gaps.csv"): "target='y' must be a finite number in every row; 1 of 'gaps.csv' are not",
    ("--data", "k*.csv"): "'k1.csv' cannot be read as the first file",
    ("--data", "m*.parquet"): "'m1.parquet' must have the columns of the first file, and lacks 'a'",
}


@pytest.mark.parametrize("more", REFUSED, ids=" ".join)
def test_what_cannot_be_trained_is_refused_in_a_sentence(
    written: Write,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: tuple[str, ...],
) -> None:
    monkeypatch.chdir(written(n_files=1).parent)
    Path("part-0.txt").touch()
    Path("old").mkdir()
    Path("old/model.json").touch()
    Path("texts.csv").write_text("city,y\nRome,1\nOslo,2\n", encoding="utf-8")
    Path("gaps.csv").write_text("a,y\n1,1\n2,\n", encoding="utf-8")
    for i, name in enumerate("ab"):
        frame = pd.DataFrame({name: [1.0, 2.0], "y": [1.0, 2.0]})
        frame.to_csv(f"k{i}.csv", index=False)
        frame.to_parquet(f"m{i}.parquet")
    monkeypatch.setattr(on_dask, "REACHED_WITHIN", 0.5)
    monkeypatch.setattr(sys, "argv", ["train", "--data", "part-*.parquet", "--target", "y", *more])
    with pytest.raises(SystemExit) as refused:
        main()
    assert REFUSED[more] in f"{refused.value}{capsys.readouterr().err}"
    assert refused.value.code != 0
    assert not Path("trained").exists()


def test_an_engine_that_is_not_installed_is_named(written: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gbtlib.train.__main__.find_spec", lambda name: None if name == "dask" else name)
    with pytest.raises(SystemExit, match="engine='dask' needs dask: pip install 'gbt-workbench"):
        train(monkeypatch, written(), "--engine", "dask")
