"""A tree as a function: the leaf vector and its cost, worked by hand and of a fitted tree."""

import numpy as np
import pytest

from tests.pages import fit, opened, paragraphs, quiet
from workbench.lessons.one_leaf.leaf_vector import (
    MODEL,
    PEOPLE,
    TREES,
    X,
    leaf_vector,
    omega,
    omega_formula,
    vector_formula,
    vector_words,
)


def test_three_leaves_by_hand() -> None:
    """Leaves {2}, {4}, {1, 3, 5} with 2, .1 and -1: they cost 3 + 1/2 (4 + .01 + 1)."""
    w, q = leaf_vector(TREES[0], X)
    assert w.tolist() == [2, 0.1, -1]
    assert q.tolist() == [3, 1, 3, 2, 3]
    assert omega(w, gamma=1, reg_lambda=1) == pytest.approx(5.505, rel=1e-12)
    assert omega_formula(w, 1, 1).endswith(r"=1\cdot3+\tfrac12\cdot1\left(2^2+0.1^2+(-1)^2\right)=5.505")
    assert vector_formula().endswith(r"f=[-1,\,2,\,-1,\,0.1,\,-1]")


def test_two_trees_add_up_for_the_boy_and_the_old_man() -> None:
    total = dict(zip(PEOPLE, MODEL.predict(X), strict=True))
    assert total["a boy"] == pytest.approx(2.9, rel=1e-12)
    assert total["an old man"] == pytest.approx(-1.9, rel=1e-12)
    said = [w[q - 1] for w, q in (leaf_vector(tree, X) for tree in TREES)]
    np.testing.assert_array_equal(MODEL.predict(X), sum(said))
    assert "2 + 0.9 = **2.9**" in vector_words()
    assert "−1 − 0.9 = **−1.9**" in vector_words()


@pytest.mark.parametrize("data", ["spiral", "diabetes"])
def test_the_leaf_vector_of_a_fitted_tree_is_its_prediction(data: str) -> None:
    fitted = fit(data=data, n_estimators=3)
    tree = fitted.trace[1].trees[0]
    w, q = leaf_vector(tree, fitted.X)
    np.testing.assert_array_equal(w[q - 1], tree.weight[tree.apply(fitted.X)])
    assert sorted(w) == sorted(tree.weight[tree.leaves])
    assert set(q.tolist()) == set(range(1, len(w) + 1))


def test_it_stands_on_the_page_once_opened() -> None:
    at = opened("one_leaf.py", leaf_gamma=1, leaf_lambda=1, guess=0)
    at.session_state["folded_From one leaf to a tree: q(x), w and Ω, on two trees by hand"] = True
    at.run()
    assert quiet(at)
    assert any("2 + 0.9 = **2.9**" in said for said in paragraphs(at))
    assert at.dataframe[0].value.loc["boy"].tolist() == [1, 2, 2, 0.9, pytest.approx(2.9)]
    assert "=5.505\n" in at.latex[-1].value
