"""The trees of one class alone: asked first, once; rows that they cannot tell apart share a place."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.stages import go, open_lesson, question, shows, stage
from tests.lessons.several_classes.courses import course
from tests.lessons.several_classes.test_browser import CORNERS, open_file, path_of, place_of_the_row


def tells_only(page: Page, raw: np.ndarray) -> None:
    """The probabilities on the screen are those of these raw predictions."""
    p = np.exp(raw) / np.exp(raw).sum()
    expect(stage(page).locator("[data-part=chances] b")).to_have_text([f"{each:.3f}" for each in p])


@pytest.mark.parametrize("data", ["iris", "moons"])
def test_the_trees_of_one_class_alone_leave_all_other_classes_at_the_same_ratio(
    alone: Page, tmp_path: Path, data: str
) -> None:
    found = course(data, n_estimators=12)
    open_file(alone, tmp_path, found, guess=0, round=10, row=4, of_class=0)
    raw = found.raw[0, 4].copy()
    raw[0] = found.raw[10, 4, 0]
    question(alone).get_by_role("button", name="Why not one tree?").click()
    expect(question(alone)).to_contain_text(f"Only {found.fit.dataset.class_names[0]}’s trees")
    expect(stage(alone).get_by_role("radio", name=", off")).to_have_count(len(raw) - 1)
    tells_only(alone, raw)
    if len(raw) == 3:
        p = np.exp(raw) / np.exp(raw).sum()
        assert place_of_the_row(alone) == pytest.approx((p @ CORNERS).tolist(), abs=2e-3)
    go(alone, "next")
    shows(alone, 11)
    raw[0] = found.raw[11, 4, 0]
    tells_only(alone, raw)
    question(alone).get_by_role("button", name=f"All {len(raw)} trees").click()
    tells_only(alone, found.raw[11, 4])


def test_rows_that_one_tree_cannot_tell_apart_share_a_place_and_are_counted_there(
    alone: Page, tmp_path: Path
) -> None:
    found = course("iris", n_estimators=12)
    open_file(alone, tmp_path, found, guess=0, round=10, row=4, of_class=0)
    question(alone).get_by_role("button", name="Why not one tree?").click()
    expect(question(alone)).to_contain_text("versicolor and virginica are never told apart")
    raw = found.raw[10, :, 0].round(9)
    for k, letter in enumerate("abc"):
        places = re.findall(
            r"M(-?[\d.]+ -?[\d.]+)", path_of(alone, f"[data-part=moving] .mark-{letter} >> nth=0")
        )
        assert len(places) > 30
        assert len(set(places)) <= len(np.unique(raw[found.fit.dataset.y == k]))
    expect(stage(alone).locator("[data-part=moving] text")).to_have_text(["50", "50", "50"])


def test_next_leads_behind_the_last_round_to_one_tree_alone(alone: Page, tmp_path: Path) -> None:
    open_file(alone, tmp_path, course("iris"), guess=0, round=6)
    go(alone, "next")
    expect(question(alone)).to_contain_text("never told apart")
    shows(alone, 6)


@pytest.mark.parametrize(("data", "said"), [("iris", "no"), ("moons", "yes")])
def test_what_one_tree_can_do_is_asked_first(alone: Page, tmp_path: Path, data: str, said: str) -> None:
    open_file(alone, tmp_path, course(data), round=6)
    go(alone, "next")
    expect(question(alone)).to_contain_text("told apart?")
    expect(stage(alone).get_by_role("radio", name=", off")).to_have_count(0)
    question(alone).get_by_role("button", name=said).click()
    expect(question(alone)).to_contain_text("Yours: right")
    expect(stage(alone).get_by_role("radio", name=", off")).not_to_have_count(0)
    question(alone).get_by_role("button", name=re.compile("All . trees")).click()
    expect(question(alone).get_by_role("button")).to_have_text("Why not one tree?")


@pytest.mark.wide
def test_what_one_tree_can_do_is_asked_once_for_all_models_of_the_rows(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/several_classes?data=iris&n_estimators=12&round=12&guess=1")
    go(page, "next")
    for name in ("no", "All 3 trees"):
        question(page).get_by_role("button", name=name, exact=True).click()
    page.get_by_role("slider", name="max_depth").press("ArrowRight")
    expect(page).to_have_url(re.compile("max_depth=4"))
    at_rest(page)
    question(page).get_by_role("button", name="Why not one tree?").click()
    expect(question(page)).to_contain_text("never told apart")


@pytest.mark.wide
def test_a_link_to_one_tree_leads_there(page: Page, server_url: str) -> None:
    open_lesson(page, f"{server_url}/several_classes?data=iris&n_estimators=12&round=10&guess=0")
    question(page).get_by_role("button", name="Why not one tree?").click()
    expect(page).to_have_url(re.compile("one_tree=1"))
    page.reload()
    expect(question(page)).to_contain_text("never told apart")
    expect(stage(page).get_by_role("radio", name=", off")).to_have_count(2)
    expect(stage(page).get_by_role("button", name="One tree?")).to_have_count(0)
    question(page).get_by_role("button", name="All 3 trees").click()
    expect(stage(page).get_by_role("radio", name=", off")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("one_tree"))
