"""Slips that people make with models of three libraries: each a number, worked out by hand or by the library
itself, and what the finder should call it."""

import operator
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import lightgbm as lgb
import numpy as np
import xgboost as xgb
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier, RandomForestRegressor

from gbtlib.handover import from_lightgbm, from_sklearn, from_xgboost, solve_lightgbm
from gbtlib.handover.mistakes import HandComputation
from gbtlib.handover.opened import OpenedModel
from tests.gbtlib.handover.by_hand import (
    ByHand,
    Habits,
    lightgbm_by_hand,
    logistic,
    of_sklearn,
    softmax,
    xgboost_by_hand,
)

Slips = dict[str, dict[str, Any]]
Said = dict[str, Callable[[np.ndarray], float]]
N_ROUNDS = 24


@dataclass(frozen=True)
class Subject:
    """A model, rows for it, slips by what the finder calls them: habits, or numbers that the library says."""

    name: str
    model: OpenedModel
    X: np.ndarray
    slips: Slips = field(default_factory=dict)
    said: Said = field(default_factory=dict)
    by_hand: ByHand | None = None
    known: dict[str, Any] = field(default_factory=dict)

    def hand(self, row: np.ndarray) -> HandComputation:
        return HandComputation(self.model, row, **self.known)


def logit(p: float) -> float:
    return float(np.log(p / (1 - p)))


def one(row: np.ndarray, **given: Any) -> xgb.DMatrix:
    return xgb.DMatrix(row[None, :], **given)


GAPS: Slips = {
    "missing taken for 0": {"as_zero": True},
    "0 taken for missing": {"zero_is_gap": True},
    "missing always to the right": {"gap": "right"},
    "missing always to the left": {"gap": "left"},
    "missing to the other side": {"gap": "other"},
}
ROUNDS: Slips = {
    "without the last round": {"trees": lambda rounds: rounds[:-1]},
    "without the first round": {"trees": lambda rounds: rounds[1:]},
    "only the first round": {"trees": lambda rounds: rounds[:1]},
    "only the first 10 rounds": {"trees": lambda rounds: rounds[:10]},
}
OF_LOGISTIC: Slips = {
    "no link": {"link": lambda margins, k: margins[k]},
    "the other class's probability": {"link": lambda margins, k: 1 - logistic(margins[k])},
    "the logistic function twice": {"link": lambda margins, k: logistic(logistic(margins[k]))},
    "the exponential function": {"link": lambda margins, k: float(np.exp(margins[k]))},
}
OF_SOFTMAX: Slips = {
    "no link": {"link": lambda margins, k: margins[k]},
    "the logistic function": {"link": lambda margins, k: logistic(margins[k])},
    "class 2": {"k": 2},
    "all classes added": {"link": lambda margins, k: sum(margins)},
}


def of_rate(rate: float) -> Slips:
    return {
        "learning rate once more": {"leaf": lambda value: value * rate},
        "learning rate taken out": {"leaf": lambda value: value / rate},
    }


@cache
def rows() -> tuple[np.ndarray, np.ndarray]:
    """500 rows of six features with gaps and zeros, in float32, and a score."""
    random = np.random.default_rng(7)
    X = random.normal(size=(500, 6))
    score = 2 * X[:, 0] + np.sin(3 * X[:, 1]) + X[:, 2] * X[:, 3] + 0.5 * random.normal(size=500)
    X[random.random(X.shape) < 0.15] = 0.0
    X[random.random(X.shape) < 0.15] = np.nan
    return X.astype(np.float32).astype(float), score


def xgboost_subject(name: str, target: np.ndarray, slips: Slips, right: Habits, **given: Any) -> Subject:
    X, _ = rows()
    settings = {"max_depth": 3, "eta": 0.2, "nthread": 1} | given
    n_outputs = settings.get("num_class", 1)
    booster = xgb.train(settings, xgb.DMatrix(X, label=target), N_ROUNDS)
    n, k = N_ROUNDS, right.k
    every = GAPS | ROUNDS | of_rate(settings["eta"]) | slips
    every |= {"< taken for <=, or the other way round": {"less": operator.le}}
    every |= {"rows in float64": {"cast": float}}

    def of(row: Any, **options: Any) -> float:
        return float(booster.predict(row, **options).reshape(-1)[k])

    said: Said = {
        "no link": lambda row: of(one(row), output_margin=True),
        "0 taken for missing": lambda row: of(one(row, missing=0.0)),
        "without the last round": lambda row: of(one(row), iteration_range=(0, n - 1)),
        "only the first 15 rounds": lambda row: of(one(row), iteration_range=(0, 15)),
    }
    if right == Habits():
        said.pop("no link")
    model = from_xgboost(bytes(booster.save_raw()))
    by_hand = xgboost_by_hand(booster, right, n_outputs)
    known = {"learning_rate": settings["eta"], "output": k}
    return Subject(f"XGBoost, {name}", model, X, every, said, by_hand, known)


