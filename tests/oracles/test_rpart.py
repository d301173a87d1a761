"""gbtlib's class trees and weakest-link sequences beside the answers of rpart, see rpart/README.md."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from gbtlib import DecisionTreeClassifier, Tree, prune, weakest_links
from gbtlib.cart.cost_complexity import prune_to
from workbench.data.catalogue import load_dataset

ANSWERS = Path(__file__).parent / "rpart"
CLASS_TREES = ("iris_gini", "iris_entropy", "sonar_gini", "sonar_gini_full")
NAMES = (*CLASS_TREES, "airquality")


def answer(name: str, part: str) -> pd.DataFrame:
    return pd.read_csv(ANSWERS / f"{name}.{part}.csv")


def their_tree(name: str) -> Tree:
    """rpart's own tree as a Tree that knows rows and risk of its nodes, so that both prune the same one.

    Of a class tree the class weights are the rows of the node's class, and all others in two halves (there
    are three classes at most): that is all that the risk needs. In a tree of numbers the impurity is dev / n.
    """
    nodes = answer(name, "nodes")
    number = nodes["node"].to_numpy()
    order = np.argsort(number)  # by level, so that children come after their parents
    place = {int(number[i]): at for at, i in enumerate(order)}
    left = np.array([place.get(2 * int(number[i]), -1) for i in order])
    n, dev = (nodes[column].to_numpy(dtype=float)[order] for column in ("n", "dev"))
    is_class_tree = answer(name, "meta")["method"][0] == "class"
    unknown = np.full(len(n), np.nan)
    return Tree(
        feature=np.where(left < 0, -1, 0).astype(np.int32),
        threshold=unknown.copy(),
        default_left=np.ones(len(n), dtype=bool),
        children_left=left.astype(np.int32),
        children_right=np.where(left < 0, -1, left + 1).astype(np.int32),
        n_samples=n.astype(np.int32),
        G=unknown.copy(),
        H=n,
        gain=unknown.copy(),
        weight=nodes["yval"].to_numpy(dtype=float)[order],
        depth=np.array([int(number[i]).bit_length() - 1 for i in order], dtype=np.int32),
        why_leaf=np.zeros(len(n), dtype=np.int8),
        n_features=1,
        class_weights=np.column_stack((n - dev, dev / 2, dev / 2)) if is_class_tree else None,
        impurity=None if is_class_tree else dev / n,
    )


def slopes_agree(table: pd.DataFrame) -> bool:
    """Whether every CP is the fall of the error by split down to the next row, as in a true sequence."""
    slope = -np.diff(table["rel error"]) / np.diff(table["nsplit"])
    return bool(np.allclose(slope, table["CP"].to_numpy()[:-1], rtol=1e-9, atol=0))


def same_sequence(tree: Tree, name: str) -> None:
    """Compare our sequence with rpart's table, which starts with the root alone and ends with the whole tree.

    The CP in its last row is the cp that it was called with, and no alpha.
    """
    table, meta = answer(name, "cptable"), answer(name, "meta")
    assert slopes_agree(table)
    steps = weakest_links(tree)[::-1]
    scale = meta["root_risk"][0] / meta["n"][0]
    assert [step.n_leaves for step in steps] == (table["nsplit"] + 1).tolist()
    np.testing.assert_allclose([s.risk for s in steps], table["rel error"] * scale, rtol=1e-11, atol=1e-12)
    alpha = table["alpha_total_risk"].to_numpy() / meta["n"][0]
    np.testing.assert_allclose([s.alpha for s in steps[:-1]], alpha[:-1], rtol=1e-11, atol=1e-12)
    assert steps[-1].alpha == 0


@pytest.mark.parametrize("name", NAMES)
def test_sequence_of_their_tree(name: str) -> None:
    same_sequence(their_tree(name), name)


@pytest.mark.parametrize("name", NAMES)
def test_the_complexity_of_a_node_is_the_alpha_at_which_it_becomes_a_leaf(name: str) -> None:
    """In the order of rpart's own numbers; those of nodes that go with a branch above say when that goes."""
    tree, nodes = their_tree(name), answer(name, "nodes").sort_values("node")
    steps = weakest_links(tree)
    cut_at = np.zeros(tree.n_nodes)
    for step in steps:
        for top in step.nodes:
            inside = [i for i in tree.subtree(top) if not tree.is_leaf[i] and cut_at[i] == 0]
            cut_at[inside] = step.alpha
    scale = answer(name, "meta")["root_risk"][0] / answer(name, "meta")["n"][0]
    np.testing.assert_allclose(cut_at, nodes["complexity"] * scale, rtol=1e-11, atol=1e-12)


