"""Which tests a seed draws of those that `make test` leaves out."""

from tests.conftest import BUDGET, part

COSTS = [0.5, 8.0, 3.0, 90.0] * 200


def test_a_seed_draws_the_same_part_each_time_and_another_seed_another() -> None:
    assert part(7, COSTS) == part(7, COSTS)
    assert part(7, COSTS) != part(8, COSTS)


def test_a_part_keeps_to_its_budget_and_uses_it() -> None:
    for seed in range(20):
        drawn = sum(COSTS[i] for i in part(seed, COSTS))
        assert BUDGET - max(COSTS) < drawn <= BUDGET


def test_what_costs_nothing_is_always_drawn() -> None:
    assert all(1 in part(seed, [90.0, 0.0, 150.0, 90.0]) for seed in range(20))


def test_every_test_is_drawn_by_some_seed() -> None:
    few = [100.0] * 12
    assert set().union(*(part(seed, few) for seed in range(60))) == set(range(12))
    assert part(0, few, budget=1200.0) == set(range(12))
