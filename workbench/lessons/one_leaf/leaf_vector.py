"""A tree as a function: the leaf q(x) that a row falls into, its weight w_q(x), what the tree costs. Pure.

Two trees by hand add up for five people, whom the first parts into three leaves.
Source: T. Chen and C. Guestrin, "XGBoost: A Scalable Tree Boosting System", 2016, equations 1 and 2.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import Tree, build_model
from workbench.text.grammar import how_many
from workbench.text.losses import bracketed_latex
from workbench.text.numbers import latex, number

Floats = NDArray[np.float64]

PEOPLE = ("a grandmother", "a boy", "an old man", "a girl", "a mother")
FEATURES = ("age", "female", "plays daily")
X: Floats = np.array([[68.0, 1, 1], [12, 0, 1], [70, 0, 0], [11, 1, 1], [41, 1, 0]])
_BY_AGE = {
    "feature": [0, 1, -1, -1, -1],
    "threshold": [15.0, 0.5, 0, 0, 0],
    "children_left": [1, 3, -1, -1, -1],
    "children_right": [2, 4, -1, -1, -1],
    "weight": [0.0, 0.0, -1.0, 2.0, 0.1],
}
_BY_HABIT = {
    "feature": [2, -1, -1],
    "threshold": [0.5, 0, 0],
    "children_left": [1, -1, -1],
    "children_right": [2, -1, -1],
    "weight": [0.0, -0.9, 0.9],
}
MODEL = build_model([_BY_AGE, _BY_HABIT], n_features=len(FEATURES))
"""Whether somebody likes computer games: the sum of two trees."""

TREES: tuple[Tree, ...] = tuple(round_.trees[0] for round_ in MODEL.trace_)


def leaf_vector(tree: Tree, rows: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """A tree on rows (n, n_features): what it says of each is w[q - 1].

    w: the weights of its leaves from left to right, (T,). q: the leaf of each row, counted from 1, (n,).
    """
    leaves = leaves_of(tree, 0)
    return tree.weight[leaves], np.array([leaves.index(int(leaf)) + 1 for leaf in tree.apply(rows)])


def leaves_of(tree: Tree, node: int) -> list[int]:
    """The leaves below a node, from left to right."""
    if tree.is_leaf[node]:
        return [node]
    children = (int(tree.children_left[node]), int(tree.children_right[node]))
    return [leaf for child in children for leaf in leaves_of(tree, child)]


def omega(w: Floats, gamma: float, reg_lambda: float) -> float:
    """gamma T + 1/2 lambda sum w^2: what a tree with these leaf weights costs."""
    return float(gamma * len(w) + 0.5 * reg_lambda * (w**2).sum())


def vector_words() -> str:
    """What a tree is as a function, with the boy and the old man."""
    boy, old_man = PEOPLE.index("a boy"), PEOPLE.index("an old man")
    first, second = (w[q - 1] for w, q in (leaf_vector(tree, X) for tree in TREES))
    total = MODEL.predict(X)
    sums = [
        f"{number(float(first[i]))} {'+' if second[i] > 0 else '−'} {number(abs(float(second[i])))} = "
        f"**{number(float(total[i]))}**"
        for i in (boy, old_man)
    ]
    return (
        "A tree is a function with few values: **q(x)** is the number of the leaf that a row falls into, "
        "w the list of the leaves' weights, and what the tree says is **f(x) = w_q(x)**, the weight of that "
        "leaf. Of several trees the weights are added: who likes computer games? The boy has "
        f"{sums[0]}, the old man {sums[1]}."
    )


def people_table() -> pd.DataFrame:
    """Of everybody the leaf of each tree and what it says, and the sum of both."""
    found = [leaf_vector(tree, X) for tree in TREES]
    columns: dict[str, NDArray[np.generic]] = {}
    for name, (w, q) in zip(("first tree", "second tree"), found, strict=True):
        columns |= {f"{name}: leaf q": q, f"{name}: w": w[q - 1]}
    return pd.DataFrame(columns | {"sum": MODEL.predict(X)}, index=[name.split(" ", 1)[1] for name in PEOPLE])


def vector_formula() -> str:
    """The leaf vector of the first tree, in LaTeX."""
    weights, leaves = leaf_vector(TREES[0], X)
    w, q, f = (listed(each.tolist()) for each in (weights, leaves, weights[leaves - 1]))
    return rf"w=[{w}],\quad q=[{q}],\quad f(x_i)=w_{{q(x_i)}}:\;f=[{f}]"


def listed(values: Sequence[float]) -> str:
    """Numbers of a list in LaTeX."""
    return r",\,".join(latex(each) for each in values)


def omega_formula(w: Floats, gamma: float, reg_lambda: float) -> str:
    """What a tree costs in LaTeX: in symbols, then with its numbers."""
    squares = "+".join(rf"{bracketed_latex(each)}^2" for each in w.tolist())
    return (
        rf"\Omega=\gamma\,T+\tfrac12\lambda\sum_{{j=1}}^Tw_j^2={latex(gamma)}\cdot{len(w)}"
        rf"+\tfrac12\cdot{latex(reg_lambda)}\left({squares}\right)={latex(omega(w, gamma, reg_lambda))}"
    )


def cost_words(w: Floats, gamma: float, reg_lambda: float) -> str:
    """What the two parts of Omega are for."""
    return (
        f"What a tree costs, Ω, has two parts. γ is paid for each of its {how_many(len(w), 'leaf')}, so that "
        "a cut must be worth something; ½ λ for the squares of the weights, so that a few rows cannot move a "
        f"prediction far. With γ = {number(gamma)} and λ = {number(reg_lambda)} the first tree costs:"
    )
