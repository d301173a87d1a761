"""Pictures of models: whole in themselves, true to the numbers of the model, and inside their frame."""

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    build_model,
    load,
)
from gbtlib.pictures.chart import ticks
from gbtlib.pictures.numbers import number
from gbtlib.pictures.svg import Picture
from tests.gbtlib.inputs.category_tables import mixed
from tests.gbtlib.models import table, target

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ['<b>"x"</b>', "a & b", "]]>\x07", "'); alert(1)"]
X = table(200, 4, ties=False)
HOLES, Y = table(200, 4, ties=False, missing=0.25), target(X)
ROWS, VALUES = mixed(200)
CLASSES = np.array(["low", "middle", "high"])[np.digitize(VALUES, [-1, 1])]
NAMED = pd.DataFrame(HOLES, columns=HOSTILE)
KEPT: dict[str, Any] = {"trace": "full"} if hasattr(GradientBoostingRegressor, "trace") else {}

BOOSTED = GradientBoostingRegressor(n_estimators=40, max_depth=5, early_stopping_rounds=3, **KEPT)
BOOSTED.fit(X[:120], Y[:120], validation=(X[120:], Y[120:]))
MISSING = GradientBoostingRegressor(n_estimators=3, min_samples_leaf=30, gamma=0.5, **KEPT).fit(NAMED, Y)
SEVERAL = GradientBoostingClassifier(n_estimators=2, max_depth=3, **KEPT).fit(ROWS, CLASSES)
TREE = DecisionTreeRegressor(max_depth=4).fit(HOLES, Y)
CLASS_TREE = DecisionTreeClassifier(max_depth=4).fit(ROWS, CLASSES)
FOREST = RandomForestClassifier(n_estimators=2, max_depth=2).fit(X, Y > 0)
VOTES = AdaBoostClassifier(n_estimators=8, max_depth=2, **KEPT).fit(X, Y > 0)
PICTURES: dict[str, Picture] = {
    "boosted tree": BOOSTED.plot_tree(1),
    "deep tree": BOOSTED.plot_tree(2, depth=9),
    "hostile names": MISSING.plot_tree(2),
    "several classes": SEVERAL.plot_tree(2, k=1),
    "tree": TREE.plot_tree(depth=2),
    "class tree": CLASS_TREE.plot_tree(),
    "forest": FOREST.plot_tree(2),
    "adaboost": VOTES.plot_tree(3),
    "losses": BOOSTED.plot_rounds(),
    "losses without a validation": MISSING.plot_rounds(),
    "errors": VOTES.plot_rounds(),
    "gains": BOOSTED.plot_gain(1),
    "gains of another feature": BOOSTED.plot_gain(1, 0, feature=3),
    "gains with missing values": MISSING.plot_gain(2, feature=HOSTILE[1]),
    "gains of categories": SEVERAL.plot_gain(1, k=2, feature="town"),
    "gains of a tree": TREE.plot_gain(1),
    "gains of classes": CLASS_TREE.plot_gain(0, feature="town"),
    "gains of votes": VOTES.plot_gain(2, 0),
}
every_picture = pytest.mark.parametrize("name", PICTURES)


def parsed(picture: Picture) -> ET.Element:
    return ET.fromstring(str(picture))


def texts(picture: Picture) -> list[str]:
    return ["".join(each.itertext()) for each in parsed(picture).iter(f"{SVG}text")]


