"""A cursor is carried along as settings change: whatever it was, the page finds its place. No browser."""

import random

import pytest

from gbtlib.checks.rules import Rule
from tests.pages import opened, parameters, payloads, put, quiet, sets
from workbench.link.values import ENTRIES
from workbench.shell.registry import PAGES

pytestmark = pytest.mark.wide

N_SEEDS, N_CHANGES = 4, 12


def ends_of(name: str, last: int) -> list[object]:
    """Where a value of a stage may stand: its ends, and what is chosen of names."""
    rule = ENTRIES[name].rule
    if not isinstance(rule, Rule):
        return [ENTRIES[name].default, *getattr(rule, "names", ())]
    low, high = max(rule.low, 0), min(rule.high, last)
    return [round(each) if rule.whole else float(each) for each in (low, high, (low + high) / 2)]


@pytest.mark.parametrize("seed", range(N_SEEDS))
@pytest.mark.parametrize("lesson", [entry.name for entry in PAGES])
def test_another_setting_finds_a_place_for_every_cursor(lesson: str, seed: int) -> None:
    chance = random.Random(f"{lesson} {seed}")
    at = opened(f"{lesson}.py", guess=chance.choice([0, "none"]))
    told = []
    for _ in range(N_CHANGES):
        (stage,) = payloads(at, "stage")
        cursor = {
            name: chance.choice(ends_of(name, stage["n_steps"]))
            for name in stage["cursor"]
            if name != "guess"
        }
        some = dict(chance.sample(sorted(cursor.items()), min(len(cursor), chance.randint(1, 3))))
        told.append(some)
        put(at, **some)
        assert quiet(at), (told, at.exception)
        lines = parameters(at)
        if lines:
            name = chance.choice(sorted(lines))
            value = chance.choice([*(lines[name]["stops"] or [])[:5], *(lines[name]["choices"] or {})])
            told.append({name: value})
            sets(at, **{name: value})
            assert quiet(at), (told, at.exception)