def of_xgboost() -> list[Subject]:
    _, score = rows()
    binary = (score > 0.5).astype(float)
    base: Slips = {
        "base score left out": {"base": lambda told: 0.0},
        "base score twice": {"base": lambda told: 2 * told},
        "0.5 for the base score": {"base": lambda told: 0.5},
        "the logistic function": {"link": lambda margins, k: logistic(margins[k])},
        "the average for the sum": {"leaf": lambda value: value / N_ROUNDS},
    }
    with_logit = OF_LOGISTIC | {
        "base score left out": {"base": lambda told: 0.0},
        "base score without its link": {"base": float},
        "base score twice": {"base": lambda told: 2 * logit(told)},
        "0.5 for the base score": {"base": lambda told: 0.5},
    }
    with_log: Slips = {
        "no link": {"link": lambda margins, k: margins[k]},
        "base score left out": {"base": lambda told: 0.0},
        "base score without its link": {"base": float},
        "the logistic function": {"link": lambda margins, k: logistic(margins[k])},
    }
    of_logit = Habits(base=logit, link=lambda margins, k: logistic(margins[k]))
    of_log = Habits(base=lambda told: float(np.log(told)), link=lambda margins, k: float(np.exp(margins[k])))
    of_shares = Habits(link=lambda margins, k: float(softmax(margins)[k]), k=1)
    no_base: Slips = {"base score left out": {"base": lambda told: 0.0}}
    unweighted: Slips = {"weights of the trees left out": {"weights": (1.0,) * N_ROUNDS}}
    counts = np.random.default_rng(0).poisson(np.exp(score / 3)).astype(float)
    classes, dart = np.digitize(score, [-1, 1]), {"booster": "dart", "rate_drop": 0.3}
    kinds = {"objective": "binary:logistic"}
    return [
        xgboost_subject("squared", score + 3, base, Habits()),
        xgboost_subject("logistic", binary, with_logit, of_logit, **kinds),
        xgboost_subject("logistic, base 0.2", binary, with_logit, of_logit, base_score=0.2, **kinds),
        xgboost_subject("DART", binary, with_logit | unweighted, of_logit, **kinds, **dart),
        xgboost_subject("Poisson", counts, with_log, of_log, objective="count:poisson"),
        xgboost_subject(
            "classes", classes, OF_SOFTMAX | no_base, of_shares, objective="multi:softprob", num_class=3
        ),
        stopped_subject(binary),
        margin_subject(score),
    ]


def stopped_subject(target: np.ndarray) -> Subject:
    """Stopped early: the file has rounds after the best, and people stop there, or one too soon."""
    X, _ = rows()
    data, other = xgb.DMatrix(X[:350], label=target[:350]), xgb.DMatrix(X[350:], label=target[350:])
    settings = {"objective": "binary:logistic", "eta": 0.3, "nthread": 1}
    booster = xgb.train(
        settings, data, 90, evals=[(other, "other")], early_stopping_rounds=6, verbose_eval=False
    )
    best = booster.best_iteration

    def until(end: int) -> Callable[[np.ndarray], float]:
        return lambda row: float(booster.predict(one(row), iteration_range=(0, end))[0])

    said = {"up to best_iteration": until(best + 1), "up to best_iteration, which is left out": until(best)}
    known = {"learning_rate": 0.3}
    return Subject("XGBoost, stopped", from_xgboost(bytes(booster.save_raw())), X, said=said, known=known)


