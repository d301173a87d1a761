"""What hears of a stage is drawn while it is presented, too: else who presses Present is heard by nothing."""

import pytest

from tests.pages import opened, payloads
from workbench.shell.registry import PAGES

PARTS = [(each.name, "") for each in PAGES] + [("prune_it", "boosting"), ("open_a_model", "")]


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_the_stage_is_heard_whether_it_is_presented_or_not(name: str, part: str) -> None:
    of_part = {"prune": part} if part else {}
    hear = [len(payloads(opened(f"{name}.py", present=shown, **of_part), "teller")) for shown in (0, 1)]
    assert hear == [1, 1]
