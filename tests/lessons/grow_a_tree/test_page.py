"""The page on growing a tree shows gbtlib's numbers: every data set, the question, experiments."""

import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest

from gbtlib.loops.reasons import TIED
from gbtlib.pictures.tree_layout import growth_order
from tests.pages import held, opened, paragraphs, payloads, quiet
from workbench.data.catalogue import DATASETS
from workbench.lessons.grow_a_tree.growth_orders import POLICIES, made, sides_of
from workbench.lessons.grow_a_tree.impurity import impurity_points
from workbench.lessons.grow_a_tree.impurity_panel import impurity_panel
from workbench.lessons.grow_a_tree.words import PRESETS
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree
from workbench.text.numbers import number

PAGE = "grow_a_tree.py"


def grown(data: str, policy: str, **more: Any) -> SingleTree:
    criterion = "squared_error" if DATASETS[data].task == "regression" else "gini"
    settings: dict[str, Any] = {"data": data, "criterion": criterion, "grow_policy": policy} | more
    return grow_single_tree(TreeSettings(**settings))


def called(data: str) -> NDArray[np.intp]:
    """What the nodes of the tree that grows level by level are called."""
    return sides_of({policy: grown(data, policy) for policy in POLICIES}, "depthwise")[0].called


def markdown(at: AppTest) -> str:
    """What the page says: the words of its paragraphs, without their markup and drawings."""
    return re.sub(r"<[^>]*>", " ", "\n".join(paragraphs(at)))


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_the_node_lies_on_its_curve(criterion: str) -> None:
    at = opened(PAGE, data="sonar", splits=5, node=1, criterion=criterion)
    assert quiet(at)
    found = grown("sonar", "depthwise", criterion=criterion).tree
    assert found.impurity is not None
    left, right = int(found.children_left[1]), int(found.children_right[1])
    drawn = impurity_panel(impurity_points(found, 1), criterion, "mine")
    labels = [each.text for each in drawn.labels]
    assert set(labels) <= set(markdown(at).split("\n"))
    for word, i in (("this node:", 1), ("left child:", left), ("right child:", right)):
        assert f"{word} {number(float(found.impurity[i]))}" in labels
    assert f"gains {number(float(found.gain[1]) / found.n_samples[0])} per row" in markdown(at)
    drop = next(each for each in drawn.lines if each.name == "what the cut takes off")
    scale = 1.0 if criterion == "gini" else 0.5
    assert drop.x[0] == drop.x[1]
    assert (drop.y[1] - drop.y[0]) * found.H[1] / scale == pytest.approx(found.gain[1], rel=1e-9)


@pytest.mark.parametrize("i", range(len(PRESETS)))
def test_an_experiment_is_a_click_away(i: int) -> None:
    at = opened(PAGE, data="wine", tree_depth=2, splits=1)
    at.session_state["grow_experiments"] = True
    at.run()
    at.button(f"grow_experiments_{i}").click().run()
    assert quiet(at)
    for name, value in PRESETS[i].all_values().items():
        assert held(at, name) == value
    assert f"**{PRESETS[i].title}**: {PRESETS[i].words}" in markdown(at)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ({"data": "cos_x2", "tree_depth": 1, "node": 1}, "Its depth 1 is max_depth"),
        ({"data": "iris", "tree_depth": 100, "node": 1}, "pure: all its rows are of one class"),
        ({"data": "iris", "purity_stop": 0.9, "node": 3}, "purity_stop is 0.9"),
    ],
)
def test_a_leaf_says_why_it_is_one(link: dict[str, Any], words: str) -> None:
    at = opened(PAGE, splits=100, **link)
    assert quiet(at)
    assert re.search(words, markdown(at)), markdown(at)


def test_a_leaf_with_too_few_rows_says_how_few() -> None:
    found = grown("diabetes", "depthwise", max_depth=100, min_samples_leaf=40)
    node = next(int(i) for i in found.tree.leaves if found.tree.node(int(i)).why_leaf.startswith("min_samp"))
    said = markdown(opened(PAGE, data="diabetes", tree_depth=100, tree_points=40, node=node, splits=100))
    assert f"Each child needs 40 rows, and {found.tree.n_samples[node]} are fewer than twice as many." in said
    tried = found.candidates(node)
    side = np.minimum(tried.n_left, tried.n_right)
    distinct = np.where((side < 40) & (tried.verdict != TIED), tried.gain, -np.inf)
    i = int(distinct.argmax())
    gain = f"{number(float(tried.gain[i]) / found.tree.n_samples[0])} per row"
    assert f"Its best cut would gain {gain}, with {side[i]} on one side." in said


def test_presenter_mode_leaves_the_tables_out() -> None:
    at = opened(PAGE, data="moons", present=1)
    assert quiet(at)
    assert not at.expander


def test_a_way_leads_to_each_fault_of_a_tree() -> None:
    at = opened(PAGE, data="iris")
    labels = [link.proto.label for link in at.get("page_link")]
    assert sum(label.startswith("In the clinic") for label in labels) == 5


def labels_of(at: AppTest) -> list[str]:
    """What stands at the points of the impurity."""
    lines = markdown(at).split("\n")
    return [each for each in lines if re.match("(this node|.* child|children's mean): ", each)]


def test_an_impurity_is_not_taken_for_a_nodes_name() -> None:
    at = opened(PAGE, data="moons", criterion="entropy", node=3, splits=7)
    assert labels_of(at) == ["this node: 0"]
    at = opened(PAGE, data="moons", criterion="entropy", node=1, splits=7)
    pattern = r"(this node|(left|right) child|children's mean): [\d.]+"
    assert len(labels_of(at)) == 4 and all(re.fullmatch(pattern, each) for each in labels_of(at))


@pytest.mark.parametrize("data", DATASETS)
def test_quiet_with_every_data_set_where_the_orders_part(data: str) -> None:
    at = opened(PAGE, data=data, tree_depth=4)
    assert quiet(at)
    (stage,) = payloads(at, "stage")
    said = stage["first"]
    sides = sides_of({policy: grown(data, policy, max_depth=4) for policy in POLICIES}, "depthwise")
    first, second = (made(side, said + 1) for side in sides)
    assert first[:said] == second[:said]
    assert first != second or said == 1


def test_without_a_chosen_node_the_last_split_is_looked_at() -> None:
    tree = grown("cos_x2", "depthwise").tree
    last = int(growth_order(tree)[6])
    assert f"**Node {called('cos_x2')[last]}**" in markdown(opened(PAGE, data="cos_x2", splits=7))
    assert "**Node 2**" in markdown(opened(PAGE, data="cos_x2", splits=7, node=2))


def test_nothing_below_the_stage_tells_which_node_is_next_unasked() -> None:
    at = opened(PAGE, data="cos_x2", splits=2, guess="none")
    best = grown("cos_x2", "lossguide").tree
    coming = number(float(best.gain[growth_order(best)[2]]))
    assert coming not in markdown(at)