def margin_subject(target: np.ndarray) -> Subject:
    """Rows that come with a base_margin, which people leave out, or add to the base score."""
    X, _ = rows()
    booster = xgb.train(
        {"eta": 0.2, "max_depth": 3, "nthread": 1}, xgb.DMatrix(X, label=target + 4), N_ROUNDS
    )
    by_hand = xgboost_by_hand(booster, Habits())

    def added(row: np.ndarray) -> float:
        return float(booster.predict(one(row, base_margin=[0.7]))[0]) + by_hand.start[0]

    said = {
        "base_margin left out": lambda row: float(booster.predict(one(row))[0]),
        "base_margin added to the base score": added,
    }
    known = {"learning_rate": 0.2, "base_margin": 0.7}
    return Subject("XGBoost, base_margin", from_xgboost(bytes(booster.save_raw())), X, said=said, known=known)


def lightgbm_subject(name: str, target: np.ndarray, slips: Slips, right: Habits, **given: Any) -> Subject:
    X, _ = rows()
    small = {"verbose": -1, "num_leaves": 8, "num_threads": 1, "learning_rate": 0.15}
    booster = lgb.train(small | given, lgb.Dataset(X, label=target), N_ROUNDS)
    k, n = right.k, N_ROUNDS
    model = from_lightgbm(booster.model_to_string())
    told = solve_lightgbm(model).settings
    averages = [told.get(f"average of output {k}") for k in range(model.n_outputs)]
    average = [each.value if each is not None and each.is_told else 0.0 for each in averages]
    every = GAPS | ROUNDS | (of_rate(0.15) if model.divisor == 1 else {}) | slips
    every |= {"< taken for <=, or the other way round": {"less": operator.lt}}
    every |= {"rows in float32": {"cast": np.float32}, "thresholds in float32": {"cut": np.float32}}

    def of(row: np.ndarray, **options: Any) -> float:
        return float(booster.predict(row[None, :], **options).reshape(-1)[k])

    said: Said = {
        "without the first round": lambda row: of(row, start_iteration=1),
        "without the last round": lambda row: of(row, num_iteration=n - 1),
    }
    if model.link != "identity":
        said["no link"] = lambda row: of(row, raw_score=True)
    if model.divisor != 1:
        said = {"the sum for the average": lambda row: of(row, raw_score=True)}
    known = {"learning_rate": 0.15 if model.divisor == 1 else 1.0, "output": k, "average": average}
    by_hand = lightgbm_by_hand(booster, replace(right, less=operator.le, cast=float))
    return Subject(f"LightGBM, {name}", model, X, every, said, by_hand, known)


