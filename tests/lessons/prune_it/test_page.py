"""The page on pruning shows the library's numbers: data sets and risks, presets, links, snippets."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from gbtlib import node_risk, prune
from tests.lessons.prune_it.page_parts import PAGE, click, columns, picture, texts
from tests.pages import held, opened, parameters, payloads, quiet, reader_does
from workbench.data.catalogue import DATASETS
from workbench.lessons.prune_it.alpha_widgets import PRESETS
from workbench.link.values import ENTRIES
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.shell.current_fit import tree_settings_from
from workbench.text.numbers import number

RISKS = [
    (data, risk)
    for data, info in DATASETS.items()
    for risk in (("squared_error",) if info.task == "regression" else ("misclassification", "impurity"))
]
# The controls above the page.
ABOVE = [f"widget_{name}" for name in ("data", "tree_depth", "tree_points", "criterion")]


def above(at: AppTest) -> list[str]:
    """Those settings that the page has above its picture."""
    keys = (*(each.key for each in at.selectbox), *(f"widget_{name}" for name in parameters(at)))
    return [key for key in keys if key in ABOVE]


# -- cost-complexity


@pytest.mark.parametrize(("data", "risk"), RISKS)
def test_every_data_set_and_risk(data: str, risk: str) -> None:
    link = {} if risk == "squared_error" else {"prune_risk": risk}
    at = opened(PAGE, data=data, prune_tree="data", prune_step=1, tree_depth=4, **link)
    assert quiet(at)
    fitted = grow_single_tree(
        TreeSettings(
            data=data,
            max_depth=4,
            criterion="squared_error" if DATASETS[data].task == "regression" else "gini",
        )
    )
    steps = fitted.model.pruning_path(risk)
    found = picture(at)
    shown = columns(found)
    assert shown["α"] == pytest.approx([step.alpha for step in steps], rel=1e-6)
    assert shown["leaves"] == [step.n_leaves for step in steps]
    risks = next(values for name, values in shown.items() if "R(T)" in name)
    assert risks == pytest.approx([step.risk for step in steps], rel=1e-6, abs=1e-9)
    folds = min(10, len(fitted.train))
    validated = fitted.model.cross_validate_alpha(n_folds=folds, measure=risk)
    assert shown["cross-validated"] == pytest.approx(validated.error.tolist(), rel=1e-6, abs=1e-9)
    assert shown["±"] == pytest.approx(validated.standard_error.tolist(), rel=1e-6, abs=1e-9)
    marks = {mark["text"]: mark["x"] for mark in found["plots"][0]["marks"]}
    if len(marks) == 2:
        assert marks == {"minimum": validated.best, "1 SE": validated.one_standard_error}
    else:
        assert marks == {"minimum = 1 SE": validated.best}
    assert found["now"] == min(1, len(steps) - 1)
    at_nodes = [node["risk"] for node in sorted(found["trees"][0]["nodes"], key=lambda node: node["index"])]
    assert at_nodes == pytest.approx(node_risk(fitted.tree, risk).tolist(), rel=1e-9)
    assert ("unseen" in shown) == (fitted.n_unseen > 0)


def test_the_opening_case_is_the_tree_of_thirteen_nodes() -> None:
    at = opened(PAGE)
    assert quiet(at)
    shown = columns(picture(at))
    assert shown["α"] == [0, 0.015, 0.03, 0.07, 0.08, 0.15]
    assert shown["leaves"] == [7, 5, 4, 3, 2, 1]
    assert shown["risk R(T)"] == [0.11, 0.14, 0.17, 0.24, 0.32, 0.47]
    (tree,) = payloads(at, "tree")
    badges = {node["index"]: node["badge"] for node in tree["nodes"] if node["badge"]}
    assert badges == {0: "g 0.06", 1: "g 0.07", 2: "g 0.035", 6: "g 0.02", 8: "g 0.015"}
    assert "At α = 0.015 node 8 falls" in texts(at)
    assert "counts alone" in "\n".join(each.value for each in at.caption)


def test_the_boxes_show_what_is_gone_and_what_falls_next() -> None:
    at = opened(PAGE, prune_step=1, node=8)
    (tree,) = payloads(at, "tree")
    state = {node["index"]: (node["badge"], node["mark"], node["faded"]) for node in tree["nodes"]}
    assert state[6] == ("g 0.03", "next", False)
    assert state[8] == ("", "", False)
    assert state[9] == ("", "", True)
    (cut,) = [node for node in tree["nodes"] if node["index"] == 8]
    assert cut["lines"] == ["node 8", "n 17", "cut: a leaf now"]
    assert r"\frac{7}{17}\cdot\frac{17}{100}=0.07" in at.latex[0].value
    at = opened(PAGE, prune_step=0, node=8)
    assert r"\mathbf{0.015}" in at.latex[0].value


def test_buttons_lead_along_the_sequence() -> None:
    at = opened(PAGE, data="sonar", prune_tree="data")
    click(at, "Cut the weakest")
    assert picture(at)["now"] == 1
    click(at, "Last")
    shown = columns(picture(at))
    assert shown["leaves"][picture(at)["now"]] == 1
    assert "Nothing is left to cut" in texts(at)
    fitted = grow_single_tree(TreeSettings(data="sonar"))
    validated = fitted.model.cross_validate_alpha()
    click(at, "Minimum")
    assert picture(at)["now"] == validated.best
    click(at, "1 SE")
    assert picture(at)["now"] == validated.one_standard_error
    kept = prune(fitted.tree, validated.steps[validated.one_standard_error].alpha)
    assert shown["leaves"][picture(at)["now"]] == kept.n_leaves


def test_a_node_that_falls_as_one_drags_is_chosen_again_where_it_stands_again() -> None:
    at = opened(PAGE, node=11)
    for act, step, left in ((1, 5, 0), (2, 0, 11)):
        reader_does(at, "price_picture", "moved", {"number": act, "at": step, "price": step})
        assert held(at, "prune_step", "node") == (step, 11)
        assert picture(at)["selected"] == left


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    at = opened(PAGE, data="moons")
    at.button(key=f"prune_preset_{list(PRESETS).index(preset)}").click().run()
    assert quiet(at)
    values = PRESETS[preset]
    if values["prune_tree"] == "hand":
        assert columns(picture(at))["leaves"] == [7, 5, 4, 3, 2, 1]
        return
    if values["prune_tree"] == "printed":
        assert columns(picture(at))["leaves"] == [7, 4, 2, 1]
        return
    purity = None if preset == "Sonar, the full tree" else 0.95
    fitted = grow_single_tree(
        TreeSettings(data=values["data"], criterion=values["criterion"], max_depth=100, purity_stop=purity)
    )
    steps = fitted.model.pruning_path()
    assert columns(picture(at))["α"] == pytest.approx([step.alpha for step in steps], rel=1e-6)
    assert held(at, "prune_tree") == "data"


@pytest.mark.parametrize("half", ["alpha", "gamma"])
def test_a_tree_by_hand_has_no_settings_that_do_nothing(half: str) -> None:
    at = opened(PAGE, prune_by=half, data="iris", n_estimators=2)
    assert quiet(at)
    assert not above(at)
    at.segmented_control(key="widget_prune_tree").set_value("data").run()
    assert quiet(at)
    assert above(at) == ABOVE
    if half == "alpha":
        assert "35 : 35 : 35" in texts(at)


def test_the_printed_tree_asks_its_questions_and_has_no_settings() -> None:
    at = opened(PAGE, prune_tree="printed", prune_step=1, node=2)
    assert quiet(at)
    assert "Node 2 (V17 ≤ 0.5386), 134 rows, classes 37 : 97" in texts(at)
    assert any("printed without its rows" in each.value for each in at.caption)
    assert not above(at)
    # By gamma there is no printed tree: its place has the rows of XOR.
    at = opened(PAGE, prune_tree="printed", prune_by="gamma")
    assert quiet(at)
    assert at.segmented_control(key="widget_prune_tree").value == "hand"


def test_the_matrix_and_the_exhibits() -> None:
    at = opened(PAGE, data="iris", prune_tree="data", prune_folds=5)
    for label in ("Cross-validation, fold by α", "Three ways to prune wrongly"):
        at.session_state[f"folded_{label}"] = True
    at.run()
    assert quiet(at)
    validated = grow_single_tree(TreeSettings(data="iris")).model.cross_validate_alpha(n_folds=5)
    (html,) = [each.proto.body for each in at.get("html") if "folds" in each.proto.body]
    head, sums = html.split("<tbody>")
    assert head.count("step ") == len(validated.steps)
    assert sums.count("fold ") == 5
    cells = sums.split("standard error</th>")[1]
    assert [number(each) for each in validated.standard_error] == re.findall(r">([^<>]+)</td>", cells)
    assert "R(t) forgets n_t/N" in texts(at)
    assert "| 1 | 0.00476 to 0.019 |" in texts(at)


def test_a_tree_too_large_to_be_drawn_or_validated() -> None:
    at = opened(PAGE, data="cos_x", prune_tree="data", tree_depth=10, prune_step=3)
    assert quiet(at)
    found = picture(at)
    assert found["trees"][0]["nodes"] == []
    assert "cross-validated" not in columns(found)
    assert "would take too long" in "\n".join(each.value for each in at.caption)


@pytest.mark.parametrize(
    "link",
    [
        {"prune_step": "9999", "node": "12"},
        {"prune_step": "-1"},
        {"prune_by": "beta"},
        {"prune_tree": "../x", "prune_folds": "1"},
        {"prune_risk": "squared_error"},
        {"prune_gamma": "inf", "prune_by": "gamma"},
        {"prune_gamma": "1e9", "prune_by": "gamma"},
        {"prune_tree": "data", "data": "hand5", "prune_folds": "20"},
        {"prune_tree": "data", "data": "cos_x", "max_leaves": "1"},
        {"prune_by": "gamma", "prune_tree": "data", "gamma": "100", "n_estimators": "2", "data": "hand4"},
    ],
    ids=str,
)
def test_hostile_links(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    found = picture(at)
    assert 0 <= found["now"] < len(found["positions"])


# -- the question


def test_guessing_hides_the_answer_until_it_is_revealed() -> None:
    at = opened(PAGE, guess=1)
    assert quiet(at)
    found = picture(at)
    assert {node["risk"] for node in found["trees"][0]["nodes"]} == {None}
    assert max(max(line["x"]) for plot in found["plots"] for line in plot["lines"]) == 0.5
    assert not payloads(at, "tree")
    assert not at.latex
    assert "At α" not in texts(at)
    (radio,) = at.radio
    assert radio.options == [f"node {i}" for i in (0, 1, 2, 6, 8, 9)]
    radio.set_value(8).run()
    click(at, "Reveal")
    assert "You: node 8, g = 0.015. Right." in texts(at)
    assert payloads(at, "tree")
    assert at.latex


def test_a_wrong_guess_is_told_the_weakest_link() -> None:
    at = opened(PAGE, guess=1, prune_step=2)
    at.radio[0].set_value(2).run()
    click(at, "Reveal")
    assert "You: node 2, g = 0.08. Node 1 falls: g = 0.07." in texts(at)


@pytest.mark.parametrize("link", [{}, {"prune_by": "gamma"}, {"prune_tree": "data", "data": "iris"}])
def test_presenter_mode_shows_the_lesson_alone(link: dict[str, str]) -> None:
    at = opened(PAGE, present=1, **link)
    assert quiet(at)
    assert not at.expander
    assert "**Try:**" not in texts(at)
    assert not payloads(at, "tree")
    assert at.latex


# -- snippets


def snippets(at: AppTest) -> list[str]:
    at.session_state["folded_Copy as Python"] = True
    at.run()
    assert quiet(at)
    return [each.value for each in at.code]


def test_the_pruned_tree_as_python() -> None:
    ours, theirs = snippets(
        opened(PAGE, data="wine", prune_tree="data", prune_risk="impurity", prune_step=1, prune_folds=4)
    )
    assert "DecisionTreeClassifier(max_depth=6).fit" in ours
    assert 'model.cross_validate_alpha(n_folds=4, measure="impurity", seed=0)' in ours
    assert "ccp_alpha=" in theirs
    (ours,) = snippets(opened(PAGE, prune_step=2, node=6))
    assert 'prune(given, 0.05, "misclassification")' in ours  # inside 0.03 to 0.07
    assert "node 6: R(t)" in ours


def test_gamma_as_python() -> None:
    ours, theirs = snippets(opened(PAGE, prune_by="gamma", prune_gamma=0.15))
    assert "gamma=0.15" in ours
    assert '"gamma": 0.3' in theirs
    ours, theirs = snippets(
        opened(
            PAGE, prune_by="gamma", prune_tree="data", data="iris", n_estimators=2, round=2, **{"class": 1}
        )
    )
    assert "column(round_.gradient, 1)" in ours
    assert "num_boost_round=1)" in theirs


def test_controls_that_change_nothing_cannot_be_used() -> None:
    at = opened(PAGE, prune_by="gamma", data="iris", prune_tree="data", n_estimators=2)
    assert all(parameters(at)[name]["idle"] for name in ("tree_depth", "tree_points", "criterion"))
    assert not at.selectbox(key="widget_data").disabled
    at = opened(PAGE, data="iris", prune_tree="data")
    assert not any(parameters(at)[name]["idle"] for name in ("tree_depth", "tree_points", "criterion"))


def test_the_place_of_the_question_stays_where_nothing_is_left() -> None:
    at = opened(PAGE, prune_step=5)
    assert quiet(at)
    assert "**Nothing is left to cut: the root is a single leaf.**" in texts(at)
    assert at.button(key="prune_nothing_left").disabled
    at = opened(PAGE, prune_step=5, guess=1)
    assert not at.button(key="prune_nothing_left").disabled


def test_the_published_run_has_five_folds_and_the_full_tree_is_pure() -> None:
    published, full = PRESETS["Sonar, gini"], PRESETS["Sonar, the full tree"]
    assert (published["prune_folds"], published["purity_stop"]) == (5, 0.95)
    usual = {name: entry.default for name, entry in ENTRIES.items()}
    trees = [grow_single_tree(tree_settings_from(usual | preset)).tree for preset in (published, full)]
    shares = [tree.class_weights[tree.leaves] for tree in trees]
    assert ((shares[0] > 0).sum(axis=1) > 1).any()
    assert ((shares[1] > 0).sum(axis=1) == 1).all()
