"""How the stage looks: labels that can be read, in every size and theme, and by those who cannot see it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.workbench.stage.static_page import STYLES, come, fitted, open_stage, stage_tab
from workbench.data.catalogue import DATASETS
from workbench.trees.drawn import DEPTH

SIZES = ((1280, 712), (1920, 990), (390, 844))
CASES: dict[str, dict[str, Any]] = {
    **{name: {"data": name, "n_estimators": 12} for name in DATASETS},
    "no limit": {"max_depth": None, "n_estimators": 12},
    "tiny steps": {"data": "moons", "learning_rate": 0.0001, "n_estimators": 200},
    "one leaf": {"data": "hand4", "gamma": 100.0, "n_estimators": 3},
    "one round": {"n_estimators": 1},
    "huber": {"data": "sine", "loss": "huber", "n_estimators": 5},
    "exponential": {"data": "sonar", "loss": "exponential", "n_estimators": 5},
    "sampled": {"data": "moons", "subsample": 0.3, "n_estimators": 8},
    "bins": {"data": "circles", "tree_method": "hist", "max_bin": 4, "n_estimators": 8},
    "limits": {"data": "moons", "min_samples_leaf": 40, "n_estimators": 8},
    "leafwise": {"data": "diabetes", "grow_policy": "lossguide", "max_leaves": 20, "max_depth": None},
}
# Texts that overlap, and what leaves the stage.
FAULTS = """() => {
  const stage = S.root.getBoundingClientRect(), found = []
  const isSeen = each => {
    for (let up = each; up && up !== S.root; up = up.parentElement) {
      const { visibility, opacity, display } = getComputedStyle(up)
      if (visibility === 'hidden' || opacity < .05 || display === 'none') return false
    }
    return true
  }
  const all = [...S.root.querySelectorAll('svg text, .legend span span, .head b, .sums button, .losses span')]
  const texts = all.filter(each => each.textContent.trim() && isSeen(each))
    .map(each => [each, each.getBoundingClientRect()]).filter(([, box]) => box.width)
  for (const [each, { left, right }] of texts)
    if (left < stage.left - 3 || right > stage.right + 3) found.push('outside: ' + each.textContent)
  texts.forEach(([one, a], i) => texts.slice(i + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one)) return
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (w > 1.5 && h > 3.5) found.push(one.textContent + ' over ' + other.textContent)
  }))
  if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways')
  return found
}"""
MARKS, LETTERS = 3.0, 4.5  # WCAG 2.2, 1.4.11 and 1.4.3
MEANT = ("truth", "model", "before", "residual", "guess", "rows", "ink", "class-a", "class-b")


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    with stage_tab(browser, reduced_motion="reduce") as page:
        yield page


def looks(page: Page, size: tuple[int, int]) -> None:
    """At rounds far apart, over a feature and at a node no text lies over another."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("S.fit()")
    for act in ("S.go(S.n)", "S.go(1)", "S.go(Math.min(4, S.n))"):
        page.evaluate(act)
        come(page)
        assert page.evaluate(FAULTS) == []
    page.evaluate("S.parts.views.hidden || S.own.picture.setMode(S, 'feature')")
    page.evaluate("S.act({ node: S.own.model.round(S.at.round).nodes.at(-1).id })")
    come(page)
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")  # what is pointed at
    assert page.evaluate(FAULTS) == []
    page.evaluate("S.act({ node: 0 })")


@pytest.mark.sweep
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("case", CASES)
def test_no_text_lies_over_another(tab: Page, tmp_path: Path, case: str, size: tuple[int, int]) -> None:
    fit = fitted(**CASES[case])
    open_stage(tab, tmp_path, fit, fit.n_classes - 1, round=1)
    looks(tab, size)


