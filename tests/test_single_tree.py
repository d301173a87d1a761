"""One tree by itself: every data set grows, and its boxes say the tree's own numbers."""

import numpy as np
import pytest

from workbench import state
from workbench.data import DATASETS
from workbench.single_tree import TreeSettings, node_lines, node_tone, tree_lesson, tree_settings_from
from workbench.viewmodel import number


@pytest.mark.parametrize("data", DATASETS)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_boxes_say_the_numbers_of_the_tree(data: str, criterion: str) -> None:
    found = tree_lesson(TreeSettings(data=data, criterion=criterion, max_depth=4))
    tree = found.tree
    lines = node_lines(tree, found.dataset.feature_names, found.dataset.class_names)
    tone = node_tone(tree)
    for i in range(tree.n_nodes):
        first, second, third = lines(i)
        assert second.startswith(f"n {int(tree.n_samples[i]):,}")
        assert len(found.rows_in(i)) == tree.n_samples[i]
        assert -1 <= tone(i) <= 1
        if not tree.is_leaf[i]:
            assert third == f"gain {number(float(tree.gain[i]))}"
        elif tree.class_weights is None:
            assert first == f"mean {number(float(found.y[found.rows_in(i)].mean()))}"
        else:
            counts = np.bincount(found.y[found.rows_in(i)], minlength=len(found.dataset.class_names))
            assert first == found.dataset.class_names[counts.argmax()]
            assert second.endswith(" : ".join(number(n) for n in counts))


def test_settings_that_a_data_set_does_not_take_are_left_out() -> None:
    values = {name: entry.default for name, entry in state.ENTRIES.items()}
    values |= {"data": "cos_x2", "criterion": "entropy", "purity_stop": 0.9, "noise": 0.1}
    assert tree_settings_from(values) == TreeSettings(criterion="squared_error", noise=0.1)
    values |= {"data": "iris"}
    assert tree_settings_from(values) == TreeSettings(data="iris", criterion="entropy", purity_stop=0.9)
