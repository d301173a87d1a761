"""The calculator on the page: every system with every loss, nonsense, and no row without words."""

from itertools import product

import pytest

from tests.pages import opened, quiet
from workbench.link.values import defaults
from workbench.shell import registry
from workbench.sources.spoken import LABELS, loss_of, lost_words, rate_words, spoken, translated
from workbench.sources.values import SPOKEN, SPOKEN_LOSS, SPOKEN_RATE
from workbench.sources.vocabulary import LOSSES, VOICES, losses_of

SPEAKERS = list(product(VOICES, LOSSES))


@pytest.mark.parametrize(("system", "loss"), SPEAKERS)
def test_every_system_speaks(system: str, loss: str) -> None:
    assert registry.SOURCES
    values = defaults() | {SPOKEN: system, SPOKEN_LOSS: loss, SPOKEN_RATE: 0.5}
    said = spoken(values)
    assert said.loss == loss_of(values)
    assert said.loss in losses_of(system)
    head, _, *rows = translated(said).splitlines()
    n_heard = sum(said.loss in losses_of(name) for name in VOICES)
    assert f"{VOICES[system].title} (said)" in head
    assert all(row.count("|") == head.count("|") == n_heard + 2 for row in rows)
    assert all(row.split("|")[1].strip() in LABELS.values() for row in rows)
    assert bool(lost_words(said)) == (n_heard < len(VOICES))
    assert bool(rate_words(said)) == VOICES[system].rate_inside


@pytest.mark.parametrize(("system", "loss"), SPEAKERS)
def test_the_page_has_fields_for_each(system: str, loss: str) -> None:
    at = opened("sources.py", source="names", spoken_in=system, spoken_loss=loss)
    assert quiet(at)
    assert not at.toast
    terms = [name for name in VOICES[system].names if name]
    fields = {each.label for each in at.number_input}
    assert set(terms) <= fields or loss_of(defaults() | {SPOKEN: system, SPOKEN_LOSS: loss}) == "classes"


@pytest.mark.parametrize(
    "link", [{"spoken_rate": "0"}, {"spoken_in": "catboost"}, {"spoken_depth": "-1"}, {"source": "x"}]
)
def test_nonsense_is_answered_by_a_note(link: dict[str, str]) -> None:
    at = opened("sources.py", **({"source": "names"} | link))
    assert quiet(at)
    assert len(at.toast) == 1


def test_a_rate_of_a_thousandth_in_the_link() -> None:
    at = opened("sources.py", source="names", spoken_rate="0.001")
    assert not at.toast
    assert any("reg_lambda = 1,000,000" in each.value for each in at.markdown)
