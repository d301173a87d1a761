"""One leaf: its weight is the library's, its parabola touches the true loss, examples are exact."""

import math
import re
from fractions import Fraction as Fr

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from gbtlib import Softmax
from gbtlib.losses.named import Huber
from tests.scripts import printed
from workbench.data.catalogue import DATASETS
from workbench.lessons.one_leaf.curves import parabola
from workbench.lessons.one_leaf.leaf import (
    LeafRows,
    chosen_leaf,
    first_leaf,
    fit_leaf,
    leaf_of_row,
    row_of_leaf,
    true_change,
    true_minimum,
    weight,
    x_range,
)
from workbench.lessons.one_leaf.values import LEAVES
from workbench.lessons.one_leaf.words import order_words, shrink_words, step_note, step_table
from workbench.lessons.one_leaf.worked_leaves import LESSON, PRESETS, leaf_snippet, newton_steps, preset_leaf
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings, losses_for

pytestmark = pytest.mark.sweep

EVERY = [(data, loss) for data in DATASETS for loss in losses_for(data)]


def boosted(data: str, loss: str, **more: object) -> BoostedModel:
    return fit_boosted_model(Settings(data=data, loss=loss, n_estimators=3, **more))  # type: ignore[arg-type]


def leaves_of(fit: BoostedModel, number: int) -> list[tuple[LeafRows, float]]:
    """Every leaf of a round, with the weight that gbtlib gave it."""
    return [
        (fit_leaf(fit, number, int(node), k), float(tree.weight[node]))
        for k, tree in enumerate(fit.trace[number - 1].trees)
        for node in tree.leaves
    ]


@pytest.mark.parametrize(("data", "loss"), EVERY)
def test_the_weight_is_that_of_the_library(data: str, loss: str) -> None:
    fit = boosted(data, loss)
    for number in (1, len(fit.trace)):
        for leaf, expected in leaves_of(fit, number):
            assert weight(leaf, leaf.reg_lambda) == pytest.approx(expected, rel=1e-12, abs=1e-300)
            assert leaf.G == pytest.approx(leaf.gradient.sum(), abs=1e-9 * np.abs(leaf.gradient).sum())
            assert leaf.H == pytest.approx(leaf.hessian.sum(), rel=1e-9)


@pytest.mark.parametrize("more", [{"reg_alpha": 0.5}, {"reg_lambda": 0.0}, {"subsample": 0.5}])
@pytest.mark.parametrize(
    ("data", "loss"), [("diabetes", "huber"), ("sonar", "logistic"), ("iris", "softmax")]
)
def test_the_weight_under_other_parameters(data: str, loss: str, more: dict[str, float]) -> None:
    for leaf, expected in leaves_of(boosted(data, loss, **more), 2):
        assert weight(leaf, leaf.reg_lambda) == pytest.approx(expected, rel=1e-12, abs=1e-300)
        assert len(leaf.rows) == len(leaf.y) == len(leaf.gradient)
        assert leaf.G == pytest.approx(leaf.gradient.sum(), abs=1e-9 * np.abs(leaf.gradient).sum())


@pytest.mark.parametrize(("data", "loss"), EVERY)
def test_the_parabola_touches_the_true_loss_at_0(data: str, loss: str) -> None:
    for leaf, _ in leaves_of(boosted(data, loss), 2):
        assert true_change(leaf, 0.0, 3.0) == 0 == parabola(leaf, 0.0, 3.0)
        tiny = 1e-4
        up, down = true_change(leaf, tiny), true_change(leaf, -tiny)
        noise = 1e-7 * len(leaf.y)
        assert (up - down) / (2 * tiny) == pytest.approx(leaf.G, rel=1e-5, abs=noise)
        curvature = (up + down) / tiny**2
        if isinstance(leaf.loss, Huber):  # its hessian is an upper bound
            assert curvature <= leaf.H + 1e-3 * len(leaf.y)
        else:
            scale = leaf.loss.hessian_scale if isinstance(leaf.loss, Softmax) else 1.0
            assert curvature * scale == pytest.approx(leaf.H, rel=1e-3, abs=1e-3 * len(leaf.y))


