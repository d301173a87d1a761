"""What `python -m gbtlib.train` is asked for, checked as it is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gbtlib.checks.rules import RULES, AnyRule, Choice, Rule, check

ENGINES = ("xgboost", "dask")
LOSSES = {
    "squared_error": ("reg:squarederror", "rmse"),
    "logistic": ("binary:logistic", "logloss"),
    "softmax": ("multi:softprob", "mlogloss"),
}
"""By gbtlib's names: XGBoost's objective, and the metric that it tells after each round."""

STAGED_LOSSES = "staged_losses"  # the attribute of the model that has them, over all rows, as JSON
WHOLE = Rule(whole=True, low=1)
PARAMETERS: dict[str, tuple[AnyRule, float, str]] = {
    "learning_rate": (RULES["learning_rate"], 0.3, "factor on every leaf weight"),
    "max_depth": (
        Rule(whole=True, low=0),
        6,
        "splits from the root to the deepest leaf at most; 0: no limit",
    ),
    "reg_lambda": (RULES["reg_lambda"], 1.0, "L2 penalty on leaf weights"),
    "reg_alpha": (RULES["reg_alpha"], 0.0, "L1 penalty on leaf weights"),
    "gamma": (RULES["gamma"], 0.0, "what a split must gain, without the 1/2: twice gbtlib's"),
    "min_child_weight": (RULES["min_child_weight"], 1.0, "sum of hessians that each child must have"),
    "subsample": (RULES["subsample"], 1.0, "share of the rows that a round's tree is grown on"),
    "colsample_bynode": (RULES["colsample_bynode"], 1.0, "share of the features drawn at every node"),
    "max_bin": (Rule(whole=True, low=2), 256, "bins of a feature"),
}
"""By XGBoost's names: rule, default and meaning."""

OWN_RULES: dict[str, AnyRule] = {
    "engine": Choice(ENGINES),
    "loss": Choice(tuple(LOSSES)),
    "rounds": WHOLE,
    "held_out": Rule(low=0, high=0.9),
    "sample": WHOLE,
    "seed": RULES["seed"],
    "workers": WHOLE,
}


class JobError(ValueError):
    """Why a table cannot be boosted as it is asked, in a sentence."""


@dataclass(frozen=True)
class Job:
    """What is boosted, how, and where the result goes.

    Attributes:
        data: files as a pattern. target: the column that is predicted, numbers or codes of classes from 0 on.
        out: the folder that is written, which holds no model yet.
        engine, loss: names of ENGINES and LOSSES. rounds: of boosting.
        parameters: of XGBoost, by PARAMETERS.
        held_out: share of the rows that no tree sees. sample: about so many rows are put beside the model.
        cluster: the address of a Dask scheduler; None starts so many workers here, each with so much memory
            as Dask reads it ("2GiB"; "auto": an equal share).
    Errors: ValueError naming parameter, value and rule.
    """

    data: str
    target: str
    out: Path
    engine: str = "xgboost"
    loss: str = "squared_error"
    rounds: int = 100
    parameters: Mapping[str, float] = field(default_factory=dict)
    held_out: float = 0.2
    sample: int = 10_000
    seed: int = 0
    cluster: str | None = None
    workers: int = 2
    memory: str = "auto"

    def __post_init__(self) -> None:
        for name, rule in OWN_RULES.items():
            check(name, getattr(self, name), rule)
        for name, value in self.parameters.items():
            check(name, value, PARAMETERS[name][0])
        if (self.out / "model.json").exists():
            raise JobError(f"out={str(self.out)!r} holds a model already: name another folder")

    def booster_parameters(self, n_classes: int) -> dict[str, Any]:
        """All that XGBoost is told, by its names. n_classes: of softmax."""
        objective, metric = LOSSES[self.loss]
        told = {"objective": objective, "eval_metric": metric, "tree_method": "hist", "seed": self.seed}
        return told | dict(self.parameters) | ({"num_class": n_classes} if self.loss == "softmax" else {})
