"""One tree by itself: every data set grows, and its boxes say the tree's own numbers."""

import numpy as np
import pytest

from gbtlib.pictures import colours
from gbtlib.pictures.tree_boxes import lead, node_fill
from workbench.data.catalogue import DATASETS
from workbench.link.values import ENTRIES
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.shell.current_fit import tree_settings_from
from workbench.text.numbers import number
from workbench.trees.box_text import node_lines


@pytest.mark.parametrize("data", DATASETS)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_boxes_say_the_numbers_of_the_tree(data: str, criterion: str) -> None:
    found = grow_single_tree(TreeSettings(data=data, criterion=criterion, max_depth=4))
    tree = found.tree
    lines = node_lines(tree, found.dataset.feature_names, found.dataset.class_names)
    for i in range(tree.n_nodes):
        first, second, third = lines(i)
        assert second.startswith(f"n {int(tree.n_samples[i]):,}")
        assert len(found.rows_in(i)) == tree.n_samples[i]
        if not tree.is_leaf[i]:
            assert third == f"gain {number(float(tree.gain[i]))}"
        elif tree.class_weights is None:
            assert first == f"mean {number(float(found.y[found.rows_in(i)].mean()))}"
        else:
            counts = np.bincount(found.y[found.rows_in(i)], minlength=len(found.dataset.class_names))
            assert first == found.dataset.class_names[counts.argmax()]
            assert second.endswith(" : ".join(number(n) for n in counts))


def test_settings_that_a_data_set_does_not_take_are_left_out() -> None:
    values = {name: entry.default for name, entry in ENTRIES.items()}
    values |= {"data": "cos_x2", "criterion": "entropy", "purity_stop": 0.9, "noise": 0.1}
    assert tree_settings_from(values) == TreeSettings(criterion="squared_error", noise=0.1)
    values |= {"data": "iris"}
    assert tree_settings_from(values) == TreeSettings(data="iris", criterion="entropy", purity_stop=0.9)


@pytest.mark.parametrize("data", ["iris", "wine", "sentences", "moons", "sonar", "diabetes"])
def test_leaves_are_tinted_towards_their_class(data: str) -> None:
    criterion = "squared_error" if data == "diabetes" else "gini"
    found = grow_single_tree(TreeSettings(data=data, criterion=criterion))
    tree, fill = found.tree, node_fill(found.tree)
    if tree.class_weights is None:
        share = tree.weight / np.abs(tree.weight).max()
        assert [fill(i) for i in range(tree.n_nodes)] == [colours.sign_fill(each) for each in share]
        return
    seen = set()
    for i in tree.leaves.tolist():
        counts = np.bincount(found.y[found.rows_in(i)], minlength=len(found.dataset.class_names))
        if (counts == counts.max()).sum() > 1:
            continue
        code = int(counts.argmax())
        assert fill(i) == colours.class_fill(code, lead(tree.class_shares[i]))
        seen.add(code)
    assert seen == set(range(len(found.dataset.class_names)))


def test_a_box_without_a_majority_is_nearly_white() -> None:
    tree = grow_single_tree(TreeSettings(data="iris", max_depth=1)).tree
    shares = np.array(tree.class_shares[0])
    assert lead(np.full(3, 1 / 3)) == pytest.approx(0)
    assert lead(np.array([0.0, 0.0, 1.0])) == 1
    assert lead(shares) == pytest.approx((shares.max() - 1 / 3) * 1.5)
