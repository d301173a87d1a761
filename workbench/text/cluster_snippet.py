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
from workbench.text.templates import templates

_LINES = templates(__file__)


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
    return _LINES["on_dask"].format(**names, **_parts(theirs, theirs.params))


def _on_spark(theirs: SettingsThere) -> str:
    """Its classifier chooses the objective by the classes, and refuses to be told one."""
    is_told = theirs.estimator == "XGBRegressor"
    params = {name: value for name, value in theirs.params.items() if is_told or name != "objective"}
    return _LINES["on_spark"].format(**_parts(theirs, params))


def _on_ray(theirs: SettingsThere, n_classes: int) -> str:
    params = {name: value for name, value in theirs.params.items() if name != "n_estimators"}
    params |= {"num_class": n_classes} if n_classes > 2 else {}
    return _LINES["on_ray"].format(rounds=theirs.params["n_estimators"], **_parts(theirs, params))


def _parts(theirs: SettingsThere, params: Mapping[str, Any]) -> dict[str, str]:
    """What all programs have: sentences as comments, files and parameters, and the estimator."""
    lines = "\n".join(f'    "{name}": {text_of(value)},' for name, value in params.items())
    notes = "".join(f"# {each}\n" for each in (*theirs.lost, *theirs.notes))
    return {"notes": notes, "rows": _LINES["rows"].format(parameters=lines), "estimator": theirs.estimator}
