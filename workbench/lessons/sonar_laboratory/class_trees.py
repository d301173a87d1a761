"""A classification tree of Sonar, pruned and boosted, over random splits of the rows. Pure, no streamlit.

`python -m workbench.lessons.sonar_laboratory.class_trees` trains all of them on the first splits of seed 0
and writes datasets/sonar_class_trees.csv, in about a minute.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import AdaBoostClassifier, DecisionTreeClassifier
from workbench.lessons.sonar_laboratory.splits import N_SPLITS, Floats, Splits, sonar
from workbench.lessons.sonar_laboratory.statistics import Spread, spread_of
from workbench.paths import DATASETS_DIR

FILE = DATASETS_DIR / "sonar_class_trees.csv"
GROWING: dict[str, Any] = {"max_depth": 100, "purity_stop": 0.95, "threshold": "observed"}
RISK = "misclassification"
Labels = NDArray[np.int64]


UnseenAnswer = tuple[Floats, int]
"""What a model says of rows it has not seen: the probability of a mine (n,); and its leaves in all."""
Answer = Callable[[Floats, Labels, Floats, int], UnseenAnswer]
"""From training rows, their labels, test rows and the split's number."""


def whole(X: Floats, y: Labels, X_test: Floats, k: int) -> UnseenAnswer:
    """The tree as it grows."""
    return of_tree(DecisionTreeClassifier(**GROWING).fit(X, y), X_test)


def pruned(n_folds: int, *, one_error: bool = False) -> Answer:
    """The tree that cross-validation chooses; one_error: the smallest within one standard error of it."""

    def answer(X: Floats, y: Labels, X_test: Floats, k: int) -> UnseenAnswer:
        model = DecisionTreeClassifier(**GROWING).fit(X, y)
        found = model.cross_validate_alpha(n_folds=n_folds, measure=RISK, seed=k)
        step = found.one_standard_error if one_error else found.best
        return of_tree(model.pruned(float(found.alpha[step]), RISK), X_test)

    return answer


def of_tree(model: DecisionTreeClassifier, X_test: Floats) -> UnseenAnswer:
    """What one tree says: the shares of its leaves."""
    return model.predict_proba(X_test)[:, 1], model.tree_.n_leaves


def boosted(X: Floats, y: Labels, X_test: Floats, k: int) -> UnseenAnswer:
    """Five rounds of AdaBoost, each tree pruned in five folds; a probability is a share of tree weights."""
    model = AdaBoostClassifier(n_estimators=5, ccp_folds=5, ccp_measure=RISK, seed=k, **GROWING).fit(X, y)
    # Of two classes it is the second's entry less the first's, each the share for it less that against.
    share = (model.decision_function(X_test) / 2 + 1) / 2
    return share, sum(round_.tree.n_leaves for round_ in model.trace_)


RECIPES: dict[str, tuple[str, Answer]] = {
    "whole": ("the whole tree", whole),
    "folds_3": ("pruned, 3 folds", pruned(3)),
    "folds_5": ("pruned, 5 folds", pruned(5)),
    "one_error": ("pruned, 5 folds, 1 SE", pruned(5, one_error=True)),
    "boosted": ("AdaBoost, 5 pruned trees", boosted),
}
"""Titles and answers, by the name in the file."""


def record(name: str, k: int, splits: Splits) -> dict[str, object]:
    """What a model does on split k: unseen rows right, the mean probability of their class, its leaves."""
    data, (seen, unseen) = sonar(), splits.rows(k)
    y = np.asarray(data.y, dtype=np.int64)
    _, answer = RECIPES[name]
    mine, n_leaves = answer(data.X[seen], y[seen], data.X[unseen], k)
    own = np.where(y[unseen] == 1, mine, 1 - mine)
    # Between equal shares the first class, the rock, is said.
    right = int(((mine > 0.5) == (y[unseen] == 1)).sum())
    probability = round(float(own.mean()), 6)
    return {"split": k, "model": name, "right": right, "probability": probability, "leaves": n_leaves}


@dataclass(frozen=True)
class AccuracyCourse:
    """A model over the random splits, (n_splits,) each. probability: the mean of that of the true class."""

    title: str
    accuracy: Floats
    probability: Floats
    leaves: Floats

    @property
    def spreads(self) -> tuple[Spread, Spread, Spread]:
        """Their spreads."""
        over = Splits()
        return spread_of(self.accuracy, over), spread_of(self.probability, over), spread_of(self.leaves, over)


@lru_cache(maxsize=1)
def courses() -> dict[str, AccuracyCourse]:
    """What comes with the workbench, by the names of RECIPES."""
    table, n_test = pd.read_csv(FILE), Splits().n_test
    found = {}
    for name, (title, _) in RECIPES.items():
        own = table[table["model"] == name].sort_values("split")
        columns = [own[each].to_numpy(dtype=np.float64) for each in ("right", "probability", "leaves")]
        found[name] = AccuracyCourse(title, columns[0] / n_test, *columns[1:])
    return found


def main() -> None:
    """Train all models on the first splits."""
    rows = [record(name, k, Splits()) for k in range(N_SPLITS) for name in RECIPES]
    pd.DataFrame(rows).to_csv(FILE, index=False)


if __name__ == "__main__":
    main()
