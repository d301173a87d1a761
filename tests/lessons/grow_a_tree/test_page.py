"""The page on growing a tree shows gbtlib's numbers: every data set, the queue, the question, experiments."""

import base64
import re
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gbtlib import DecisionTreeClassifier, DecisionTreeRegressor
from gbtlib.loops.reasons import TIED
from gbtlib.pictures.tree_layout import growth_order
from tests.pages import held, opened, paragraphs, payloads, quiet
from workbench.charts import colours
from workbench.data.catalogue import DATASETS
from workbench.lessons.grow_a_tree.growth_orders import POLICIES
from workbench.lessons.grow_a_tree.words import PRESETS
from workbench.models.single_tree import SingleTree, TreeSettings, grow_single_tree
from workbench.text.numbers import number

PAGE = "grow_a_tree.py"


def grown(data: str, policy: str, **more: Any) -> SingleTree:
    criterion = "squared_error" if DATASETS[data].task == "regression" else "gini"
    settings: dict[str, Any] = {"data": data, "criterion": criterion, "grow_policy": policy} | more
    return grow_single_tree(TreeSettings(**settings))


def markdown(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def boxes(at: AppTest, which: int) -> dict[int, dict[str, Any]]:
    """The boxes of the left (0) or the right (1) tree by their node."""
    return {node["index"]: node for node in payloads(at, "tree")[which]["nodes"]}


def panel(at: AppTest, label: str) -> dict[str, Any]:
    """The panel with this title, or label of its y axis."""
    found = [each for sent in payloads(at, "curves") for each in sent["panels"]]
    return next(each for each in found if (each["title"] or each["y_label"]).startswith(label))


@pytest.mark.parametrize("data", DATASETS)
def test_quiet_and_right_with_every_data_set(data: str) -> None:
    at = opened(PAGE, data=data, splits=5, tree_depth=4)
    assert quiet(at)
    n_splits = min(5, grown(data, "depthwise", max_depth=4).tree.n_leaves - 1)
    labels = [label["text"] for label in panel(at, panel_name(data))["labels"]]
    expected = []
    for policy in POLICIES:
        model = grown(data, policy, max_depth=4, max_leaves=max(2, n_splits + 1)).model
        found = grown(data, policy, max_depth=4)
        X, y = found.unseen if found.n_unseen else (found.X, found.y)
        said = model.predict(X)
        wrong = said != y if found.dataset.task == "classification" else (said - y) ** 2 / 2
        expected.append(number(float(wrong.mean())))
    assert len(labels) == len(expected)
    for mine, theirs in zip(labels, expected, strict=True):
        assert float(mine.replace(",", "")) == pytest.approx(
            float(theirs.replace(",", "")), rel=0.02, abs=1e-9
        )


def panel_name(data: str) -> str:
    return "mean half squared error" if DATASETS[data].task == "regression" else "share of rows misclassified"


@pytest.mark.parametrize("policy", POLICIES)
def test_the_trees_are_those_of_max_leaves(policy: str) -> None:
    at = opened(PAGE, data="cos_x2", splits=6)
    which = POLICIES.index(policy)
    tree = grown("cos_x2", policy).tree
    found = boxes(at, which)
    for i, box in found.items():
        assert i < 13
        if box["badge"] == "next":
            assert i == growth_order(tree)[6]
        elif box["badge"]:
            assert growth_order(tree)[int(box["badge"]) - 1] == i
        if box["kind"] == "open":
            assert box["lines"][2] == f"open: gains {number(float(tree.gain[i]))}"


def test_the_queue_says_what_comes_next() -> None:
    at = opened(PAGE, data="cos_x2", splits=7)
    tree = grown("cos_x2", "lossguide").tree
    lines = [each for each in paragraphs(at) if each.startswith("**Queue**")]
    assert len(lines) == 2
    gains = [
        float(gain.replace(",", "")) for gain in re.findall(r"gain ([\d.,]+)", lines[1].replace("**", ""))
    ]
    assert gains == sorted(gains, reverse=True)
    assert number(gains[0]) == number(float(tree.gain[growth_order(tree)[7]]))
    names = [int(name) for name in re.findall(r"node (\d+)", lines[0])]
    assert names == sorted(names)
    assert names[0] == growth_order(grown("cos_x2", "depthwise").tree)[7]


def test_the_step_function_is_the_trees() -> None:
    at = opened(PAGE, data="cos_x2", splits=6)
    for policy, title in zip(POLICIES, ("Level by level: 7", "Best first: 7"), strict=True):
        line = next(
            each for each in panel(at, title)["lines"] if each["name"] in ("level by level", "best first")
        )
        model = DecisionTreeRegressor(max_depth=6, max_leaves=7, grow_policy=policy)
        found = grown("cos_x2", policy)
        model.fit(found.X, found.y)
        middles = [(a + b) / 2 for a, b in zip(line["x"][::2], line["x"][1::2], strict=True)]
        assert len(middles) == 7
        said = model.predict(np.array(middles)[:, np.newaxis])
        assert np.allclose(line["y"][::2], said, rtol=1e-5)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_the_node_lies_on_its_curve(criterion: str) -> None:
    at = opened(PAGE, data="sonar", splits=5, node=1, criterion=criterion)
    assert quiet(at)
    found = grown("sonar", "depthwise", criterion=criterion).tree
    assert found.impurity is not None
    left, right = int(found.children_left[1]), int(found.children_right[1])
    labels = [each["text"] for each in panel(at, "impurity")["labels"]]
    for word, i in (("this node:", 1), ("left child:", left), ("right child:", right)):
        assert f"{word} {number(float(found.impurity[i]))}" in labels
    assert f"gains {number(float(found.gain[1]))}" in markdown(at)
    drop = next(each for each in panel(at, "impurity")["lines"] if each["name"] == "what the cut takes off")
    scale = 1.0 if criterion == "gini" else 0.5
    assert drop["x"][0] == drop["x"][1]
    assert (drop["y"][1] - drop["y"][0]) * found.H[1] / scale == pytest.approx(found.gain[1], rel=1e-9)


@pytest.mark.parametrize("i", range(len(PRESETS)))
def test_an_experiment_is_a_click_away(i: int) -> None:
    at = opened(PAGE, data="wine", tree_depth=2, splits=1)
    at.session_state["grow_experiments"] = True
    at.run()
    at.button(f"grow_preset_{i}").click().run()
    assert quiet(at)
    for name, value in PRESETS[i].all_values().items():
        assert held(at, name) == value
    assert f"**{PRESETS[i].title}**: {PRESETS[i].words}" in markdown(at)


def test_lines_of_one_colour_are_dashed_unlike() -> None:
    for drawn in payloads(opened(PAGE, data="cos_x2", splits=7), "curves")[0]["panels"]:
        looks = [(line["colour"], line["dash"], line["width"]) for line in drawn["lines"] if line["name"]]
        assert len(looks) == len(set(looks))
        ghosts = [line for line in drawn["lines"] if line["name"] == "before the split"]
        assert all(ghost["dash"] for ghost in ghosts)


def test_stepping_moves_both_and_takes_the_cursor_along() -> None:
    at = opened(PAGE, data="cos_x2")
    at.button("grow_Next split").click().run()
    assert quiet(at)
    assert held(at, "splits") == 8
    assert held(at, "node") == growth_order(grown("cos_x2", "depthwise").tree)[7]
    at.slider("grow_splits").set_value(3).run()
    assert held(at, "splits") == 3
    for which in (0, 1):
        drawn = boxes(at, which).values()
        hidden = [int(box["lines"][2].split()[0]) for box in drawn if box["kind"] == "folded"]
        assert sum(box["kind"] in ("leaf", "open") for box in drawn) + sum(hidden) == 4
    at.button("grow_Back").click().run()
    assert held(at, "splits") == 2
    at.button("grow_Last").click().run()
    assert "the order changes the way, not the end" in markdown(at)
    assert at.button("grow_Next split").disabled


def test_a_limit_on_the_leaves_ends_both() -> None:
    at = opened(PAGE, data="cos_x2", max_leaves=5, splits=100)
    assert quiet(at)
    assert "They stay leaves: max_leaves is 5." in markdown(at)
    assert at.slider("grow_splits").max == 4
    assert "leaf: max_leaves" in {box["lines"][2] for box in boxes(at, 1).values()}


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
    assert f"Its best cut would gain {number(float(tried.gain[i]))}, with {side[i]} on one side." in said


def test_guessing_hides_what_comes_next() -> None:
    at = opened(PAGE, data="cos_x2", splits=7, guess=1)
    assert quiet(at)
    assert all(box["badge"] != "next" for box in boxes(at, 1).values())
    assert all("gains" not in box["lines"][2] for which in (0, 1) for box in boxes(at, which).values())
    assert all(line["name"] != "splits next" for line in panel(at, "Best first")["lines"])
    assert "gain 25.7" not in markdown(at)
    named, best = (grown("cos_x2", policy).tree for policy in POLICIES)
    next_one = int(growth_order(best)[7])
    right = next(i for i in range(named.n_nodes) if named.path_number(i) == best.path_number(next_one))
    names = [int(re.findall(r"node (\d+)", option)[0]) for option in at.radio[0].options]
    assert right in names
    at.radio[0].set_value(right).run()
    next(button for button in at.button if button.label == "Reveal").click().run()
    assert quiet(at)
    assert f"**You: node {right}. Right.**" in markdown(at)
    assert "next" in {box["badge"] for box in boxes(at, 1).values()}


def test_presenter_mode_leaves_the_tables_out() -> None:
    at = opened(PAGE, data="moons", present=1)
    assert quiet(at)
    assert not at.expander


def test_stepping_does_not_grow_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(PAGE, data="diabetes")
    for kind in (DecisionTreeRegressor, DecisionTreeClassifier):
        monkeypatch.setattr(kind, "fit", None)
    at.button("grow_Next split").click().run()
    assert quiet(at)


def test_a_way_leads_to_each_fault_of_a_tree() -> None:
    at = opened(PAGE, data="iris")
    labels = [link.proto.label for link in at.get("page_link")]
    assert sum(label.startswith("In the clinic") for label in labels) == 5


def everything(at: AppTest) -> str:
    """All that a page has written, and all that its pictures were sent in words, tooltips included."""
    sent = [text for kind in ("tree", "curves") for data in payloads(at, kind) for text in texts(data)]
    return "\n".join([markdown(at), *(each.value for each in at.caption), *sent])


def texts(data: Any) -> list[str]:
    if isinstance(data, str):
        return [data]
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [text for part in parts for text in texts(part)]


@pytest.mark.parametrize(
    "link",
    [
        {"data": "cos_x2", "splits": 1},
        {"data": "sonar", "splits": 4, "grow_policy": "lossguide"},
        {"data": "cos_xy", "splits": 10, "node": 9},
    ],
)
def test_no_gain_of_an_open_node_can_be_read_while_guessing(link: dict[str, Any]) -> None:
    at = opened(PAGE, guess=1, **link)
    assert quiet(at)
    told = opened(PAGE, **link)
    splits, before = link["splits"], everything(at)
    for policy in POLICIES:
        tree = grown(link["data"], policy).tree
        made = {number(float(gain)) for gain in tree.gain[growth_order(tree)[:splits]]}
        waiting = tree.children_left[: 2 * splits + 1] >= 2 * splits + 1
        gains = {number(float(gain)) for gain in tree.gain[: 2 * splits + 1][waiting]} - made
        assert gains
        found = {gain for gain in gains if f"gain {gain}" in everything(told)}
        assert found, "the page shows gains as “gain 130” when it does not hide them"
        for gain in gains:
            assert not re.search(rf"(?<![\d.,]){re.escape(gain)}(?![\d,]|\.\d)", before), gain
    errors = panel(at, panel_name(link["data"]))
    assert max(x for line in errors["lines"] for x in line["x"]) == splits + 1


@pytest.mark.parametrize(
    "link",
    [
        {"data": "cos_x2"},
        {"data": "diabetes", "tree_depth": 2},
        {"data": "breast_cancer", "tree_points": 400},
        {"data": "iris", "purity_stop": 0.95},
        {"data": "sonar"},
        {"data": "hand5"},
    ],
)
def test_a_finished_tree_says_what_stopped_it(link: dict[str, Any]) -> None:
    at = opened(PAGE, splits=1000, **link)
    assert quiet(at)
    named = {"tree_depth": "max_depth", "tree_points": "min_samples_leaf"}
    more = {named.get(name, name): value for name, value in link.items() if name != "data"}
    tree = grown(link["data"], "depthwise", **more).tree
    leaves = [int(i) for i in np.flatnonzero(tree.children_left < 0)]
    deep = [i for i in leaves if tree.depth[i] == more.get("max_depth", 6) and tree.n_samples[i] > 1]
    said = [each for each in paragraphs(at) if each.startswith("**Queue:** empty")]
    assert len(said) == 2
    counts = dict.fromkeys(("max_depth", "min_samples_leaf", "pure", "single row", "purity_stop"), 0)
    for count, words in re.findall(r"(\d+) ([^,.]*?)(?=,|\.| and \d)", said[0].split("finished.")[1]):
        counts[next(key for key in reversed(counts) if key in words)] += int(count)
    assert sum(counts.values()) == len(leaves)
    assert counts["single row"] == sum(tree.n_samples[i] == 1 for i in leaves)
    assert counts["max_depth"] == len(deep)
    assert counts["min_samples_leaf"] == (1 if link["data"] == "breast_cancer" else 0)
    if tree.class_weights is not None:
        one = sum(tree.class_shares[i].max() == 1 and tree.n_samples[i] > 1 for i in leaves if i not in deep)
        assert counts["pure"] == one
    assert "No open node has a cut that gains" not in markdown(at)


def test_an_impurity_is_not_taken_for_a_nodes_name() -> None:
    at = opened(PAGE, data="moons", criterion="entropy", node=3, splits=7)
    assert [label["text"] for label in panel(at, "impurity")["labels"]] == ["this node: 0"]
    at = opened(PAGE, data="moons", criterion="entropy", node=1, splits=7)
    labels = [label["text"] for label in panel(at, "impurity")["labels"]]
    assert all(
        re.fullmatch(r"(this node|(left|right) child|children's mean): [\d.]+", each) for each in labels
    )


@pytest.mark.parametrize("data", DATASETS)
def test_some_splits_are_left_to_make_at_the_start(data: str) -> None:
    # The criterion is one for classes; numbers have the squared error.
    for criterion in ("gini", "entropy")[: 1 + (DATASETS[data].task == "classification")]:
        at = opened(PAGE, data=data, criterion=criterion)
        assert quiet(at)
        assert not at.button("grow_Next split").disabled
        slider = at.slider("grow_splits")
        assert slider.value == (7 if slider.max > 7 else slider.max // 2)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ({"data": "iris"}, "**Try:** another data set: here a single node of a level can be split"),
        ({"data": "sentences"}, "**Try:** another data set or a greater max_depth: here a single node"),
        (
            {"data": "breast_cancer", "tree_points": 400},
            "**Try:** another data set or min_samples_leaf below 400: this tree is a single leaf.",
        ),
    ],
)
def test_what_to_try_would_change_the_tree(link: dict[str, Any], words: str) -> None:
    assert words in markdown(opened(PAGE, **link))


