"""Tests that take long run in part, unless `--wide` asks for all of them; `--part` draws among all others."""

from __future__ import annotations

import gc
import os
import random
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Mapping
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.running import Server

# Workers share the cores already; threads of the other learners on top would wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

pytest_plugins = ["tests.browser.fixtures"]  # the server and Chromium, for the tests of every lesson

SWEEP, SHARE = 4, 12  # a long test with more cases than this is a sweep: of them one in twelve runs
MANY, SHARE_OF_MANY = 16, 4  # of any test with more cases than this one in four
FEW = 1  # tests in one case that run of a file about details in the browser
# What a test of those left out takes at most, in seconds of one worker, by its kind; and a whole part.
COSTS, BUDGET = {"long": 90.0, "browser": 8.0, "page": 3.0, "plain": 0.5}, 400.0
N_EXAMPLES, N_EXAMPLES_WIDE = 20, 200  # that Hypothesis draws; its profile for CI draws the same in every run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--wide", action="store_true", help="run every test, and every case of every sweep")
    parser.addoption(
        "--part", type=int, metavar="SEED", help="run some of what only --wide runs, drawn by this seed"
    )


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw as many examples as there is time for."""
    n_examples = N_EXAMPLES_WIDE if config.getoption("--wide") else N_EXAMPLES
    settings.register_profile("ours", settings.get_profile("ci"), max_examples=n_examples)
    settings.load_profile("ours")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without a search for garbage in circles: it took half of the time, and what is there stays."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is wide, and most cases where a test has many; the same ones in every run.

    Under --part it is the other way round: of what is left out some run, others with another seed; details in
    the browser are for --wide alone.
    """
    if config.getoption("--wide"):
        return
    cases = Counter(test_of(item) for item in items)
    drawn_of = {test_of(item): drawn(test_of(item), cases[test_of(item)], is_swept(item)) for item in items}
    drawn_of |= few_details({test_of(item): item for item in items})
    seen: Counter[str] = Counter()
    kept, left_out = [], []
    for item in items:
        name = test_of(item)
        is_drawn = seen[name] in drawn_of[name]
        is_kept = is_drawn and item.get_closest_marker("wide") is None
        (kept if is_kept else left_out).append(item)
        seen[name] += 1
    seed = config.getoption("--part")
    if seed is not None:
        drawable = [item for item in left_out if is_of_seed(item, seed) or not is_detail(item)]
        among = part(seed, [0.0 if is_of_seed(item, seed) else cost(item) for item in drawable])
        chosen = {item for i, item in enumerate(drawable) if i in among}
        others = kept + [item for item in left_out if item not in chosen]
        kept, left_out = [item for item in drawable if item in chosen], others
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def drawn(name: str, count: int, swept: bool) -> Collection[int]:
    """The cases of a test that run: drawn, for every twelfth may have one and the same loss."""
    most, share = (SWEEP, SHARE) if swept else (MANY, SHARE_OF_MANY)
    return range(count) if count <= most else random.Random(name).sample(range(count), count // share or 1)


def few_details(tests: Mapping[str, pytest.Item]) -> dict[str, Collection[int]]:
    """Of details in the browser: a case of a few tests of each file, the same ones; of others none."""
    details = [name for name, item in tests.items() if is_detail(item)]
    kept: set[str] = set()
    for file in {name.partition("::")[0] for name in details}:
        named = [name for name in details if name.startswith(f"{file}::")]
        kept |= set(random.Random(file).sample(named, min(FEW, len(named))))
    return {name: range(name in kept) for name in details}


def is_detail(item: pytest.Item) -> bool:
    """Whether a test drives the browser, and a journey does what it looks at more closely."""
    return item.get_closest_marker("browser") is not None and item.path.parent.name != "journeys"


def part(seed: int, costs: list[float], budget: float = BUDGET) -> set[int]:
    """The positions that a seed draws, at random, as long as what they cost together is within the budget.

    What costs nothing is drawn in any case.
    """
    order = sorted(random.Random(seed).sample(range(len(costs)), len(costs)), key=lambda i: costs[i] > 0)
    total = accumulate(costs[i] for i in order)
    return {i for i, so_far in zip(order, total, strict=True) if so_far <= budget}


def is_of_seed(item: pytest.Item, seed: int) -> bool:
    """Whether a test does what nobody has done before: a walk of this seed, or its links."""
    return getattr(item, "callspec", None) is not None and item.callspec.params.get("seed") == seed


def cost(item: pytest.Item) -> float:
    """What a test takes at most, in seconds."""
    if item.path.name in ("test_walk.py", "test_own_walk.py", "test_links.py", "test_journeys.py"):
        return COSTS["long"]
    if item.get_closest_marker("browser"):
        return COSTS["browser"]
    return COSTS["page" if item.path.name.startswith("test_page") else "plain"]


def is_swept(item: pytest.Item) -> bool:
    """Whether a test compares with another library, opens whole pages, or says itself that it is a sweep."""
    is_long = item.path.parent.name == "oracles" or item.path.name.startswith("test_page")
    return is_long or item.get_closest_marker("sweep") is not None


def test_of(item: pytest.Item) -> str:
    """A test without its parameters."""
    return item.nodeid.partition("[")[0]


@pytest.fixture(scope="session", autouse=True)
def _packages_are_read_once() -> Iterator[None]:
    """For each page of AppTest, Streamlit would read what all installed packages say of themselves."""
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        scan = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield


@pytest.fixture(scope="session", autouse=True)
def _nobodys_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is kept between two starts is kept in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A workbench that runs for the session."""
    from tests.browser.running import Server, running_server

    folder = tmp_path_factory.mktemp("server")
    with running_server(folder) as url:
        yield Server(url, folder / "log.txt")


@pytest.fixture(scope="session")
def server_url(server: Server) -> str:
    """Its address."""
    return server.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium; a test without it fails, for nothing else can take its place."""
    from tests.browser.running import running_chromium

    with running_chromium() as chromium:
        yield chromium


test_of.__test__ = False  # type: ignore[attr-defined]
