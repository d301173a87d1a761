"""The line under a tree: what a gain or a weight is made of comes to what stands at its end."""

import re

import pytest

from tests.pages import fit
from workbench.gains.node_at_cut import best_words, gains_of, node_at, sums_words
from workbench.text.numbers import number


def worked_out(words: str) -> tuple[float, float]:
    """What the left side of a sum comes to, and the number on its right."""
    sum_, result = words.replace(",", "").replace("−", "-").split(" = ")
    terms = re.sub(r"([\d.e-]+)²/([\d.e-]+)", r"(\1)**2/(\2)", sum_.replace("½", "0.5 *"))
    assert re.fullmatch(r"[\d.e+*/() -]+", terms)
    return eval(terms), float(result)


def test_the_first_cut_of_the_cosine_by_hand() -> None:
    assert sums_words(node_at(fit(), 1, 0, 0)) == "½ (810²/1,081 + 810²/3,921 − 0²/5,001) = 387"


@pytest.mark.parametrize("node", [0, 1, 2])
@pytest.mark.parametrize("tried", [(None, None), (5.0, 0.2), (0.0, 1.0)])
@pytest.mark.parametrize(
    "link", [{}, {"data": "moons", "loss": "logistic"}, {"gamma": 0.1, "reg_lambda": 3.0}]
)
def test_the_terms_come_to_the_gain(link: dict[str, object], node: int, tried: tuple[float, float]) -> None:
    found = node_at(fit(n_estimators=2, **link), 2, 0, node, values=tried)
    made, told = worked_out(sums_words(found))
    assert found.position is not None
    assert told == pytest.approx(float(found.tried.gain[found.position]), rel=5e-3)
    assert made == pytest.approx(told, rel=0.01)  # half a unit of the third digit on both sides


@pytest.mark.parametrize("cut", [59, 300, 640])
def test_terms_that_are_nearly_equal_have_the_digits_that_it_takes(cut: int) -> None:
    made, told = worked_out(sums_words(node_at(fit(), 2, 0, 7, feature=0, cut=cut)))
    assert made == pytest.approx(told, rel=0.01)


def test_a_price_that_no_cut_is_worth_is_said_as_a_loss() -> None:
    lesson = fit(n_estimators=1)
    assert re.fullmatch(
        r"4,999 candidate cuts, [\d,]+ of them allowed; the best gains 387\.",
        best_words(node_at(lesson, 1, 0, 0)),
    )
    dear = best_words(node_at(lesson, 1, 0, 0, values=(None, 400.0)))
    assert dear == "4,999 candidate cuts, none of them worth its price γ: the best would lose 12.6."


def test_a_leaf_tells_its_weight_its_step_and_why_it_is_one() -> None:
    lesson = fit(n_estimators=1)
    tree = lesson.trace[0].trees[0]
    leaf = int(tree.leaves[0])
    view = gains_of(node_at(lesson, 1, 0, leaf))
    weight = -tree.G[leaf] / (tree.H[leaf] + 1)
    assert view.leaf == "max_depth reached"
    assert view.sums == (
        f"−G/(H+λ) = {number(-tree.G[leaf])}/{number(tree.H[leaf] + 1)} = {number(weight)}, "
        f"times 0.3 is {number(0.3 * weight)}"
    )
