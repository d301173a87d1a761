"""What a step weighs, what many people at rest weigh, and how far a lesson moves by itself while it opens.

Run as a program: `python -m tests.benchmarks.footprint`. It prints octets and the server's processor time of
a step, its memory with three hundred people who look at a lesson, and each lesson's layout shift (as browsers
count it: the share of the window that moved times how far) on a laptop, presented, and on a phone.
"""

import asyncio
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Response

from tests.benchmarks.crowd import Person
from tests.benchmarks.interface import LESSON, SONAR, T1, opened
from tests.browser.rest import at_rest
from tests.browser.running import running_chromium, running_server
from workbench.shell.registry import PAGES

N_STEPS, N_PEOPLE, AT_ONCE = 30, 300, 4
MODES = (("laptop", 1280, 800, ""), ("presented", 1920, 1080, "present=1"), ("phone", 390, 844, ""))
WATCH_SHIFTS = """
let shifted = 0
const count = entries => {
  for (const entry of entries) if (!entry.hadRecentInput) shifted += entry.value
}
const observer = new PerformanceObserver(list => count(list.getEntries()))
observer.observe({ type: "layout-shift", buffered: true })
window.shifted = () => {
  count(observer.takeRecords())
  return shifted
}
"""


def server_of(url: str) -> Path:
    """The folder of /proc of the process that serves an address."""
    wanted = f"--port\0{urlsplit(url).port}\0".encode()
    folders = (Path("/proc") / name for name in os.listdir("/proc") if name.isdigit())
    return next(each for each in folders if wanted in (each / "cmdline").read_bytes())


def cpu_ms(server: Path) -> float:
    """Processor time of a process so far."""
    user, system = (server / "stat").read_text().rpartition(")")[2].split()[11:13]
    return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory_mb(server: Path) -> float:
    """What a process has in memory."""
    (line,) = (line for line in (server / "status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def relay(url: str) -> tuple[str, list[int]]:
    """An address that leads to a server while this program runs, and lengths of what was sent that way."""
    sent = list[int]()

    async def carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter, counted: list[int]) -> None:
        with suppress(ConnectionError):
            while data := await source.read(2**16):
                counted.append(len(data))
                sink.write(data)
                await sink.drain()
        sink.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, asks = await asyncio.open_connection("127.0.0.1", urlsplit(url).port)
        await asyncio.gather(carry(reader, asks, []), carry(answers, writer, sent))

    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()
    server = asyncio.run_coroutine_threadsafe(asyncio.start_server(connect, "127.0.0.1", 0), loop).result()
    return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", sent


def weigh_steps(browser: Browser, url: str, words: str, query: str) -> None:
    """Print what a step sends and costs, on a stage that fills the window and where all below it follows."""
    server, fetched = server_of(url), list[Response]()
    near, sent = relay(url)
    page = opened(browser, near, f"{LESSON}?{query}", moves=True)
    page.on("response", lambda response: fetched.append(response))
    page.get_by_role("slider", name="Step", exact=True).focus()
    for below in (False, True):
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        at_rest(page)
        fetched.clear()
        sent.clear()
        before = cpu_ms(server)
        for _ in range(N_STEPS):
            page.keyboard.press("ArrowRight")
            at_rest(page, below=below)
        cpu = (cpu_ms(server) - before) / N_STEPS
        stage = sum(each.request.sizes()["responseBodySize"] for each in fetched) / N_STEPS / 1000
        what, goal = ("and what stands below", "") if below else (words, "   goal 15 kB, 10 ms")
        print(f"{what:<44}{sum(sent) / N_STEPS / 1000:>8.1f}{stage:>12.1f}{cpu:>14.1f}{goal}", flush=True)
    page.context.close()


async def arrive(url: str) -> list[Person]:
    """So many people open the lesson, a few at once."""
    port, gate = urlsplit(url).port, asyncio.Semaphore(AT_ONCE)

    async def come() -> Person:
        person = Person(port or 0, LESSON, T1)
        async with gate:
            await person.arrive()
        return person

    return list(await asyncio.gather(*(come() for _ in range(N_PEOPLE))))


def weigh_people(url: str) -> None:
    """Print the server's memory before and after three hundred people came."""

    async def weigh() -> tuple[float, float]:
        before = memory_mb(server_of(url))
        people = await arrive(url)
        await asyncio.sleep(5)
        return before, memory_mb(server_of(url)) if people else before

    before, after = asyncio.run(weigh())
    print(f"memory, MB: {before:.0f} before, {after:.0f} with {N_PEOPLE} at rest   goal 600", flush=True)


def shifts(browser: Browser, url: str) -> None:
    """Print how far each lesson moves by itself from its opening until it rests."""
    print(f"{'layout shift, goal 0.01':<44}" + "".join(f"{name:>12}" for name, *_ in MODES))
    for entry in PAGES:
        found = []
        for _, width, height, query in MODES:
            context = browser.new_context(viewport={"width": width, "height": height})
            page = context.new_page()
            page.add_init_script(WATCH_SHIFTS)
            page.goto(f"{url}/{entry.name}?{query}")
            at_rest(page)
            found.append(page.evaluate("window.shifted()"))
            context.close()
        print(f"{entry.name:<44}" + "".join(f"{each:>12.4f}" for each in found), flush=True)


def main() -> None:
    """Measure and print all of it."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as url:
        with running_chromium() as browser:
            print(f"{'a step':<44}{'all, kB':>8}{'stage, kB':>12}{'server, ms':>14}")
            for words, query in (("Boosting, T1", T1), ("Boosting, Sonar", SONAR)):
                weigh_steps(browser, url, words, query)
            shifts(browser, url)
        weigh_people(url)


if __name__ == "__main__":
    main()
