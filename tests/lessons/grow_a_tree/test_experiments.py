"""What the experiments say of their trees, and that they are set as they were published."""

import numpy as np

from gbtlib import Tree
from workbench.lessons.grow_a_tree.words import PRESETS
from workbench.models.single_tree import TreeSettings, grow_single_tree


def grown(data: str, depth: int) -> Tree:
    settings = TreeSettings(data=data, criterion="squared_error", max_depth=depth, min_samples_split=150)
    return grow_single_tree(settings).tree


def test_what_the_experiments_say_is_true() -> None:
    deep, half = (grown("cos_x2", d) for d in (100, 50))
    assert (deep.n_leaves, deep.n_samples[deep.leaves].min(), deep.max_depth) == (65, 26, 13)
    assert np.array_equal(deep.threshold, half.threshold, equal_nan=True)
    wave = grown("cos_x", 100)
    assert wave.n_leaves == 31
    said = [preset.words for preset in PRESETS]
    assert "65 leaves, the smallest of 26 points, at 13 levels" in said[0]
    assert "51 of its 64 splits" in said[1]
    assert "31 steps" in said[2]
    for preset, settings in zip(PRESETS, ({"tree_depth": 100}, {"tree_depth": 50}), strict=False):
        values = preset.all_values()
        assert values | settings | {"tree_split": 150, "tree_points": 1} == values
