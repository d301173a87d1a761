"""The file of the half on gamma: every gamma at which a tree changes, and a question about the next one."""

from functools import cache

import pytest

from tests.pages import opened
from tests.saved_pages import is_alone, questions_of, steps_of, unpacked
from workbench.lessons.prune_it.gamma_charges import Charged, charged_tree, xor_charged
from workbench.lessons.prune_it.gamma_question import leaves_left, pair_words
from workbench.lessons.prune_it.gamma_widgets import path_at
from workbench.lessons.prune_it.saved_gamma import SavedCharges, saved_page
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings

XOR = "xor"


@cache
def charged_of(data: str) -> Charged:
    if data == XOR:
        return xor_charged()
    return charged_tree(fit_boosted_model(Settings(data=data, n_estimators=3)), 2, 0)


@cache
def file_of(data: str) -> str:
    found = charged_of(data)
    path = path_at(found, found.start)
    return saved_page(SavedCharges(found, path, data, None, {"prune_by": "gamma"})).decode()


@pytest.mark.parametrize("data", [XOR, "cos_x2", "diabetes"])
def test_it_stops_wherever_a_tree_changes_and_nowhere_else(data: str) -> None:
    page, found = file_of(data), charged_of(data)
    assert is_alone(page)
    sent = unpacked(page, "picture")
    gammas = sent["positions"]
    assert len(gammas) == len(steps_of(page)) == len(unpacked(page, "stepper")["labels"])
    assert gammas[0] == 0
    kept = [[int(found.leaves(way, gamma).sum()) for way in found.ways] for gamma in gammas]
    for way, tree in enumerate(sent["trees"]):
        assert dict(tree["columns"])["leaves"] == [each[way] for each in kept]
    own = gammas.index(found.start)
    for i in range(1, len(kept)):
        assert kept[i] != kept[i - 1] or i == own
    assert kept[-1] == [1, 1, 1]
    assert unpacked(page, "steps")["first"] == own + 1


@pytest.mark.parametrize("data", [XOR, "cos_x2"])
def test_it_asks_for_the_leaves_at_the_next_gamma(data: str) -> None:
    page, found = file_of(data), charged_of(data)
    gammas, asked = unpacked(page, "picture")["positions"], questions_of(page)
    assert sorted(asked) == list(range(1, len(gammas)))
    for number, question in asked.items():
        (right,) = question["right"]
        assert question["choices"][right] == pair_words(leaves_left(found, gammas[number]))
        assert "Right." in question["told"][right]
        assert sum("Right." in told for told in question["told"]) == 1


def test_the_five_rows_of_xor_by_hand() -> None:
    """Pre-stopping lets go at the root's gain, 1/63; the least objective at 26/135; pruning at 38/105."""
    page = file_of(XOR)
    gammas = unpacked(page, "picture")["positions"]
    leaves = [dict(tree["columns"])["leaves"] for tree in unpacked(page, "picture")["trees"]]
    early, pruned, best = (next(g for g, n in zip(gammas, way, strict=True) if n == 1) for way in leaves)
    assert early == pytest.approx(1 / 63, abs=1e-9)
    assert best == pytest.approx(26 / 135, abs=1e-9)
    assert pruned > 38 / 105
    assert pruned == pytest.approx(38 / 105, abs=0.003)  # beyond it only: the next stop of the cursor


def test_the_button_stands_on_the_page_but_not_while_the_answer_is_hidden() -> None:
    def labels(**link: object) -> list[str]:
        at = opened("prune_it.py", prune_by="gamma", **link)
        return [str(button.proto.label) for button in at.get("download_button")]

    assert "Save as a page" in labels()
    assert "Save as a page" not in labels(guess=1)
