"""Somebody who does anything at all, and finds the workbench as it should be after each act."""

import random

import pytest

from tests.browser.running import Server
from tests.journeys.person import Person
from tests.journeys.walker import Walker
from workbench.shell import registry

N_ACTS = 20
PAGES = ("boosting_rounds", "grow_a_tree")
WIDE_ACTS, WIDE_SEEDS = 400, 9


def seeds(wide: bool, part: int | None) -> list[tuple[int, str, int]]:
    """Seed, first page and number of acts of each walk; one more that nobody has gone before, for a part."""
    pages = [entry.name for entry in registry.PAGES]
    if wide:
        return [(seed, pages[seed % len(pages)], WIDE_ACTS) for seed in range(100, 100 + WIDE_SEEDS)]
    walks = [(seed, page, N_ACTS) for seed, page in enumerate(PAGES)]
    return walks if part is None else [*walks, (part, random.Random(part).choice(pages), N_ACTS)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """More and longer walks with --wide, another one with --part."""
    part = metafunc.config.getoption("--part")
    walks = seeds(metafunc.config.getoption("--wide"), part)
    marks = {part: [pytest.mark.wide]}
    cases = [pytest.param(*walk, id=f"seed{walk[0]}", marks=marks.get(walk[0], ())) for walk in walks]
    metafunc.parametrize(("seed", "page", "n_acts"), cases)


def test_a_walk_ends_well(person: Person, server: Server, seed: int, page: str, n_acts: int) -> None:
    if seed % 2:
        person.wants_no_motion()
    person.arrives(f"{server.url}/{page}")
    Walker(person, seed).walk(n_acts)
