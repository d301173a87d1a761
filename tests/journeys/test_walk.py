"""Somebody who does anything at all, and finds the workbench as it should be after each act."""

import pytest

from tests.browser.running import Server
from tests.journeys.person import Person
from tests.journeys.walker import Walker
from workbench.shell import registry

N_ACTS = 75
PAGES = ("boosting_rounds", "grow_a_tree")
WIDE_ACTS, WIDE_SEEDS = 400, 9


def seeds(wide: bool) -> list[tuple[int, str, int]]:
    """Seed, first page and number of acts of each walk."""
    if wide:
        pages = [entry.name for entry in registry.PAGES]
        return [(seed, pages[seed % len(pages)], WIDE_ACTS) for seed in range(100, 100 + WIDE_SEEDS)]
    return [(seed, page, N_ACTS) for seed, page in enumerate(PAGES)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """More and longer walks with --wide."""
    walks = seeds(metafunc.config.getoption("--wide"))
    metafunc.parametrize(("seed", "page", "n_acts"), walks, ids=[f"seed{seed}" for seed, *_ in walks])


def test_a_walk_ends_well(person: Person, server: Server, seed: int, page: str, n_acts: int) -> None:
    person.arrives(f"{server.url}/{page}")
    Walker(person, seed).walk(n_acts)
