"""The page on pruning: data sets and risks, both halves, presets, links, snippets, what stands below."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gbtlib import node_risk
from tests.pages import (
    fit,
    held,
    opened,
    paragraphs,
    parameters,
    payloads,
    quiet,
    sets,
    shown_record,
)
from workbench.data.catalogue import DATASETS
from workbench.lessons.prune_it.gamma_charges import charged_tree
from workbench.lessons.prune_it.presets import PRESETS
from workbench.link.values import ENTRIES
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.shell.current_fit import tree_settings_from

PAGE = "prune_it.py"
RISKS = [
    (data, risk)
    for data, info in DATASETS.items()
    for risk in (("squared_error",) if info.task == "regression" else ("misclassification", "impurity"))
]


def stage(at: AppTest) -> dict[str, Any]:
    (found,) = payloads(at, "stage")
    return found


def said(at: AppTest) -> str:
    return "\n".join((*paragraphs(at), *(each.value for each in at.caption)))


def unfold(at: AppTest, *labels: str) -> None:
    for label in labels:
        at.session_state[f"folded_{label}"] = True
    at.run()
    assert quiet(at)


# -- by alpha


@pytest.mark.parametrize(("data", "risk"), RISKS)
def test_every_data_set_and_risk(data: str, risk: str) -> None:
    link = {} if risk == "squared_error" else {"prune_risk": risk}
    at = opened(PAGE, data=data, prune_tree="data", prune_step=1, tree_depth=4, **link)
    assert quiet(at)
    criterion = "squared_error" if DATASETS[data].task == "regression" else "gini"
    fitted = grow_single_tree(TreeSettings(data=data, max_depth=4, criterion=criterion))
    steps = fitted.model.pruning_path(risk)
    record = shown_record(at)
    assert record["price"].tolist() == [step.alpha for step in steps]
    assert record["risk"].tolist() == [step.risk for step in steps]
    assert record["size"].tolist() == node_risk(fitted.tree, risk).tolist()
    folds = min(10, len(fitted.train))
    validated = fitted.model.cross_validate_alpha(n_folds=folds, measure=risk)
    assert record["validated"]["error"].tolist() == validated.error.tolist()
    assert record["validated"]["se"].tolist() == validated.standard_error.tolist()
    assert record["validated"]["best"] == validated.best
    assert record["validated"]["simple"] == validated.one_standard_error
    assert (record["unseen"] is not None) == (fitted.n_unseen > 0)


def test_it_opens_with_sonar_unasked_and_tells_nothing_below() -> None:
    at = opened(PAGE, guess="none")
    assert quiet(at)
    found = stage(at)
    assert found["cursor"] == {"prune_step": 0, "node": 0, "prune_seen": 0, "prune_told": 0, "guess": None}
    assert shown_record(at)["price"].tolist() == [
        step.alpha for step in grow_single_tree(TreeSettings(data="sonar")).model.pruning_path()
    ]
    folds = "Cross-validation, fold by α"
    assert folds not in [each.label for each in at.expander]
    at = opened(PAGE, guess="none", prune_step=4, prune_seen=6, prune_told=1)
    assert folds in [each.label for each in at.expander]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    values = PRESETS[preset].values
    at = opened(PAGE, **{name: "none" if each is None else each for name, each in values.items()})
    assert quiet(at)
    record = shown_record(at)
    purity = None if preset == "full" else 0.95
    fitted = grow_single_tree(
        TreeSettings(data=values["data"], criterion=values["criterion"], max_depth=100, purity_stop=purity)
    )
    assert record["price"].tolist() == [step.alpha for step in fitted.model.pruning_path()]
    assert record["validated"]["folds"] == 5


def test_another_tree_is_asked_anew() -> None:
    at = opened(PAGE, guess="none", prune_step=3, prune_seen=6, prune_told=1)
    sets(at, prune_by="gamma")
    assert quiet(at)
    assert held(at, "prune_step", "prune_seen", "prune_told") == (0, 0, 0)


@pytest.mark.parametrize(("leaves", "step"), [(15, 0), (10, 1), (2, 5), (1, 6)])
def test_a_tree_that_is_grown_anew_stays_as_large_as_it_was_seen(leaves: int, step: int) -> None:
    """Only the whole tree stays whole; others keep their leaves, or about so many."""
    at = opened(PAGE, guess=0, prune_step=step)
    for depth in (3, 8):
        before = shown_record(at)["ways"][0]["leaves"].tolist()
        seen = before[held(at, "prune_step")]
        sets(at, tree_depth=depth)
        assert quiet(at)
        after = shown_record(at)["ways"][0]["leaves"].tolist()
        now = held(at, "prune_step")
        assert (now == 0) == (step == 0)
        assert not step or abs(after[now] - seen) == min(abs(each - seen) for each in after[1:])
        assert leaves > 2 or after[now] == leaves


@pytest.mark.parametrize("half", ["alpha", "gamma"])
def test_a_tree_by_hand_has_no_settings_that_do_nothing(half: str) -> None:
    above = {"tree_depth", "tree_points", "criterion"}
    at = opened(PAGE, prune_by=half, data="iris", n_estimators=2)
    assert quiet(at)
    assert not above & parameters(at).keys()
    at = opened(PAGE, prune_by=half, prune_tree="data", data="iris", n_estimators=2)
    assert quiet(at)
    assert above & parameters(at).keys() == (above if half == "alpha" else set())


def test_the_printed_tree_asks_its_questions() -> None:
    at = opened(PAGE, prune_tree="printed", prune_step=1, node=2)
    assert quiet(at)
    assert "V17 ≤ 0.5386" in shown_record(at)["asks"]
    assert "printed without its rows" in said(at)
    # By gamma there is no printed tree: its place has the rows of XOR.
    at = opened(PAGE, prune_tree="printed", prune_by="gamma")
    assert quiet(at)
    assert len(shown_record(at)["parent"]) == 7


def test_the_folds_stand_in_a_table() -> None:
    at = opened(PAGE, data="iris", prune_tree="data", prune_folds=5)
    unfold(at, "Cross-validation, fold by α")
    assert "fold 5 (21 rows)" in at.dataframe[0].value.index


def test_a_tree_too_large_to_be_validated_is_drawn() -> None:
    at = opened(PAGE, data="cos_x", prune_tree="data", tree_depth=10, prune_step=3)
    assert quiet(at)
    record = shown_record(at)
    assert len(record["parent"]) > 1000
    assert record["validated"] is None
    assert "would take too long" in said(at)


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
        {"prune_by": "gamma", "prune_price": "9999"},
        {"prune_tree": "data", "data": "hand5", "prune_folds": "20"},
        {"prune_tree": "data", "data": "cos_x", "max_leaves": "1"},
        {"prune_by": "gamma", "prune_tree": "data", "gamma": "100", "n_estimators": "2", "data": "hand4"},
    ],
    ids=str,
)
def test_hostile_links(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert len(shown_record(at)["price"]) == stage(at)["n_steps"] + 1


@pytest.mark.parametrize(("tree", "leaves"), [("hand", [7, 5, 4, 3, 2, 1]), ("printed", [7, 4, 2, 1])])
def test_a_tree_that_is_given_falls_step_by_step(tree: str, leaves: list[int]) -> None:
    at = opened(PAGE, prune_tree=tree)
    assert quiet(at)
    assert shown_record(at)["ways"][0]["leaves"].tolist() == leaves


# -- by gamma


@pytest.mark.parametrize(
    ("gamma", "leaves", "worse"),
    [(0.01, [4, 4, 4], False), (0.1, [1, 4, 4], False), (0.195, [1, 4, 1], True), (0.25, [1, 3, 1], True)],
)
def test_xor_in_three_ways(gamma: float, leaves: list[int], worse: bool) -> None:
    at = opened(PAGE, prune_by="gamma", prune_tree="hand", prune_gamma=gamma)
    assert quiet(at)
    record, found = shown_record(at), stage(at)
    assert record["price"][record["asked"]] == gamma
    assert found["first"] == record["asked"]
    assert [way["leaves"][record["asked"]] for way in record["ways"]] == leaves
    early, pruned, best = (way["beside"][record["asked"]] for way in record["ways"])
    assert early == pytest.approx(0 if leaves[0] == 1 else best, abs=1e-12)
    assert (pruned > 1e-9) == worse
    assert record["ways"][0]["worth"][:3] == pytest.approx([1 / 63, 38 / 105, 1 / 5])
    assert "26/135" in said(at)


def test_gamma_is_asked_before_it_is_charged() -> None:
    at = opened(PAGE, prune_by="gamma", prune_tree="hand", guess="none")
    assert stage(at)["first"] == 0
    assert shown_record(at)["price"][shown_record(at)["asked"]] == 0.1
    assert "goes down from the root" in said(at)
    assert not at.latex
    at = opened(PAGE, prune_by="gamma", prune_tree="hand", guess="none", prune_price=1, prune_told=1)
    assert at.latex


@pytest.mark.parametrize("data", DATASETS)
def test_gamma_for_a_tree_of_boosting(data: str) -> None:
    at = opened(PAGE, prune_by="gamma", prune_tree="data", data=data, n_estimators=2, round=2)
    assert quiet(at)
    record = shown_record(at)
    charged = charged_tree(fit(data=data, n_estimators=2), 2, 0)
    gamma = record["price"][record["asked"]]
    assert gamma == charged.start
    kept = [way["leaves"][record["asked"]] for way in record["ways"]]
    assert kept == [charged.leaves(way, gamma).sum() for way in charged.ways]
    assert np.isfinite([way["beside"] for way in record["ways"]]).all()


# -- what can be taken along


@pytest.mark.parametrize(
    "link", [{}, {"prune_by": "gamma", "prune_tree": "hand"}, {"prune_tree": "data", "data": "iris"}]
)
def test_presenter_mode_shows_the_stage_alone(link: dict[str, str]) -> None:
    at = opened(PAGE, present=1, **link)
    assert quiet(at)
    assert stage(at)["present"]
    assert not at.expander
    assert not at.latex


def snippets(at: AppTest) -> list[str]:
    unfold(at, "Take it with you")
    return [each.value for each in at.code]


def test_the_pruned_tree_as_python() -> None:
    ours, theirs = snippets(
        opened(PAGE, data="wine", prune_tree="data", prune_risk="impurity", prune_step=1, prune_folds=4)
    )
    assert "DecisionTreeClassifier(max_depth=6).fit" in ours
    assert 'model.cross_validate_alpha(n_folds=4, measure="impurity", seed=0)' in ours
    assert "ccp_alpha=" in theirs
    (ours,) = snippets(opened(PAGE, prune_tree="hand", prune_step=2, node=6))
    assert 'prune(given, 0.05, "misclassification")' in ours  # inside 0.03 to 0.07
    assert "node 6: R(t)" in ours


def test_gamma_as_python() -> None:
    ours, theirs = snippets(opened(PAGE, prune_by="gamma", prune_tree="hand", prune_gamma=0.15))
    assert "gamma=0.15" in ours
    assert '"gamma": 0.3' in theirs
    ours, theirs = snippets(
        opened(
            PAGE, prune_by="gamma", prune_tree="data", data="iris", n_estimators=2, round=2, **{"class": 1}
        )
    )
    assert "column(round_.gradient, 1)" in ours
    assert "num_boost_round=1)" in theirs


def test_the_published_run_has_five_folds_and_the_full_tree_is_pure() -> None:
    published, full = (PRESETS[name].values for name in ("sonar_gini", "full"))
    assert (published["prune_folds"], published["purity_stop"]) == (5, 0.95)
    usual = {name: entry.default for name, entry in ENTRIES.items()}
    trees = [grow_single_tree(tree_settings_from(usual | preset)).tree for preset in (published, full)]
    shares = [tree.class_weights[tree.leaves] for tree in trees]
    assert ((shares[0] > 0).sum(axis=1) > 1).any()
    assert ((shares[1] > 0).sum(axis=1) == 1).all()
