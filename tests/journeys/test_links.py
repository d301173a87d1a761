"""Links to any moment, over Streamlit's own websocket: whatever stands in them, no page ends in a fault."""

import asyncio
import random
import re
from urllib.parse import urlencode

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from gbtlib.checks.rules import Rule
from tests.browser.messages import messages, run_beside
from tests.browser.running import Server
from tests.journeys.person import ServerLog
from workbench.link.rules import Entry
from workbench.link.values import ENTRIES
from workbench.shell.registry import PAGES

pytestmark = pytest.mark.wide

N_LINKS, N_SEEDS = 5000, 20
AT_ONCE = 3
FAULT = re.compile(r"Traceback|\w(Error|Exception)\b")
NONSENSE = ("", "nan", "inf", "-inf", "1e999", "None", "x", "-1", "1e308", "٣", "<b>", "%00", "1,2", "9" * 40)
# What has a grammar of its own.
WRITTEN = (
    *("none", "0.0", "7.3", "8.4", "1.0,3.0,0.2", ":,:", "reg_lambda:", "reg_lambda:0,max_depth:4"),
    *("max_depth:12", "max_depth:0", "loss:huber", "loss:softmax,noise:2", "n_estimators:200,max_depth:12"),
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every seed is a test; for a part, one that nobody has tried before."""
    part = metafunc.config.getoption("--part")
    metafunc.parametrize("seed", range(N_SEEDS) if part is None else [part])


def text_for(entry: Entry, draw: random.Random) -> str:
    """A value of a link at, inside or beyond a rule."""
    rule = entry.rule
    if draw.random() < 0.06:
        return draw.choice(NONSENSE)
    if isinstance(rule, Rule):
        low, high = max(rule.low, -1e6), min(rule.high, 1e6)
        inside = low + (high - low) * draw.random()
        value = draw.choice([low, high, low - 1, high + 1, inside, low + entry.step, draw.uniform(0, 20)])
        if rule.none_means is not None and draw.random() < 0.1:
            return "none"
        return str(round(value) if rule.whole else value)
    return draw.choice(getattr(rule, "names", (str(entry.default), *WRITTEN)))


def random_link(draw: random.Random) -> tuple[str, str]:
    """A page and the query of a link: a few values, or many."""
    names = draw.sample(sorted(ENTRIES), draw.choice((2, 4, 8, 16)))
    if draw.random() < 0.5 and "data" not in names:
        names.append("data")
    values = {name: text_for(ENTRIES[name], draw) for name in names}
    if draw.random() < 0.05:  # a long fit
        values |= {"n_estimators": "200", "max_depth": "12", "noise": f"{draw.random():.1f}"}
        values |= {"compare": draw.choice(("settings", "tree"))}
    return draw.choice(PAGES).path.removesuffix(".py"), urlencode(values)


async def faults_of(url: str, page: str, query: str) -> list[str]:
    """What a page opened by a link says of faults, until its script has ended."""
    found = []
    async for message in messages(url, page, query):
        kind = message.WhichOneof("type")
        if kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            element = message.delta.new_element
            if element.WhichOneof("type") == "exception":
                found.append(f"{element.exception.type}: {element.exception.message}")
            if element.WhichOneof("type") == "alert" and FAULT.search(element.alert.body):
                found.append(element.alert.body)
        if kind == "session_event" and message.session_event.HasField("script_compilation_exception"):
            found.append(message.session_event.script_compilation_exception.message)
        if kind == "script_finished" and message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            found.append("the script ended with a failure")
    return found


async def all_faults(url: str, links: list[tuple[str, str]]) -> dict[str, list[str]]:
    """The links of which a page ended in a fault, a few opened at once."""
    gate = asyncio.Semaphore(AT_ONCE)
    found: dict[str, list[str]] = {}

    async def open_one(page: str, query: str) -> None:
        async with gate:
            faults = await faults_of(url, page, query)
        if faults:
            found[f"{page}?{query}"] = faults

    await asyncio.gather(*(open_one(*link) for link in links))
    return found


def test_no_link_ends_in_a_fault(server: Server, seed: int) -> None:
    draw = random.Random(seed)
    # Two fits that both take long enough to show their progress.
    long = f"noise=0.7&seed={seed}&n_estimators=200&max_depth=12&compare=settings"
    links = [("one_tree_or_many", long), *(random_link(draw) for _ in range(N_LINKS // N_SEEDS - 1))]
    log = ServerLog(server.log)
    found = run_beside(all_faults(server.url, links))
    assert not found, "\n".join(f"{link}\n  {faults}" for link, faults in found.items())
    assert log.news().strip() == ""