def points(path: ET.Element) -> np.ndarray:
    """The places that a path of M and L goes through: (n, 2)."""
    return np.array(re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d", "")), dtype=float)


@every_picture
def test_a_picture_needs_nothing_else(name: str) -> None:
    picture = PICTURES[name]
    assert picture._repr_svg_() == picture.svg == str(picture)
    root = parsed(picture)
    kinds = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert kinds <= {"svg", "title", "rect", "g", "path", "text", "tspan", "circle"}
    for each in root.iter():
        assert not [key for key in each.attrib if key.startswith(("on", "href", "{"))]
        assert not any(re.search(r"url\(|var\(|://", value) for value in each.attrib.values())
        for key in ("fill", "stroke"):
            assert re.fullmatch(r"#[0-9a-f]{6}|none", each.get(key, "none"))
    assert all(each.get("fill") for each in root.iter(f"{SVG}text"))
    ground = root.find(f"{SVG}rect")
    assert ground is not None
    assert (ground.get("width"), ground.get("fill")) == ("100%", "#ffffff")


@every_picture
def test_a_picture_lies_in_its_frame_and_says_what_it_is(name: str) -> None:
    picture = PICTURES[name]
    root = parsed(picture)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    for each in root.iter(f"{SVG}text"):
        assert 0 <= float(each.get("x", -1)) <= width
        assert 0 < float(each.get("y", -1)) <= height
    for path in root.iter(f"{SVG}path"):
        if len(places := points(path)):
            assert places.min() >= 0
            assert (places <= [width, height]).all()
    assert root.findtext(f"{SVG}title") == picture.words.replace("\x07", "")
    assert repr(picture) == f"Picture({picture.words!r})"
    assert len(repr(picture)) < 200


@pytest.mark.parametrize(
    ("picture", "tree", "depth"),
    [
        (PICTURES["boosted tree"], BOOSTED.trace_[0].trees[0], 3),
        (PICTURES["deep tree"], BOOSTED.trace_[1].trees[0], 9),
        (PICTURES["several classes"], SEVERAL.trace_[1].trees[1], 3),
        (PICTURES["tree"], TREE.tree_, 2),
        (PICTURES["class tree"], CLASS_TREE.tree_, 3),
        (PICTURES["adaboost"], VOTES.trace_[2].tree, 3),
    ],
)
def test_every_box_of_a_tree_is_a_node_of_it(picture: Picture, tree: Any, depth: int) -> None:
    groups = {int(g.get("id", "")[4:]): g for g in parsed(picture).findall(f"{SVG}g")}
    assert sorted(groups) == np.flatnonzero(tree.depth <= depth).tolist()
    leaves = 0
    for node, group in groups.items():
        question, sums, last = ("".join(each.itertext()) for each in group.findall(f"{SVG}text"))
        assert sums.startswith(f"n {tree.n_samples[node]:,}")
        if tree.is_leaf[node]:
            assert last.startswith("leaf: ")
            leaves += 1
        elif tree.depth[node] == depth:
            leaves += int(last.removeprefix("+").removesuffix(" leaves"))
        else:
            assert last == f"gain {number(tree.gain[node])}"
            assert question[0] in "xtsz"
    assert leaves == tree.n_leaves


def test_a_class_tree_answers_with_labels_and_counts() -> None:
    tree = CLASS_TREE.tree_
    node = int(np.flatnonzero(tree.is_leaf & (tree.depth <= 3))[0])
    told = texts(PICTURES["class tree"])
    counts = " : ".join(number(each) for each in tree.class_weights[node])  # type: ignore[index]
    assert CLASS_TREE.classes_[int(tree.weight[node])] in told
    assert f"n {tree.n_samples[node]} \u2002{counts}" in told
    assert "True" in texts(PICTURES["forest"])


def heights(picture: Picture) -> tuple[dict[str, float], list[np.ndarray]]:
    """Where the numbers of the axis of y stand, and the lines of a chart, by their places."""
    root = parsed(picture)
    at = [
        each for each in root.iter(f"{SVG}text") if each.get("text-anchor") == "end" and each.get("x") == "53"
    ]
    lines = [points(each) for each in root.iter(f"{SVG}path") if each.get("stroke-width") == "2.2"]
    return {each.text or "": float(each.get("y", 0)) - 4 for each in at}, lines


def test_losses_stand_at_their_numbers() -> None:
    """The scale told by two numbers of the axis leads from every point back to its loss."""
    picture = BOOSTED.plot_rounds()
    axis, (training, unseen) = heights(picture)
    (low, y0), (high, y1) = ((math.log10(float(text)), y) for text, y in list(axis.items())[:2])
    for line, name in ((training, "train_loss"), (unseen, "validation_loss")):
        losses = [getattr(round_, name) for round_ in BOOSTED.trace_]
        told = low + (line[:, 1] - y0) / (y1 - y0) * (high - low)
        np.testing.assert_allclose(told, np.log10(losses), atol=0.01)
    assert training[0, 0] == 60
    assert f"used up to round {BOOSTED.n_estimators_}" in texts(picture)
    last = number(BOOSTED.trace_[BOOSTED.n_estimators_ - 1].validation_loss)
    assert f"unseen {last}" in texts(picture)
    axis, (training,) = heights(MISSING.plot_rounds())
    (low, y0), (high, y1) = ((float(text), y) for text, y in list(axis.items())[:2])
    told = low + (training[:, 1] - y0) / (y1 - y0) * (high - low)
    np.testing.assert_allclose(told, [round_.train_loss for round_ in MISSING.trace_], rtol=0.01)


def test_gains_are_those_of_the_candidates() -> None:
    found = BOOSTED.candidates(1)
    picture, tree = PICTURES["gains"], BOOSTED.trace_[0].trees[0]
    rows = tree.n_samples[[tree.children_left[0], tree.children_right[0]]]
    assert picture.words == (
        f"x{tree.feature[0]} ≤ {number(tree.threshold[0], 5)} · gain {number(tree.gain[0])} · "
        f"{rows[0]} rows left, {rows[1]} right"
    )
    mine = found.of_feature(int(tree.feature[0]))
    curves = [points(each) for each in parsed(picture).iter(f"{SVG}path") if each.get("stroke-width") == "2"]
    (curve,) = (each for each in curves if len(each) == len(mine))
    line = np.polyfit(mine.gain, curve[:, 1], 1)
    np.testing.assert_allclose(np.polyval(line, mine.gain), curve[:, 1], atol=0.11)
    assert line[0] < 0
    small = {
        text: texts(picture)[i + 1] for i, text in enumerate(texts(picture)) if text in ("x0", "x1", "x2")
    }
    for name, told in small.items():
        if told not in ("x0", "x1", "x2", "x3"):
            assert told == number(found.of_feature(int(name[1])).gain.max())
    assert f"best: {number(found.of_feature(3).gain.max())}" in texts(PICTURES["gains of another feature"])


def test_what_is_forbidden_is_said() -> None:
    told = texts(PICTURES["gains with missing values"])
    assert "missing go left: solid, right: dashed" in told
    assert "present |" in told
    none = DecisionTreeRegressor(min_samples_leaf=200).fit(X, Y).plot_gain()
    assert none.words.endswith(": forbidden, min_samples_leaf")
    assert "min_samples_leaf" in texts(none)
    assert DecisionTreeRegressor().fit(X * 0, Y).plot_gain().words == (
        "x0 has no cut here: all its values are equal"
    )


def test_no_line_leads_through_what_has_no_order() -> None:
    """Partitions of six towns among three classes are dots; sorted by gradients they are a curve."""

    def lines(picture: Picture) -> list[int]:
        paths = [each for each in parsed(picture).iter(f"{SVG}path") if each.get("stroke-linejoin")]
        return [len(points(each)) for each in paths if each.get("stroke-width") == "2"]

    assert max(lines(PICTURES["gains of classes"])) == 0
    assert not [told for told in texts(PICTURES["gains of classes"]) if told.startswith("missing go")]
    assert max(lines(PICTURES["gains of categories"])) >= 5


def test_a_loaded_model_draws_the_same(tmp_path: Path) -> None:
    SEVERAL.save(tmp_path / "model.json")
    again = load(tmp_path / "model.json")
    assert str(again.plot_tree(2, k=1)) == str(SEVERAL.plot_tree(2, k=1))
    assert str(again.plot_rounds()) == str(SEVERAL.plot_rounds())
    with pytest.raises(ValueError, match="training rows"):
        again.plot_gain(1)
    SEVERAL.plot_rounds().save(tmp_path / "rounds.svg")
    assert (tmp_path / "rounds.svg").read_text(encoding="utf-8") == SEVERAL.plot_rounds().svg


def test_what_cannot_be_drawn_is_named() -> None:
    for call, message in (
        (lambda: GradientBoostingRegressor().plot_rounds(), "has learned nothing yet"),
        (lambda: BOOSTED.plot_tree(0), "number=0 must be at least 1 and at most "),
        (lambda: BOOSTED.plot_tree(1, k=1), "k=1 must be at least 0 and at most 0"),
        (lambda: BOOSTED.plot_tree(1, depth=0), "depth=0 must be at least 1"),
        (lambda: FOREST.plot_tree(3), "number=3 must be at least 1 and at most 2"),
        (lambda: TREE.plot_gain(0, feature="height"), "feature: 'height' must name columns of X"),
        (lambda: TREE.plot_gain(999), "node=999 must be"),
        (lambda: given_trees().plot_rounds(), "the rounds of this model tell no mean loss: its trees were"),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            call()
    assert "2 nodes" not in given_trees().plot_tree().words
    assert not hasattr(FOREST, "plot_rounds")


def given_trees() -> GradientBoostingRegressor:
    return build_model([BOOSTED.trace_[0].trees[0]], n_features=4)  # type: ignore[return-value]


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.integers(2, 9))
def test_ticks_are_round_and_about_as_many_as_asked(low: float, width: float, about: int) -> None:
    found, rounding = ticks(low, low + width, about), 1e-6 * width + 2 * np.spacing(abs(low))
    assert low - rounding <= min(found, default=low)
    assert max(found, default=low) <= low + width + rounding
    assert about / 3 - 1 <= len(found) <= about + 1
    steps = np.diff(found)
    if len(steps) and abs(low) < 1e3 * width:
        np.testing.assert_allclose(steps, steps[0], rtol=1e-6)
        assert f"{steps[0]:.0e}"[0] in "125"