def test_classes_have_one_colour_as_points_regions_and_leaves() -> None:
    at = opened(PAGE, data="moons", splits=100)
    plane = panel(at, "Level by level")
    of_class = {dots["name"]: dots["colour"] for dots in plane["dots"]}
    assert of_class == {"class A": colours.CLASSES[0], "class B": colours.CLASSES[1]}
    pixels = np.frombuffer(base64.b64decode(plane["image"]), dtype=np.uint8).reshape(-1, 3).astype(int)
    width, height = plane["image_size"]
    low_x, high_x, low_y, high_y = plane["extent"]
    for dots in plane["dots"]:  # a finished tree of Moons is right about every training row
        column = np.clip((np.array(dots["x"]) - low_x) / (high_x - low_x) * width, 0, width - 1).astype(int)
        row = np.clip((np.array(dots["y"]) - low_y) / (high_y - low_y) * height, 0, height - 1).astype(int)
        far = [
            ((pixels[row * width + column] - colours.channels(each)) ** 2).sum(axis=1)
            for each in colours.CLASSES[:2]
        ]
        is_first = far[0] < far[1]
        assert (
            is_first == (dots["colour"] == colours.CLASSES[0])
        ).mean() > 0.97  # but for the pixels on a border
    fills = {box["lines"][0]: box["fill"] for box in boxes(at, 0).values() if box["kind"] == "leaf"}
    assert fills == {"A": colours.class_fill(0, 1)}  # B is folded
    at = opened(PAGE, data="iris", splits=100, node=8)
    fills = {box["lines"][0]: box["fill"] for box in boxes(at, 0).values() if box["kind"] == "leaf"}
    assert len(set(fills.values())) == 3


def test_cuts_differ_by_line_and_label() -> None:
    at = opened(PAGE, data="moons", splits=4)
    lines = {line["name"]: line for line in panel(at, "Best first")["lines"] if line["name"]}
    assert lines["last cut"]["dash"] == ""
    assert lines["splits next"]["dash"]
    assert {"last cut", "splits next"} == {label["text"] for label in panel(at, "Best first")["labels"]}
