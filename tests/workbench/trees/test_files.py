"""Trees as files: read back, they are the same tree, whatever the columns are called."""

import io
import re
import xml.etree.ElementTree as ET

import numpy as np
import pandas as pd
import pytest

from gbtlib import Tree, tables
from gbtlib.pictures.tree_svg import tree_svg
from tests.workbench.trees.test_view import ALL, NAMES, TREES
from workbench.trees.files import tree_csv, tree_dot
from workbench.trees.view import Look, tree_view

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<b>x</b>", 'say "hi" & \\N \\', "=1+1]]>\x07", "a\nb; -> {")
# The tokens of the DOT language: quoted strings (a backslash guards a quote), names, numbers, signs, blanks.
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|-?(?:\.\d+|\d+(?:\.\d*)?)|->|[{}\[\]=;,]|\s+', re.DOTALL)


def tokens_of(dot: str) -> list[str]:
    found, at = [], 0
    while at < len(dot):
        match = TOKEN.match(dot, at)
        assert match, f"not DOT: {dot[at : at + 40]!r}"
        found.append(match.group())
        at = match.end()
    return [token for token in found if token.strip()]


@pytest.mark.parametrize("names", [NAMES, HOSTILE])
@pytest.mark.parametrize("tree", TREES)
def test_dot_holds_every_node_and_edge(tree: Tree, names: tuple[str, ...]) -> None:
    tokens = tokens_of(tree_dot(tree, names))
    assert tokens[:2] == ["digraph", "{"]
    assert tokens[-1] == "}"
    assert sum(token == "->" for token in tokens) == tree.n_nodes - 1
    edges = {(int(tokens[k - 1]), int(tokens[k + 1])) for k, token in enumerate(tokens) if token == "->"}
    assert edges == {(int(tree.parent[i]), i) for i in range(1, tree.n_nodes)}


@pytest.mark.parametrize("tree", TREES)
def test_csv_and_back(tree: Tree) -> None:
    read = pd.read_csv(io.StringIO(tree_csv(tree, HOSTILE)), dtype=str)
    for name in set(read.columns) - {"Feature", "default_left", "why_leaf"}:
        read[name] = read[name].map(float)  # Python reads what was written to the last bit
    read["default_left"] = read["default_left"] == "True"
    whole = list(tables.FLAT_COLUMNS[:4])
    read[whole] = read[whole].astype(int)
    assert tuple(read.columns[:6]) == tables.FLAT_COLUMNS
    order = tree.breadth_first()
    for name in ("n_samples", "G", "H", "gain", "weight", "depth", "default_left"):
        assert np.array_equal(read[name], getattr(tree, name)[order], equal_nan=name == "gain"), name
    again = tables.from_flat_table(read, tree.n_features)
    X = np.random.default_rng(0).normal(size=(300, 4))
    assert np.array_equal(again.predict(X), tree.predict(X))
    inner = ~again.is_leaf
    assert np.array_equal(again.threshold[inner], tree.threshold[order][inner])
    assert np.array_equal(again.feature, tree.feature[order])
    assert not read["Feature"].dropna().str.startswith("=").any()


@pytest.mark.parametrize("names", [NAMES, HOSTILE])
@pytest.mark.parametrize("tree", TREES)
def test_svg_holds_every_box_that_is_drawn(tree: Tree, names: tuple[str, ...]) -> None:
    deepest = int(np.argmax(tree.depth))
    for splits in (None, (tree.n_leaves - 1) // 2):
        view = tree_view(tree, names, deepest, splits=splits, badges={0: "<&"}, look=Look(faded={1}))
        root = ET.fromstring(tree_svg(view))
        groups = {group.get("id"): group for group in root.findall(f"{SVG}g")}
        assert set(groups) == {f"node{node.index}" for node in view.nodes}
        for node in view.nodes:
            written = [text.text or "" for text in groups[f"node{node.index}"].findall(f"{SVG}text")]
            assert written[:3] == [line.replace("\x07", "") for line in node.lines]
            assert written[3:] == ([node.badge] if node.badge else [])
        paths = root.findall(f"{SVG}path")
        assert len(paths) == len(view.nodes) - 1
        assert sum(path.get("stroke-width") == "4" for path in paths) == len(view.path_to(view.selected)) - 1


def test_svg_needs_no_style_sheet() -> None:
    """Every text and line says its colour, so that the file looks the same in a slide."""
    root = ET.fromstring(tree_svg(tree_view(ALL["plain"], NAMES)))
    assert all(re.fullmatch(r"#[0-9a-f]{6}", text.get("fill", "")) for text in root.iter(f"{SVG}text"))
    assert all(re.fullmatch(r"#[0-9a-f]{6}", path.get("stroke", "")) for path in root.iter(f"{SVG}path"))
    assert "var(" not in tree_svg(tree_view(ALL["plain"], NAMES))
