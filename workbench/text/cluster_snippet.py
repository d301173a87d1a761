"""Settings as programs for many machines: XGBoost on Dask, Spark and Ray, LightGBM on Dask. Pure.

Each boosts the rows of Parquet files and writes the model; gbtlib.handover gives the parameters, and what has
no equal stands above them.
"""

import shlex
from collections.abc import Mapping
from typing import Any

from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.handover import SettingsThere, to_lightgbm_params, to_xgboost_params
from gbtlib.train.job import LOSSES, PARAMETERS
from workbench.text.data_snippet import text_of

_ROWS = """\
FILES, TARGET = "part-*.parquet", "y"  # of your table: the files, and the column to predict
PARAMETERS = {{
{parameters}
}}
"""

_ON_DASK = """\
{notes}from glob import glob

import dask.dataframe as dd
import pandas as pd
from distributed import Client, LocalCluster
from {module} import Dask{estimator}

{rows}

def features(path):
    return pd.read_parquet(path).drop(columns=TARGET)


def target(path):
    return pd.read_parquet(path, columns=[TARGET])[TARGET]


if __name__ == "__main__":
    # Client("tcp://...:8786") takes the workers of a cluster. When one is lost the fit fails: fit again.
    with LocalCluster(n_workers=2) as cluster, Client(cluster):
        files = sorted(glob(FILES))  # each a partition: dd.read_parquet parts X otherwise than y
        X, y = dd.from_map(features, files), dd.from_map(target, files)
        model = Dask{estimator}(**PARAMETERS)
        model.fit(X, y{watch})
        model.{booster}.save_model("{file}")
"""

_ON_SPARK = """\
{notes}from pyspark.sql import SparkSession
from xgboost.spark import Spark{estimator}

{rows}
spark = SparkSession.builder.appName("boosting").getOrCreate()
rows = spark.read.parquet(FILES)
features = [name for name in rows.columns if name != TARGET]
model = Spark{estimator}(features_col=features, label_col=TARGET, num_workers=2, **PARAMETERS)
model.fit(rows).get_booster().save_model("model.json")
"""

_ON_RAY = """\
{notes}from glob import glob

import ray.data
import xgboost
from ray.train import ScalingConfig, get_dataset_shard
from ray.train.xgboost import RayTrainReportCallback, XGBoostTrainer

{rows}

def train_on_worker():
    rows = get_dataset_shard("train").materialize().to_pandas()
    matrix = xgboost.QuantileDMatrix(rows.drop(columns=TARGET), rows[TARGET])
    told = {{"evals": [(matrix, "training")], "callbacks": [RayTrainReportCallback()]}}
    xgboost.train(PARAMETERS, matrix, num_boost_round={rounds}, **told)


trainer = XGBoostTrainer(
    train_on_worker,
    datasets={{"train": ray.data.read_parquet(sorted(glob(FILES)))}},
    scaling_config=ScalingConfig(num_workers=2),  # reading the rows takes a CPU beside theirs
)
model = RayTrainReportCallback.get_model(trainer.fit().checkpoint)
model.save_model("model.json")
"""


def cluster_programs(model: GradientBoosting, n_classes: int = 2) -> dict[str, str]:
    """By the name of an engine the program that boosts by the settings of an estimator, in bins.

    Errors: ValueError for a loss that XGBoost or LightGBM has not.
    """
    model = _binned(model)
    theirs, lightgbm = (to(model, n_classes=n_classes) for to in (to_xgboost_params, to_lightgbm_params))
    return {
        "XGBoost on Dask": _on_dask(theirs, "xgboost.dask", "get_booster()", "model.json"),
        "on Spark": _on_spark(theirs),
        "on Ray": _on_ray(theirs, n_classes),
        "LightGBM on Dask": _on_dask(lightgbm, "lightgbm", "booster_", "model.txt"),
    }


def train_command(model: GradientBoosting, n_classes: int = 2) -> str:
    """The same as a call of gbtlib.train. Errors: ValueError for a loss that it has not."""
    theirs = to_xgboost_params(_binned(model), n_classes=n_classes).params
    loss = next((name for name, (told, _) in LOSSES.items() if told == theirs["objective"]), None)
    if loss is None:
        raise ValueError(f"gbtlib.train has no {theirs['objective']}")
    said = ["--engine", "dask", "--data", "part-*.parquet", "--target", "y", "--out", "trained"]
    said += ["--loss", loss, "--rounds", str(theirs["n_estimators"]), "--seed", str(theirs["random_state"])]
    for name, (_, default, _) in PARAMETERS.items():
        if theirs.get(name, default) != default:
            said += [f"--{name.replace('_', '-')}", f"{theirs[name]:g}"]
    return shlex.join(["python", "-m", "gbtlib.train", *said])


def _binned(model: GradientBoosting) -> GradientBoosting:
    """An estimator by the same settings that searches in bins: on many machines nothing else is searched."""
    made: GradientBoosting = type(model)(**model.get_params(deep=False))
    return made.set_params(tree_method="hist")


def _on_dask(theirs: SettingsThere, module: str, booster: str, file: str) -> str:
    watch = ", eval_set=[(X, y)], verbose=False" if module == "xgboost.dask" else ""
    names = {"module": module, "booster": booster, "file": file, "watch": watch}
    return _ON_DASK.format(**names, **_parts(theirs, theirs.params))


def _on_spark(theirs: SettingsThere) -> str:
    """Its classifier chooses the objective by the classes, and refuses to be told one."""
    is_told = theirs.estimator == "XGBRegressor"
    params = {name: value for name, value in theirs.params.items() if is_told or name != "objective"}
    return _ON_SPARK.format(**_parts(theirs, params))


def _on_ray(theirs: SettingsThere, n_classes: int) -> str:
    params = {name: value for name, value in theirs.params.items() if name != "n_estimators"}
    params |= {"num_class": n_classes} if n_classes > 2 else {}
    return _ON_RAY.format(rounds=theirs.params["n_estimators"], **_parts(theirs, params))


def _parts(theirs: SettingsThere, params: Mapping[str, Any]) -> dict[str, str]:
    """What all programs have: sentences as comments, files and parameters, and the estimator."""
    lines = "\n".join(f'    "{name}": {text_of(value)},' for name, value in params.items())
    notes = "".join(f"# {each}\n" for each in (*theirs.lost, *theirs.notes))
    return {"notes": notes, "rows": _ROWS.format(parameters=lines), "estimator": theirs.estimator}
