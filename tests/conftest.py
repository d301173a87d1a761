"""Sweeps over every data set, loss and setting run in part, unless `--wide` asks for all of them."""

import os
from collections import Counter

import pytest

# Workers share the cores already; threads of the other learners on top would wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

SWEEP = 24  # a test with more cases than this is a sweep
SHARE = 3  # of a sweep, every third case runs


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--wide", action="store_true", help="run every case of every sweep")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out two cases of three where a test has many; the same ones in every run."""
    if config.getoption("--wide"):
        return
    cases = Counter(test_of(item) for item in items)
    seen: Counter[str] = Counter()
    kept, left_out = [], []
    for item in items:
        name = test_of(item)
        is_sweep = cases[name] > SWEEP and item.path.parent.name in ("oracles", "pages")
        (left_out if is_sweep and seen[name] % SHARE else kept).append(item)
        seen[name] += 1
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def test_of(item: pytest.Item) -> str:
    """A test without its parameters."""
    return item.nodeid.partition("[")[0]


test_of.__test__ = False  # type: ignore[attr-defined]
