"""Panels as SVG: labels in their frame and apart, names never markup."""

import itertools
import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from workbench.charts.panel_svg import BETWEEN, BOX, WIDTH, panel_svg, panels_html
from workbench.charts.panels import Dots, Label, Line, Panel

SVG = "{http://www.w3.org/2000/svg}"
SHARES = st.floats(0, 1)


def drawn(panel: Panel) -> ET.Element:
    return ET.fromstring(panel_svg(panel, 'what "is" <seen> & said'))


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=6))
def test_labels_stand_in_the_frame_and_over_no_other(points: list[tuple[float, float]]) -> None:
    labels = tuple(Label(x, y, f"{y:.3f} forest", "#2f90e8") for x, y in points)
    root = drawn(Panel("", (0.0, 1.0, 0.0, 1.0), "x", "y", labels=labels))
    marks = [each for each in root.iter(f"{SVG}text") if each.text == "■"]
    downs = [float(each.attrib["y"]) for each in marks]
    assert len(downs) == len(points)
    assert all(b - a >= BETWEEN - 0.1 for a, b in itertools.pairwise(downs))
    assert BOX[1] <= downs[0] and downs[-1] <= BOX[3]
    assert all(BOX[0] <= float(each.attrib["x"]) < WIDTH - 80 for each in marks)


def test_a_line_goes_through_its_points() -> None:
    line = Line((0.0, 1.0, 2.0), (0.0, 4.0, 2.0), "#2f90e8", "a <b>")
    root = drawn(Panel("", (0.0, 2.0, 0.0, 4.0), "x", "y", (line,)))
    (way,) = [each.attrib["d"] for each in root.iter(f"{SVG}path") if each.get("stroke") == "#2f90e8"]
    left, top, right, bottom = BOX
    places = [left, bottom, (left + right) / 2, top, right, (top + bottom) / 2]
    assert [float(each) for each in re.findall(r"[\d.]+", way)] == places
    assert root.attrib["aria-label"] == 'what "is" <seen> & said'
    legend = panels_html([Panel("", (0.0, 2.0, 0.0, 4.0), "x", "y", (line,))], "said")
    assert legend.count("a &lt;b&gt;") == 1


def test_only_whole_numbers_stand_under_what_is_counted() -> None:
    dots = Dots((1.0,), (0.5,), "#2f90e8", "", "ring")
    for whole in (False, True):
        root = drawn(Panel("", (0.5, 2.5, 0.0, 1.0), "rounds", "y", dots=(dots,), whole=whole))
        below = [each.text for each in root.iter(f"{SVG}text") if float(each.attrib["y"]) == BOX[3] + 17]
        assert below == (["1", "2"] if whole else ["0.5", "1", "1.5", "2", "2.5"])
