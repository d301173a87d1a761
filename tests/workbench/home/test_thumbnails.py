"""The small pictures of the lessons: each is valid, small, and shows what the lesson opens with."""

import re
from xml.etree import ElementTree

import pytest

from workbench.charts import colours
from workbench.lessons.prune_it.hand_trees import hand_sequence
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.shell.lesson_card import drawn
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import HOME, PAGES, page_named

SVG = "{http://www.w3.org/2000/svg}"
ROLES = {colours.TRUTH, colours.MODEL, colours.RESIDUAL, colours.GUESS, colours.OTHER, *colours.CLASSES}
TEXT, GROUND = "currentColor", "var(--ground,#fff)"
MOST_BYTES = 6000
MOTIONS = ("arrives", "draws", "moves", "passes")  # of frame.css


def picture(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn(page_named(f"{name}.py")))


@pytest.mark.parametrize("entry", [HOME, *PAGES], ids=lambda entry: entry.name)
def test_a_thumbnail_is_small_and_says_what_it_shows(entry: PageEntry) -> None:
    text = drawn(entry)
    assert len(text.encode()) <= MOST_BYTES
    root = ElementTree.fromstring(text)
    assert (root.tag, root.get("viewBox"), root.get("role")) == (f"{SVG}svg", "0 0 200 112", "img")
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text
    assert not re.search(r"nan|inf|None", "".join(ElementTree.tostring(root, encoding="unicode")))
    for element in root.iter():
        assert {element.get(name) for name in ("fill", "stroke")} <= {None, "none", TEXT, GROUND, *ROLES}
        assert element.get("class") in (None, *MOTIONS)


def test_every_lesson_has_a_thumbnail_of_its_own() -> None:
    assert len({drawn(entry) for entry in PAGES}) == len(PAGES)


def test_the_cut_stands_where_the_first_split_is() -> None:
    tree = grow_single_tree(TreeSettings(max_depth=1)).tree
    (cut,) = (each for each in picture("find_the_split") if each.get("stroke") == colours.GUESS)
    x = float(re.findall(r"[\d.]+", cut.get("d", ""))[0])
    assert x == pytest.approx(12 + 176 * tree.threshold[0] / 4.999, abs=0.06)


def test_nodes_are_numbered_as_they_are_split() -> None:
    assert [each.text for each in picture("grow_a_tree").iter(f"{SVG}text")] == list("12345")


def test_what_is_cut_first_is_dashed() -> None:
    found = hand_sequence("misclassification")
    first = next(step for step in found.steps if step.nodes)
    dashed = [each for each in picture("prune_it") if each.get("stroke-dasharray")]
    assert len(dashed) == sum(len(found.tree.subtree(node)) - 1 for node in first.nodes)
