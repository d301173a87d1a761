"""Places of probabilities: by hand, and as distances from the sides."""

import numpy as np

from workbench.lessons.several_classes.simplex import CORNERS, HEIGHT, in_triangle


def test_corners_middles_and_the_centre_by_hand() -> None:
    p = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0], [0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3]])
    root = np.sqrt(3)
    wanted = [[0, 0], [1, 0], [0.5, root / 2], [0.5, 0], [0.75, root / 4], [0.5, root / 6]]
    np.testing.assert_allclose(in_triangle(p), wanted, atol=1e-15)


def test_the_distance_from_a_side_is_the_probability_of_the_class_opposite() -> None:
    p = np.random.default_rng(0).dirichlet((1, 1, 1), size=200)
    x, y = in_triangle(p).T
    for k in range(3):
        a, b = (CORNERS[j] for j in range(3) if j != k)
        along = b - a
        distance = np.abs(along[0] * (y - a[1]) - along[1] * (x - a[0])) / np.hypot(*along)
        np.testing.assert_allclose(distance, HEIGHT * p[:, k], atol=1e-14)
