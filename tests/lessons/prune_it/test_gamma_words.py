"""What gamma leaves is what gbtlib grows, and what is said about it fits the case."""

import numpy as np
import pytest

from gbtlib import SecondOrder, TreeParams, grow_tree, sort_columns
from tests.lessons.prune_it.sequences import beyond
from workbench.lessons.prune_it.gamma_charges import (
    XOR,
    XOR_Y,
    Charged,
    xor_charged,
)
from workbench.lessons.prune_it.gamma_words import break_even_words, objective_formula


def random_case(seed: int, gamma: float = 0.0, pruning: str = "post") -> Charged:
    """A tree of 60 rows of noise, where poor splits stand above good ones."""
    stream = np.random.default_rng(seed)
    X, y = stream.normal(size=(60, 3)), stream.normal(size=60)
    params = TreeParams(max_depth=4, gamma=gamma, pruning=pruning, reg_lambda=1.0)
    tree = grow_tree(sort_columns(X), SecondOrder(-y, np.ones(60), reg_lambda=1.0), params).tree
    return Charged(tree, 1.0, ("a", "b", "c"))


def leaves_left(found: Charged, gamma: float) -> tuple[int, ...]:
    """How many leaves pre-stopping and bottom-up pruning leave."""
    return tuple(int(found.leaves(way, gamma).sum()) for way in found.ways[:2])


@pytest.mark.parametrize("gamma", [0.01, 0.1, 0.21, 0.3, 0.4])
def test_the_right_answer_is_what_gbtlib_grows(gamma: float) -> None:
    criterion = SecondOrder(0.5 - XOR_Y, np.full(len(XOR_Y), 0.25), reg_lambda=1.0)
    grown = [
        grow_tree(sort_columns(XOR), criterion, TreeParams(max_depth=2, gamma=gamma, pruning=pruning)).tree
        for pruning in ("pre", "post")
    ]
    assert leaves_left(xor_charged(), gamma) == tuple(tree.n_leaves for tree in grown)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("gamma", [0.5, 1.0, 2.0])
def test_it_is_for_trees_of_noise(seed: int, gamma: float) -> None:
    grown = tuple(random_case(seed, gamma, pruning).tree.n_leaves for pruning in ("pre", "post"))
    assert leaves_left(random_case(seed), gamma) == grown


@pytest.mark.parametrize("seed", range(5))
def test_a_tree_opens_where_pre_stopping_loses_most(seed: int) -> None:
    found = random_case(seed)
    early, pruned = leaves_left(found, found.start)
    pairs = [leaves_left(found, gamma) for gamma in np.linspace(0.001, beyond(found), 500)]
    assert pruned - early == max(b - a for a, b in pairs)


# -- what to try


def stump() -> Charged:
    """A tree of one split."""
    criterion = SecondOrder(np.array([1.0, 1.0, -1.0, -1.0]), np.ones(4), reg_lambda=1.0)
    tree = grow_tree(sort_columns(np.arange(4.0)[:, np.newaxis]), criterion, TreeParams(max_depth=1)).tree
    return Charged(tree, 1.0, ("x",))


def test_one_split_has_one_gain() -> None:
    words = break_even_words(stump())
    assert "the gain of its only split" in words  # G = 2, -2 and 0: gain = 1/2 (4/3 + 4/3 - 0) = 4/3
    assert "γ = 1.333" in words


def test_a_long_objective_stands_in_lines() -> None:
    text = objective_formula(random_case(0), 0.0)
    assert text.count(r"\\") == 2
    assert max(line.count("+") for line in text.split(r"\\")) <= 7
