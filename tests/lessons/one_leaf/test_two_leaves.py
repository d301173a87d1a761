"""Two leaves gain over one what the library says a split gains."""

import numpy as np
import pytest

from gbtlib import SecondOrder, SplitSearch, TreeParams, sort_columns
from workbench.lessons.one_leaf.leaf import best_parting, parting_order, two_leaves
from workbench.lessons.one_leaf.worked_leaves import PRESETS


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("reg_lambda", [0.0, 0.5, 1.0, 7.0])
def test_the_gain_is_the_librarys(name: str, reg_lambda: float) -> None:
    leaf = PRESETS[name]
    order = np.argsort(-leaf.gradient, kind="stable")
    criterion = SecondOrder(leaf.gradient[order], leaf.hessian[order], reg_lambda=reg_lambda)
    place = sort_columns(np.arange(len(order), dtype=float)[:, np.newaxis])
    every_cut = SplitSearch(place, criterion, TreeParams(gamma=0.0)).candidates()
    found = [two_leaves(leaf, n_left, reg_lambda).gain for n_left in range(1, len(order))]
    np.testing.assert_allclose(found, every_cut.gain, rtol=1e-12, atol=1e-12)


def test_the_best_parting_gains_most_and_parts_the_classes() -> None:
    leaf = PRESETS["four"]
    assert best_parting(leaf, [1, 2, 3], 1.0) == 1
    assert leaf.y[parting_order(leaf)].tolist() == [0, 1, 1, 1]
    two = two_leaves(leaf, 1, 1.0, 0.1)
    assert two.weight[1] < two.weight[0] < two.weight[2]  # the left one lies left
    assert two.gain == pytest.approx(0.1 + 9 / 14 - 0.25 - 0.1)
