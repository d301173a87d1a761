"""The file of "Save as a page": small, without a way out, and with both trees after every split."""

from dataclasses import replace
from functools import cache

import pytest

from tests.pages import opened
from tests.saved_pages import as_sent, is_alone, questions_of, steps_of, unpacked
from workbench.lessons.grow_a_tree.growth_orders import POLICIES, Growing
from workbench.lessons.grow_a_tree.panels import picture
from workbench.lessons.grow_a_tree.saved_page import SavedGrowth, left_out, saved_page, shown_splits
from workbench.lessons.grow_a_tree.widgets import both_orders
from workbench.models.single_tree import TreeSettings
from workbench.text.numbers import number


@cache
def growing_of(data: str, max_depth: int, splits: int) -> Growing:
    settings = TreeSettings(data=data, max_depth=max_depth)
    sides = both_orders(settings)
    return Growing(settings, sides, sides[0].tree.n_leaves - 1, splits)


@cache
def file_of(data: str, max_depth: int = 3, splits: int = 2) -> str:
    return saved_page(SavedGrowth(growing_of(data, max_depth, splits), {"splits": str(splits)})).decode()


@pytest.mark.parametrize("data", ["cos_x2", "moons", "iris"])
def test_every_step_has_one_split_more_on_both_sides(data: str) -> None:
    page, growing = file_of(data), growing_of(data, 3, 2)
    assert is_alone(page)
    assert "grow_a_tree?splits=2" in page
    assert "It shows" not in page
    assert unpacked(page, "steps")["first"] == 3  # step 1 has no split
    assert unpacked(page, "stepper")["labels"][-1] == f"Split {growing.limit} of {growing.limit}"
    steps = steps_of(page)
    assert sorted(steps) == list(range(1, growing.limit + 2))
    for splits, sent in ((n - 1, steps[n]) for n in sorted(steps)):
        panels = picture(replace(growing, splits=splits))
        assert sent["picture"]["panels"][-1]["cursor"] == as_sent(panels[-1].cursor)
        assert [panel["title"] for panel in sent["picture"]["panels"]] == [panel.title for panel in panels]
        for side in growing.sides:
            numbers = {node["index"] for node in sent[side.policy]["nodes"]}
            assert numbers <= set(range(2 * splits + 1))
        if splits < growing.limit:
            tree = growing.sides[POLICIES.index("lossguide")].tree
            best = max(tree.gain[i] for i in range(2 * splits + 1) if tree.children_left[i] > 2 * splits)
            assert f"gain {number(float(best))}**" in sent["texts"]["lossguide"]
        assert f"**{splits} split" in sent["texts"]["words"]


@pytest.mark.parametrize("data", ["cos_x2", "moons", "iris"])
def test_every_step_asks_what_splits_next_and_hides_what_would_tell(data: str) -> None:
    assert questions_of(file_of("moons"))
    asked, growing = questions_of(file_of(data)), growing_of(data, 3, 2)
    side = growing.sides[POLICIES.index("lossguide")]
    tree = side.tree
    for step in range(1, growing.limit + 1):
        n_nodes = 2 * step - 1
        waiting = [i for i in range(n_nodes) if tree.children_left[i] >= n_nodes]
        assert (step in asked) == (len(waiting) > 1)
        if step not in asked:
            continue
        question = asked[step]
        (right,) = question["right"]
        best = max(waiting, key=lambda i: tree.gain[i])
        assert question["choices"][right].split(",")[0] == f"node {side.label[best]}"
        assert [told.endswith("Right.") for told in question["told"]].index(True) == right
        hides = question["hides"]
        assert "gain" not in hides["texts"]["lossguide"]
        assert not any(node["mark"] == "next" for node in hides["lossguide"]["nodes"])


def test_of_a_tree_with_very_many_splits_it_shows_those_around_the_cursor() -> None:
    growing = replace(growing_of("iris", 3, 2), limit=1000)
    assert shown_splits(growing, 80) == range(80)
    assert shown_splits(replace(growing, splits=500), 80) == range(460, 540)
    assert shown_splits(replace(growing, splits=1000), 80) == range(921, 1001)
    assert "921 to 1,000" in left_out(range(921, 1001))


@pytest.mark.wide
@pytest.mark.parametrize("data", ["cos_x2", "moons", "diabetes", "sonar"])
def test_a_large_tree_fits_into_the_file(data: str) -> None:
    growing = growing_of(data, 12, 30) if data != "sonar" else growing_of(data, 12, 3)
    page = saved_page(SavedGrowth(growing, {})).decode()
    assert is_alone(page)
    n_steps = len(steps_of(page))
    assert n_steps >= min(20, growing.limit + 1)
    assert ("It shows" in page) == (n_steps <= growing.limit)


def test_the_button_stands_on_the_page_but_not_while_the_answer_is_hidden() -> None:
    def labels(**link: object) -> list[str]:
        at = opened("grow_a_tree.py", data="moons", tree_depth=3, **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels()
    assert "Save as a page" not in labels(guess=1)