@pytest.mark.parametrize(("data", "loss"), [("cos_x", "huber"), ("sonar", "logistic"), ("wine", "softmax")])
@pytest.mark.parametrize("reg_lambda", [0.0, 1.0, 30.0])
def test_the_true_minimum_is_the_lowest_point(data: str, loss: str, reg_lambda: float) -> None:
    for leaf, _ in leaves_of(boosted(data, loss), 2):
        lowest = true_minimum(leaf, reg_lambda)
        if lowest is None:
            assert reg_lambda == 0
            assert len(np.unique(leaf.y)) < 3
            ends = [true_change(leaf, -math.copysign(end, leaf.G)) for end in (1, 5, 20)]
            assert ends == sorted(ends, reverse=True)
        else:
            reach = 2 * abs(lowest) + 1
            found = minimize_scalar(
                lambda w, leaf=leaf: true_change(leaf, w, reg_lambda),
                bounds=(-reach, reach),
                method="bounded",
            )
            assert true_change(leaf, lowest, reg_lambda) <= found.fun + 1e-9


def test_the_name_of_a_leaf_tells_its_rows_and_not_what_becomes_of_it() -> None:
    named = [leaf.title for leaf in PRESETS.values()]
    assert not [title for title in named if re.search("bold|worse|better|least", title)]


def test_leaves_by_hand_are_those_of_the_link() -> None:
    assert sorted(LEAVES) == sorted((LESSON, *PRESETS))


def test_weights_by_hand() -> None:
    expected = {
        "four": Fr(1, 2),
        "squared": Fr(13, 3),
        "sign": Fr(5, 3),
        "norm": Fr(1),
        "logistic": Fr(6, 7),
        "logistic_left": Fr(-2, 3),
        "newton": Fr(1),
        "huber": Fr(1),
    }
    for name, value in expected.items():
        leaf = PRESETS[name]
        assert weight(leaf, leaf.reg_lambda) == pytest.approx(float(value), abs=1e-12), name


def test_newton_steps_by_hand() -> None:
    steps = newton_steps(PRESETS["newton"], 0.0, 1.0, 5)
    assert [round(step["F after: added"], 6) for step in steps[:3]] == [1, 1.096339, 1.098611]
    assert steps[-1]["F after: added"] == pytest.approx(math.log(3), abs=1e-12)
    replaced = [round(step["replaced, then summed"], 6) for step in steps]
    assert replaced == [1, 1.096339, 2.002173, 2.186828, 3.009670]
    assert true_minimum(PRESETS["newton"], 0.0) == pytest.approx(math.log(3), abs=1e-12)
    for n, step in enumerate(steps[1:], start=1):
        leaf = preset_leaf("newton", n)
        assert (leaf.F[0], leaf.G, leaf.H) == (step["F before"], step["G"], step["H"])


def test_the_sign_of_the_weight() -> None:
    leaf = PRESETS["sign"]
    errors = [float(((4 + w - leaf.y) ** 2).mean()) for w in (0, weight(leaf, 1.0), -weight(leaf, 1.0))]
    assert errors == pytest.approx([6.5, 17 / 18, 317 / 18], abs=1e-12)
    assert leaf.w == -5 / 3
    assert (round(errors[1], 3), round(errors[2], 1)) == (0.944, 17.6)  # as the words say


def test_the_penalty_on_the_norm() -> None:
    leaf = PRESETS["norm"]
    assert (leaf.G, leaf.H, leaf.reg_lambda) == (-3, 2, 1)
    found = minimize_scalar(lambda w: parabola(leaf, w) + 0.5 * abs(w), bounds=(0, 3), method="bounded")
    assert found.x == pytest.approx(1.25, abs=1e-5)
    assert leaf.w == 1.25


def test_leaves_where_the_second_order_is_wrong() -> None:
    huber, bold, worse = (PRESETS[name] for name in ("huber", "one_class", "overshoot"))
    assert true_minimum(huber, 0.0) == pytest.approx(3.85, abs=1e-12)
    assert float(np.mean(huber.y)) == pytest.approx(8.88, abs=1e-12)
    assert true_minimum(bold, 0.0) is None
    assert round(-4 + weight(bold, 0.0), 1) == 51.6
    assert true_minimum(worse, 0.0) == pytest.approx(math.log(3) - 4, abs=1e-12)
    assert true_change(worse, weight(worse, 0.0)) > 20
    for leaf, words in ((huber, "upper bound"), (bold, "falls for ever"), (worse, "makes the loss larger")):
        assert words in order_words(leaf, 0.0)
    for w in np.linspace(*x_range(huber), 50):
        assert true_change(huber, w) <= parabola(huber, w) + 1e-12