def test_a_question_that_is_too_long_for_a_line_has_two(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(data="sonar", n_estimators=8), round=8)
    silent = "[...S.parts.treebox.querySelectorAll('.hit + .silent')].map(each => each.previousSibling)"
    seen = set()
    for width in range(1000, 1400, 20):
        tab.set_viewport_size({"width": width, "height": 712})
        tab.evaluate("S.fit()")
        rooms = tab.evaluate(f"{silent}.map(each => each.getAttribute('width') / S.L.em)")
        assert all(room < 9 * 0.43 for room in rooms), width  # of nine letters
        asked = tab.evaluate(
            "[...S.parts.treebox.querySelectorAll('.node:not(.leaf)')].map(e => e.textContent)"
        )
        seen |= {"two lines" for words in asked if re.match(r"V\d+≤", words)}
    assert seen == {"two lines"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("data", ["cos_x2", "moons", "airquality"])
def test_whoever_cannot_see_it_is_told(tab: Page, tmp_path: Path, data: str, theme: str) -> None:
    tab.set_viewport_size({"width": 1280, "height": 712})
    open_stage(tab, tmp_path, fitted(data=data, n_estimators=5), round=2, theme=theme)
    tab.add_style_tag(content="* {transition: none !important}")
    found = Axe().run(tab, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
    faults = {
        each["id"]: [node["html"][:120] for node in each["nodes"]] for each in found.response["violations"]
    }
    assert faults == {}


def roles(theme: str) -> dict[str, str]:
    """The colours of kit.css by role."""
    sheet = STYLES[0].read_text(encoding="utf-8")
    rule = re.search(
        rf"^\.stage{'.dark' if theme == 'dark' else ''} \{{(.*?)\}}", sheet, re.MULTILINE | re.DOTALL
    )
    assert rule is not None
    found = dict(re.findall(r"--([\w-]+): (#\w+)", rule[1]))
    return {
        name: "".join(2 * each for each in hue[1:]) if len(hue) == 4 else hue[1:]
        for name, hue in found.items()
    }


def luminance(hue: str) -> float:
    """Relative luminance, as WCAG 2.2 has it."""
    parts = [int(hue[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Of two colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_role_stands_out_from_the_paper(theme: str) -> None:
    hues = roles(theme)
    assert {name for name in MEANT if contrast(hues[name], hues["paper"]) < MARKS} == set()
    for name in ("ink", "muted", "guess", "model"):
        assert min(contrast(hues[name], hues[ground]) for ground in ("paper", "surface")) >= LETTERS, name


def mixed(hue: str, paper: str, share: float) -> str:
    """A hue on paper."""
    pairs = [(int(hue[at : at + 2], 16), int(paper[at : at + 2], 16)) for at in (0, 2, 4)]
    return "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_stand_out_from_a_ground_of_classes(theme: str) -> None:
    hues = roles(theme)
    tint = re.findall(r"--tint: ([.\d]+)", STYLES[0].read_text(encoding="utf-8"))[theme == "dark"]
    for ground in ("ground-a", "ground-b"):
        full = mixed(hues[ground], hues["paper"], float(tint))
        found = {
            name: contrast(hues[name], full) for name in ("residual", "model", "class-a", "class-b", "ink")
        }
        assert min(found.values()) >= MARKS, (ground, found)


def test_a_page_drawn_larger_is_taken_hold_of_where_one_points(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(n_estimators=5), round=1)
    tab.evaluate("document.querySelector('main').style.zoom = 1.3; S.fit()")
    grip = tab.locator(".handle .grip").bounding_box()
    assert grip is not None
    tab.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(grip["x"] + 150, grip["y"] + 60)
    tab.evaluate("S.draw()")
    moved = tab.locator(".handle .grip").bounding_box()
    tab.mouse.up()
    assert moved is not None
    assert moved["x"] + moved["width"] / 2 == pytest.approx(grip["x"] + 150, abs=1.5)
    assert tab.locator(".sures").is_visible()


def test_a_split_of_who_is_there_from_who_is_missing_is_said_in_words(tab: Page, tmp_path: Path) -> None:
    gaps = fitted(data="airquality", learning_rate=1, reg_lambda=0, max_depth=6, n_estimators=10)
    tree = gaps.trace[8].trees[0]
    apart = [node for node in np.flatnonzero(np.isinf(tree.threshold)).tolist() if tree.depth[node] < DEPTH]
    assert apart
    open_stage(tab, tmp_path, gaps, round=9)
    words = tab.evaluate("S.own.model.round(9).nodes.map(({ words }) => words)")
    for node in apart:
        name = gaps.dataset.feature_names[tree.feature[node]]
        assert any(text.startswith(f"Node {node}: {name} is there,") for text in words)
    assert not any("NaN" in text for text in words)


def test_a_deep_tree_says_whole_questions_or_none_and_no_exponents(tab: Page, tmp_path: Path) -> None:
    tab.set_viewport_size({"width": 1280, "height": 712})
    open_stage(tab, tmp_path, fitted(learning_rate=0.65, max_depth=9, n_estimators=10), round=10)
    come(tab)
    inner = "[...S.parts.treebox.querySelectorAll('.node:not(.leaf)')]"
    lines = "[...each.querySelectorAll('.ink')].map(line => line.textContent).join(' ')"
    said = tab.evaluate(f"{inner}.map(each => {lines} || null)")
    wide = tab.evaluate(f"{inner}.map(each => Number(each.querySelector('.box').getAttribute('width')))")
    assert said[0] is not None
    assert None in said
    assert all(re.fullmatch(r"x ≤ [\d.]+", words) for words in said if words is not None)
    assert all((words is None) == (width == 6) for words, width in zip(said, wide, strict=True))
    assert tab.evaluate("S.record.losses[10]") < 1e-4
    assert not re.search(r"\de[−+\d]", tab.evaluate("S.parts.losses.textContent + S.parts.sums.textContent"))
    widths = "[...S.parts.treebox.querySelectorAll('rect')].map(each => Number(each.getAttribute('width')))"
    assert min(tab.evaluate(f"S.parts.tree.style.width = '60px', S.fit(), {widths}")) > 0


def test_arrows_move_the_handle_that_was_let_go(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(n_estimators=5), round=1)
    handle = tab.locator(".handle")
    box = handle.bounding_box()
    assert box is not None
    tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + 12)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 150, box["y"] + 12)
    tab.mouse.up()
    tab.evaluate("S.draw()")
    put = handle.get_attribute("aria-valuenow")
    tab.keyboard.press("ArrowRight")
    tab.evaluate("S.draw()")
    assert tab.evaluate("[S.at.round, S.guess.dropped]") == [1, True]
    assert handle.get_attribute("aria-valuenow") != put


def test_the_step_that_the_strip_shows_under_the_hand_stays(tab: Page, tmp_path: Path) -> None:
    open_stage(tab, tmp_path, fitted(n_estimators=12), round=8, guess=None)
    tab.evaluate("S.scene = {...S.scene, isWhole: false}")
    for seen in (8.2, 4.6, 10.95):
        held = tab.evaluate(f"S.scrub({seen}), S.draw(), S.parts.count.textContent")
        tab.evaluate("S.letGo()")
        come(tab)
        assert tab.evaluate("S.parts.count.textContent") == held
        assert tab.evaluate("S.view === S.at.round && told.at(-1).round === S.at.round")