def grown(name: str) -> tuple[DecisionTreeClassifier, Tree]:
    """Our tree with rpart's limits; and what is left of it when splits that take nothing off the risk go.

    rpart calls them minsplit and minbucket, and with cp = 0 it leaves out such splits from the start.
    """
    meta = answer(name, "meta").iloc[0]
    data = load_dataset("iris" if name.startswith("iris") else "sonar")
    criterion = {"gini": "gini", "information": "entropy"}[meta["split"]]
    limits = {"min_samples_split": int(meta["minsplit"]), "min_samples_leaf": int(meta["minbucket"])}
    model = DecisionTreeClassifier(criterion=criterion, **limits).fit(data.X, data.y)
    return model, prune(model.tree_, 0.0)


class Beside:
    """Our tree and rpart's, walked together: rows, risk and class of nodes, feature and cut of splits.

    choices: our nodes where rpart takes another split of the same gain; below them nothing can be compared.
    """

    def __init__(self, name: str) -> None:
        self.model, self.tree = grown(name)
        self.nodes = answer(name, "nodes").set_index("node")
        splits = answer(name, "splits")
        self.primary = splits[splits["kind"] == "primary"].set_index("node")
        self.X = self.model.columns_.X
        self.in_bits = np.log(2) if name == "iris_entropy" else 1.0  # rpart's entropy is in nats
        # Classes in alphabetical order: setosa, versicolor, virginica are ours; mine, rock are not.
        self.class_of_yval = {1: 0, 2: 1, 3: 2} if name.startswith("iris") else {1: 1, 2: 0}
        self.names = {f"V{j + 1}": j for j in range(self.X.shape[1])}
        self.names |= {"Sepal.Length": 0, "Sepal.Width": 1, "Petal.Length": 2, "Petal.Width": 3}
        self.choices: list[int] = []
        self.splits = 0
        self.walk(0, 1, np.arange(len(self.X)))

    def walk(self, i: int, k: int, rows: np.ndarray) -> None:
        tree, theirs = self.tree, self.nodes.loc[k]
        assert tree.n_samples[i] == theirs["n"] == len(rows)
        assert tree.class_weights is not None
        assert tree.H[i] - tree.class_weights[i].max() == theirs["dev"]
        draw = (tree.class_weights[i] == tree.class_weights[i].max()).sum() > 1
        assert draw or tree.weight[i] == self.class_of_yval[int(theirs["yval"])]
        assert tree.is_leaf[i] == (theirs["var"] == "<leaf>")
        if not tree.is_leaf[i]:
            self.walk_split(i, k, rows)

    def walk_split(self, i: int, k: int, rows: np.ndarray) -> None:
        tree, split = self.tree, self.primary.loc[k]
        assert tree.gain[i] * self.in_bits == pytest.approx(split["improve"], rel=1e-10)
        x = self.X[rows, self.names[split["var"]]]
        left = self.X[rows, tree.feature[i]] <= tree.threshold[i]
        their_left = x < split["index"] if split["ncat"] == -1 else x >= split["index"]
        below = (tree.children_left[i], tree.children_right[i])
        if np.array_equal(left, ~their_left):
            left, below = ~left, below[::-1]
        elif not np.array_equal(left, their_left):
            self.choices.append(i)
            return
        self.splits += 1
        if self.names[split["var"]] == tree.feature[i]:
            assert tree.threshold[i] == pytest.approx(split["index"], rel=1e-12)
        self.walk(int(below[0]), 2 * k, rows[left])
        self.walk(int(below[1]), 2 * k + 1, rows[~left])


# Splits compared, and where equal gains left a choice. What rpart chose there is in its table.
COMPARED: dict[str, tuple[int, int]] = {
    "iris_gini": (8, 0),
    "iris_entropy": (8, 0),
    "sonar_gini": (6, 0),
    "sonar_gini_full": (21, 0),
}


@pytest.mark.parametrize("name", CLASS_TREES)
def test_tree(name: str) -> None:
    found = Beside(name)
    assert (found.splits, len(found.choices)) == COMPARED[name]


@pytest.mark.parametrize("name", CLASS_TREES)
def test_sequence_of_our_tree(name: str) -> None:
    same_sequence(grown(name)[0].tree_, name)


def test_pruned_trees_of_the_sequence_have_the_risk_they_say() -> None:
    tree = their_tree("airquality")
    nodes: list[Any] = []
    for step in weakest_links(tree):
        nodes += step.nodes
        pruned = prune_to(tree, nodes)[0]
        assert pruned.impurity is not None
        leaves = pruned.leaves
        assert step.n_leaves == len(leaves)
        risk = (pruned.H[leaves] * pruned.impurity[leaves]).sum() / pruned.H[0]
        assert step.risk == pytest.approx(risk, rel=1e-12)
