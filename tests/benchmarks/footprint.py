"""What a step weighs, what many people at rest weigh, and how far a lesson moves by itself while it opens.

Run as a program: `python -m tests.benchmarks.footprint`. It prints octets and the server's processor time of
a step, its memory with three hundred people who look at a lesson, and each lesson's layout shift (as browsers
count it: the share of the window that moved times how far) on a laptop, presented, and on a phone.
"""

import asyncio
import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Response, WebSocket

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


def weigh_steps(browser: Browser, url: str, words: str, query: str) -> None:
    """Print what a step sends and costs, where the stage rests after each so that all below it follows."""
    server, page = server_of(url), opened(browser, url, f"{LESSON}?{query}", moves=True)
    fetched, told = list[Response](), list[int]()
    page.on("response", lambda response: fetched.append(response))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: told.append(len(frame)))

    page.on("websocket", listen)
    page.reload()  # its messages are heard from their first on
    at_rest(page)
    page.get_by_role("slider", name="Step", exact=True).focus()
    page.keyboard.press("ArrowRight")
    at_rest(page)
    fetched.clear()
    told.clear()
    before = cpu_ms(server)
    for _ in range(N_STEPS):
        page.keyboard.press("ArrowRight")
        at_rest(page)
    cpu = (cpu_ms(server) - before) / N_STEPS
    stage = sum(each.request.sizes()["responseBodySize"] for each in fetched) / N_STEPS / 1000
    print(
        f"{words:<44}{stage:>8.1f}{sum(told) / N_STEPS / 1000:>12.1f}{cpu:>14.1f}   goal 15 kB, 10 ms",
        flush=True,
    )
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
            print(f"{'a step':<44}{'stage, kB':>8}{'below, kB':>12}{'server, ms':>14}")
            for words, query in (("Boosting, T1", T1), ("Boosting, Sonar", SONAR)):
                weigh_steps(browser, url, words, query)
            shifts(browser, url)
        weigh_people(url)


if __name__ == "__main__":
    main()