def of_lightgbm() -> list[Subject]:
    _, score = rows()
    binary = (score > 0.5).astype(float)
    mean, start = float((score + 3).astype(np.float32).mean(dtype=float)), logit(float(binary.mean()))

    def folded(average: float) -> Slips:
        return {
            "the average in the trees added again": {"base": lambda told: average},
            "the average in the trees left out": {"base": lambda told: -average},
        }

    of_logit = Habits(link=lambda margins, k: logistic(margins[k]))
    doubled = Habits(link=lambda margins, k: logistic(2 * margins[k]))
    of_shares = Habits(link=lambda margins, k: float(softmax(margins)[k]), k=1)
    averaged = Habits(link=lambda margins, k: margins[k] / N_ROUNDS)
    forest = {"boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.6}
    sigmoid: Slips = {"the logistic function": {"link": lambda margins, k: logistic(margins[k])}}
    return [
        lightgbm_subject("squared", score + 3, folded(mean), Habits()),
        lightgbm_subject("binary", binary, OF_LOGISTIC | folded(start), of_logit, objective="binary"),
        lightgbm_subject("sigmoid 2", binary, sigmoid, doubled, objective="binary", sigmoid=2.0),
        lightgbm_subject(
            *("classes", np.digitize(score, [-1, 1]), OF_SOFTMAX, of_shares),
            objective="multiclass",
            num_class=3,
        ),
        lightgbm_subject("forest", score, {}, averaged, **forest),
    ]


def of_scikit_learn() -> list[Subject]:
    X, score = rows()
    X = np.nan_to_num(X)
    binary = (score > 0.5).astype(int)
    boosted = GradientBoostingClassifier(n_estimators=N_ROUNDS, learning_rate=0.2, random_state=0).fit(
        X, binary
    )
    start = float(boosted._raw_predict_init(X[:1])[0, 0])
    right = Habits(
        *(operator.le,),
        link=lambda margins, k: logistic(margins[k]),
    )
    rounds = [[of_sklearn(each.tree_)] for each in boosted.estimators_.ravel()]
    by_hand = ByHand(rounds, (start,), right, (0.2,) * N_ROUNDS)
    slips = (
        OF_LOGISTIC
        | ROUNDS
        | {
            "weights of the trees left out": {"weights": (1.0,) * N_ROUNDS},
            "learning rate once more": {"leaf": lambda value: 0.2 * value},
            "base score left out": {"base": lambda told: 0.0},
            "base score twice": {"base": lambda told: 2 * told},
            "rows in float64": {"cast": float},
            "< taken for <=, or the other way round": {"less": operator.lt},
        }
    )
    said = {
        "no link": lambda row: float(boosted.decision_function(row[None, :])[0]),
        "only the first 7 rounds": lambda row: float([*boosted.staged_predict_proba(row[None, :])][6][0, 1]),
    }
    known = {"learning_rate": 0.2}
    forest = RandomForestRegressor(N_ROUNDS, max_depth=5, random_state=0).fit(X, score)
    of_classes = RandomForestClassifier(N_ROUNDS, max_depth=4, random_state=0).fit(
        X, np.digitize(score, [-1, 1])
    )
    votes = {
        "votes of the trees for their shares": lambda row: float(
            np.mean([each.predict(row[None, :])[0] == 1 for each in of_classes.estimators_])
        ),
        "class 2": lambda row: float(of_classes.predict_proba(row[None, :])[0, 2]),
    }
    sums = {
        "the sum for the average": lambda row: sum(
            float(each.predict(row[None, :])[0]) for each in forest.estimators_
        ),
        "only the first round": lambda row: float(forest.estimators_[0].predict(row[None, :])[0]),
    }
    return [
        Subject("scikit-learn, boosted", from_sklearn(boosted), X, slips, said, by_hand, known),
        Subject("scikit-learn, forest", from_sklearn(forest), X, said=sums),
        Subject("scikit-learn, classes", from_sklearn(of_classes), X, said=votes, known={"output": 1}),
    ]


@cache
def subjects() -> list[Subject]:
    return [*of_xgboost(), *of_lightgbm(), *of_scikit_learn()]


def simulated(
    random: np.random.Generator, size: int
) -> tuple[list[HandComputation], frozenset[str], list[float]]:
    """A row with `size` slips that change its number, and another row with the same: what the finder has of
    them, what the slips are called, and the numbers."""
    while True:
        subject = subjects()[random.integers(len(subjects()))]
        row, other = subject.X[random.integers(len(subject.X), size=2)].copy()
        tree = subject.model.trees[random.integers(len(subject.model.trees))]
        if random.random() < 0.3 and len(tree.splits):
            row[tree.feature[0]] = tree.threshold[0]
        names = [*subject.slips, *(subject.said if size == 1 else ())]
        if len(names) < size:
            continue
        chosen = random.choice(len(names), size, replace=False)
        kept = frozenset(names[i] for i in chosen)
        if size == 2 and clash(subject, kept):
            continue
        said = int(chosen[0]) >= len(subject.slips)
        right = subject.hand(row).number({})
        numbers = [of_slips(subject, kept, each, said) for each in (row, other)]
        of_fewer = [of_slips(subject, {each}, row) for each in kept] if size == 2 else []
        if any(abs(numbers[0] - each) < 1e-5 * max(1.0, abs(each)) for each in (right, *of_fewer)):
            continue
        return [subject.hand(row), subject.hand(other)], kept, numbers


def clash(subject: Subject, kept: frozenset[str]) -> bool:
    """Whether two slips are about one thing; a sum that ends too early is looked for alone."""
    first, second = (subject.slips[name] for name in kept)
    return bool(set(first) & set(second)) or "only the first 10 rounds" in kept


def of_slips(subject: Subject, names: Collection[str], row: np.ndarray, said: bool = False) -> float:
    """The number of a row with these slips."""
    if said:
        return subject.said[next(iter(names))](row)
    assert subject.by_hand is not None
    return subject.by_hand.number(row, **{k: v for name in names for k, v in subject.slips[name].items()})
