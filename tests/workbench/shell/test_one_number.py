"""One number reads the same wherever it stands: a threshold, or a loss, on every lesson that shows it."""

from typing import Any

import pytest

from tests.pages import fit, opened, paragraphs, payloads, quiet
from workbench.text.numbers import number, threshold_text

STATES: list[dict[str, Any]] = [
    {"data": "cos_x2", "round": 1},
    {"data": "moons", "round": 5, "noise": 0.3},
    {"data": "sonar", "round": 2},
    {"data": "cos_xy", "round": 3},
]


def root_box(page: str, state: dict[str, Any]) -> str:
    """The question in the root of the first tree of a page."""
    at = opened(page, **state)
    assert quiet(at)
    tree = payloads(at, "tree")[0]
    return str(tree["nodes"][0]["lines"][0])


@pytest.mark.parametrize("state", STATES, ids=lambda state: state["data"])
def test_a_threshold_has_one_text(state: dict[str, Any]) -> None:
    found = fit(**{name: value for name, value in state.items() if name != "round"})
    tree = found.trace[state["round"] - 1].trees[0]
    name, cut = found.dataset.feature_names[int(tree.feature[0])], float(tree.threshold[0])
    asked = f"{name} ≤ {threshold_text(cut, name)}"
    for page in ("boosting_rounds.py", "follow_one_row.py", "one_leaf.py"):
        assert root_box(page, state | {"leaf": "lesson"}) == asked, page
    at = opened("boosting_rounds.py", **state)
    (gains,) = payloads(at, "gains")
    assert gains["best"]["cut"] == asked
    drawn = payloads(at, "scrubber")[0]["marks"]["cut"]
    assert drawn is None or drawn[2] == threshold_text(cut, name)
    assert any(asked in each.value for each in (*at.markdown, *at.subheader))


@pytest.mark.parametrize("data", ["cos_x2", "diabetes", "sonar", "moons"])
def test_a_loss_is_one_quantity(data: str) -> None:
    """What Boosting says of the rounds' loss is what One tree or many draws for the ensemble."""
    found = fit(data=data)
    seen = number(float(found.losses[0, 7]))
    at = opened("boosting_rounds.py", data=data, round=7)
    assert any(f" to {seen}" in said for said in paragraphs(at))
    at = opened("one_tree_or_many.py", data=data, round=7)
    labels = [
        label["text"] for panels in payloads(at, "curves") for p in panels["panels"] for label in p["labels"]
    ]
    assert f"{seen} training" in labels