def test_a_split_of_the_cursor_stands_for_its_largest_leaf() -> None:
    tree = boosted("sonar", "logistic").trace[0].trees[0]
    node = chosen_leaf(tree, 0)
    assert tree.is_leaf[node]
    assert tree.n_samples[node] == tree.n_samples[tree.leaves].max()
    assert [chosen_leaf(tree, int(leaf)) for leaf in tree.leaves] == tree.leaves.tolist()


def test_words_carry_the_numbers() -> None:
    assert "42.9 %" in shrink_words(PRESETS["logistic"], 1.0)


def test_the_table_of_steps_shows_four_digits_and_no_dust() -> None:
    table = step_table(PRESETS["newton"], 0.0, 1.0)
    assert table["F after: added"].tolist() == ["1", "1.096", "1.099", "1.099", "1.099"]
    assert table["G"].iloc[-1] == "≈ 0"  # 4.2e-13 is what rounding leaves
    assert table["w*"].iloc[-1] == "≈ 0"
    for leaf in PRESETS.values():
        texts = step_table(leaf, leaf.reg_lambda, leaf.learning_rate).to_numpy().ravel().tolist()
        digits = [text.split("e")[0].lstrip("−0.") for text in texts if "," not in text]
        assert max(sum(map(str.isdigit, each)) for each in digits) <= 4


def test_a_step_is_that_of_its_row_of_the_table_or_said_to_be_none() -> None:
    for leaf in PRESETS.values():
        for reg_lambda in (0.0, 1.0):
            table = step_table(leaf, reg_lambda, 1.0)
            for G, H, w in table[["G", "H", "w*"]].to_numpy().tolist():
                if w == "none":
                    assert (H, reg_lambda) == ("0", 0)
                elif "≈ 0" not in (G, H, w):
                    read = [float(text.replace("−", "-").replace(",", "")) for text in (G, H, w)]
                    assert read[2] == pytest.approx(-read[0] / (read[1] + reg_lambda), rel=2e-3, abs=1e-9)
            assert ("none" in table["w*"].tolist()) == ("the step is 0" in step_note(table))
    assert "none" in step_table(PRESETS["overshoot"], 0.0, 1.0)["w*"].tolist()


def test_words_say_what_helps_and_what_to_try() -> None:
    worse, bold = PRESETS["overshoot"], PRESETS["one_class"]
    assert "a smaller learning_rate or a larger λ helps" in order_words(worse, 0.0)
    assert abs(true_change(worse, weight(worse, 3.0), 3.0)) < true_change(worse, weight(worse, 0.0), 0.0)
    assert true_minimum(bold, 1.0) is not None


def test_the_leaf_of_a_row_in_every_round() -> None:
    fit = boosted("wine", "softmax")
    for number, round_ in enumerate(fit.trace, start=1):
        for k, tree in enumerate(round_.trees):
            for place in (0, 7, 30):
                row = int(fit.train[place])
                leaf = leaf_of_row(fit, number, k, row)
                assert leaf == round_.leaf[place, k]
                assert first_leaf(fit, number, k, 0, row) == leaf
                assert row_of_leaf(fit, number, k, leaf, row) == row
            for node in tree.leaves:
                leaf = first_leaf(fit, number, k, int(node), int(fit.train[0]))
                assert leaf == node
                row = row_of_leaf(fit, number, k, leaf, None)
                rows = round_.rows_in(leaf, k)
                assert row in fit.train[rows]
                place = int(np.searchsorted(fit.train, row))
                assert abs(round_.gradient[place, k]) == np.abs(round_.gradient[rows, k]).max()


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("n_steps", [0, 2])
def test_the_snippet_of_a_leaf_by_hand_gives_its_numbers(name: str, n_steps: int) -> None:
    leaf = preset_leaf(name, n_steps, 0.5, 0.5)
    w = weight(leaf, 0.5)
    *_, step, change = printed(leaf_snippet(PRESETS[name], n_steps, 0.5, 0.5)).splitlines()
    assert step == f"F {leaf.F[0]:.6g}, G {leaf.G:.6g}, H {leaf.H:.6g}, w* {w:.6g}"
    assert change == (
        f"at w* the parabola promises {float(parabola(leaf, w, 0.5)):.6g}, "
        f"the loss changes by {true_change(leaf, w, 0.5):.6g}"
    )
