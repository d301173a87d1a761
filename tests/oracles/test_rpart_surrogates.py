"""gbtlib's surrogate splits beside those of rpart: the same lists, in the same order; see rpart/README.md."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gbtlib import DecisionTreeClassifier, DecisionTreeRegressor, surrogates_of
from workbench.data.catalogue import load_dataset

ANSWERS = Path(__file__).parent / "rpart"


def answer(name: str, part: str) -> pd.DataFrame:
    return pd.read_csv(ANSWERS / f"{name}.{part}.csv")


def grown(name: str) -> tuple[DecisionTreeClassifier | DecisionTreeRegressor, tuple[str, ...]]:
    """Our tree with rpart's limits, and the names that its answers use for the features."""
    meta = answer(name, "meta").iloc[0]
    limits = {
        "min_samples_split": int(meta["minsplit"]),
        "min_samples_leaf": int(meta["minbucket"]),
        "surrogates": int(meta["maxsurrogate"]),
    }
    if name == "airquality":
        data = answer(name, "data")
        X = data.drop(columns="Ozone")
        return DecisionTreeRegressor(**limits).fit(X, data["Ozone"]), tuple(X.columns)
    if name.startswith("holes"):
        data = answer("holes", "data")
        X, weight = data[list("abcde")], data["weight"] if name == "holes_weighted" else None
        if meta["method"] == "class":
            return DecisionTreeClassifier(**limits).fit(X, data["class"]), tuple(X.columns)
        return DecisionTreeRegressor(**limits).fit(X, data["y"], sample_weight=weight), tuple(X.columns)
    measured = load_dataset(name.split("_")[0])
    criterion = {"gini": "gini", "information": "entropy"}[meta["split"]]
    model = DecisionTreeClassifier(criterion=criterion, **limits).fit(measured.X, measured.y)
    iris = ("Sepal.Length", "Sepal.Width", "Petal.Length", "Petal.Width")
    return model, iris if name.startswith("iris") else tuple(f"V{j}" for j in range(1, 61))


class Beside:
    """Our tree and rpart's, walked together from the root, as far as rpart's goes.

    rpart sends the side with the smaller mean, or less of the first class, left; we send the smaller values
    left. Where the two differ (its ncat is 1) its children are ours in reverse, and so is every surrogate.
    In a class tree it leaves out splits that take nothing off the risk; there its tree ends.

    lists, compared: splits whose lists are compared, and the surrogates in them.
    """

    def __init__(self, name: str) -> None:
        self.model, self.names = grown(name)
        self.tree = self.model.tree_
        self.nodes = answer(name, "nodes").set_index("node")
        self.splits = answer(name, "splits")
        self.lists = self.compared = 0
        self.walk(0, 1)

    def walk(self, i: int, k: int) -> None:
        theirs, tree = self.nodes.loc[k], self.tree
        assert tree.n_samples[i] == theirs["n"]
        if theirs["var"] == "<leaf>":
            return
        here = self.splits[self.splits["node"] == k]
        primary = here[here["kind"] == "primary"].iloc[0]
        assert self.names[tree.feature[i]] == primary["var"]
        assert tree.threshold[i] == pytest.approx(primary["index"], rel=1e-12)
        rows = self.model.rows_in(i)
        x = self.model.columns_.values[tree.feature[i], rows]
        assert primary["count"] == (~np.isnan(x)).sum()
        self.lists += 1
        self.compare(i, rows, here[here["kind"] == "surrogate"], primary["ncat"] == 1)
        below = tree.children_left[i], tree.children_right[i]
        left, right = below[::-1] if primary["ncat"] == 1 else below
        self.walk(int(left), 2 * k)
        self.walk(int(right), 2 * k + 1)

    def compare(self, i: int, rows: np.ndarray, theirs: pd.DataFrame, mirrored: bool) -> None:
        ours = surrogates_of(self.tree, i)
        assert [self.names[s.feature] for s in ours] == theirs["var"].tolist()
        values = self.model.columns_.values
        open_rows = rows[np.isnan(values[self.tree.feature[i], rows])]
        for s, (_, their) in zip(ours, theirs.iterrows(), strict=True):
            assert s.agreement == pytest.approx(their["improve"], rel=1e-12)
            assert s.adjusted == pytest.approx(their["adj"], rel=1e-9)
            decided = ~np.isnan(values[s.feature, open_rows])
            assert their["count"] == decided.sum()
            open_rows = open_rows[~decided]
            self.compared += 1
            assert s.threshold == pytest.approx(their["index"], rel=1e-9)
            assert s.below_left == ((their["ncat"] == -1) != mirrored)


# Splits and surrogates that are compared: all that rpart's files have.
COMPARED = {
    "iris_gini": (8, 8),
    "iris_entropy": (8, 8),
    "sonar_gini": (6, 30),
    "airquality": (18, 45),
    "holes_gini": (10, 17),
    "holes_anova": (33, 49),
    "holes_weighted": (30, 58),
}


@pytest.mark.parametrize("name", COMPARED)
def test_surrogates(name: str) -> None:
    found = Beside(name)
    assert (found.lists, found.compared) == COMPARED[name]


def test_a_missing_value_is_really_sent_by_a_surrogate() -> None:
    model, names = grown("airquality")
    missing = np.isnan(model.columns_.values[names.index("Solar.R")])
    used = [
        i
        for i in np.flatnonzero(~model.tree_.is_leaf)
        if names[model.tree_.feature[i]] == "Solar.R" and missing[model.rows_in(i)].any()
    ]
    assert len(used) == 1
