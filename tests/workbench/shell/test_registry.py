"""Controls that a page does not use are the ones that change nothing on it."""

from tests.pages import opened
from workbench.link.values import CRITERION
from workbench.shell.registry import PAGES


def test_the_criterion_is_chosen_in_one_place() -> None:
    assert [entry.name for entry in PAGES if CRITERION in entry.has_itself] == ["find_the_split"]
    at = opened("find_the_split.py", data="iris")
    assert [each.label for each in at.selectbox if "criterion" in each.label] == ["criterion"]
