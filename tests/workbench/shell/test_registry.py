"""Controls that a page does not use are the ones that change nothing on it."""

import pytest

from tests.pages import opened
from workbench.lessons.find_the_split.values import SPLIT_BY
from workbench.lessons.prune_it.values import PRUNE_BY
from workbench.link.values import CRITERION, ENTRIES, TREE_DEPTH, TREE_POINTS
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES, page_named

USUAL = {name: entry.default for name, entry in ENTRIES.items()}


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.name)
def test_at_first_every_control_is_in_use(entry: PageEntry) -> None:
    assert entry.idle(USUAL) == {}


def test_what_is_not_in_use_says_why() -> None:
    found = page_named("prune_it.py").idle(USUAL | {PRUNE_BY: "gamma"})
    assert set(found) == {TREE_DEPTH, TREE_POINTS, CRITERION}
    assert not page_named("grow_a_tree.py").idle(USUAL | {PRUNE_BY: "gamma", SPLIT_BY: "logistic"})


def test_the_criterion_is_chosen_in_one_place() -> None:
    assert [entry.name for entry in PAGES if CRITERION in entry.has_itself] == ["find_the_split"]
    at = opened("find_the_split.py", data="iris")
    assert [each.label for each in at.selectbox if "criterion" in each.label] == ["criterion"]
