"""Controls that a page does not use are the ones that change nothing on it."""

import pytest

from workbench.link.values import CRITERION, ENTRIES, PRUNE_BY, SPLIT_BY, TREE_DEPTH, TREE_POINTS
from workbench.shell.registry import PAGES, idle_controls

USUAL = {name: entry.default for name, entry in ENTRIES.items()}


@pytest.mark.parametrize("path", [entry.path for entry in PAGES])
def test_at_first_every_control_is_in_use(path: str) -> None:
    assert idle_controls(path, USUAL) == {}


def test_what_is_not_in_use_says_why() -> None:
    found = idle_controls("find_the_split.py", USUAL | {SPLIT_BY: "logistic"})
    assert set(found) == {CRITERION}
    assert "logistic" in found[CRITERION]
    found = idle_controls("prune_it.py", USUAL | {PRUNE_BY: "gamma"})
    assert set(found) == {TREE_DEPTH, TREE_POINTS, CRITERION}
    assert not idle_controls("grow_a_tree.py", USUAL | {PRUNE_BY: "gamma", SPLIT_BY: "logistic"})
