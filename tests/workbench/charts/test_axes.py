"""What of a curve lies between two heights."""

import numpy as np

from workbench.charts.axes import within


def test_a_parabola_ends_where_it_leaves() -> None:
    """w^2 - 1 crosses 0 at -1 and 1, and is cut there between its points, which lie 1/2 apart."""
    w = np.linspace(-2, 2, 9)
    x, y = within(w, w**2 - 1.1, -2.0, 0.0)
    np.testing.assert_allclose(y[[0, -1]], 0.0)
    np.testing.assert_allclose(x[[0, -1]], [-1.04, 1.04])  # -0.1 at 1, 1.15 at 1.5
    np.testing.assert_array_equal(x[1:-1], [-1, -0.5, 0, 0.5, 1])


def test_what_stays_within_is_whole_and_what_never_comes_is_empty() -> None:
    w = np.linspace(-1, 1, 5)
    for found, given in zip(within(w, w**2, 0.0, 1.0), (w, w**2), strict=True):
        np.testing.assert_array_equal(found, given)
    assert [len(each) for each in within(w, w**2, 3.0, 4.0)] == [0, 0]


def test_a_line_leaves_on_one_side_only() -> None:
    w = np.linspace(-1, 1, 5)
    x, y = within(w, 2 * w, -1.5, 3.0)
    assert (x[0], y[0], x[-1], y[-1]) == (-0.75, -1.5, 1.0, 2.0)
