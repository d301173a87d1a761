"""How long the workbench takes to answer, in a real Chromium: `make bench-ui` prints the table.

Browser, server and, in the last lines, thirty more people share this computer, as they do not in a classroom.
A time ends with the frame after the last change that a step caused: of the stage, or of components and charts
on the first screen, which draw tree, curves and formula, or of anything on the page. Answers are timed
without motion, which would go on after they have come; the frames of a movement are counted by themselves.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.fixtures import with_answers
from tests.browser.rest import at_rest
from tests.browser.running import running_chromium, running_server

LESSON = "boosting_rounds"
T1 = "data=cos_x2&n_estimators=200&max_depth=6&learning_rate=0.1"
SONAR = "data=sonar&n_estimators=200&max_depth=6&learning_rate=0.1"
STEPS = 60
FIRST_FRAMES, REST_MS = 30, 1500  # longer than any motion
PEOPLE, THINK_S = 30, 2.0

# Notes when the frames end that show changes of the stage, on lessons without one of any component and of
# charts on the first screen ("drawn"), and those that show changes of texts and all others ("painted"); knows
# when last a key was pressed or something clicked. What a frame's own script changes is seen with that frame,
# all else with the next one. window.seen is called at the end of each.
WATCH = """
() => {
  const STAGE = ".st-key-stage_in_browser"
  window.painted = []
  window.drawn = []
  for (const kind of ["keydown", "click"])
    document.addEventListener(kind, () => { window.pressed = performance.now() }, { capture: true })
  const isSeen = chart => chart.isConnected && chart.getBoundingClientRect().top < window.innerHeight
  const seen = new WeakSet(), nextFrame = window.requestAnimationFrame.bind(window)
  let isFrame = false
  window.requestAnimationFrame = act => nextFrame(now => {
    isFrame = true
    setTimeout(() => { isFrame = false })
    act(now)
  })
  const changed = (...lists) => {
    const note = () => setTimeout(() => {
      lists.forEach(list => list.push(performance.now()))
      window.seen?.()
    })
    if (isFrame) note()
    else nextFrame(note)
  }
  new MutationObserver(changes => {
    const elements = changes.map(({ target }) => (target.closest ? target : target.parentElement))
    const around = kind => elements.map(element => element?.closest(kind)).filter(Boolean)
    const charts = around(".js-plotly-plot")
    if (charts.some(isSeen)) changed(window.painted, window.drawn)
    else if (charts.length || around("[data-testid=stMarkdown]").length) changed(window.painted)
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  window.watchComponents = () => {
    for (const element of document.querySelectorAll("*"))
      if (element.shadowRoot && !seen.has(element.shadowRoot)) {
        seen.add(element.shadowRoot)
        const isPart = element.shadowRoot.querySelector(".stage") || !document.querySelector(STAGE)
        const isShown = ({ attributeName }) => attributeName !== "data-untold" // says what the server knows
        const note = changes => {
          if (changes.some(isShown)) changed(window.painted, ...(isPart ? [window.drawn] : []))
        }
        new MutationObserver(note).observe(
          element.shadowRoot, { subtree: true, childList: true, attributes: true, characterData: true })
      }
  }
  window.watchComponents()
}
"""
# From a key press at rest to the end of the first frame in which the stage has changed: a motion's first.
FIRST_FRAME = """
async ([steps, pause]) => {
  const times = []
  for (let i = 0; i < steps; i++) {
    await new Promise(done => setTimeout(done, pause))
    const start = performance.now()
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", cancelable: true }))
    times.push(await new Promise(done => { window.seen = () => done(performance.now() - start) }))
  }
  window.seen = null
  return times
}
"""
# From each press of a key that is held to the end of the frame in which its step, or a later one, is whole.
HELD = """
async ([keys, every]) => {
  const place = document.querySelector(".st-key-stage_in_browser [data-testid=stBidiComponentIsolated]")
  const stage = place.shadowRoot.querySelector(".stage")
  const step = () => Number(stage.querySelector(".strip").getAttribute("aria-valuenow")), first = step()
  const pressed = [], times = []
  window.seen = () => {
    const end = performance.now(), there = stage.getAttribute("aria-busy") === "true" ? 0 : step() - first
    while (times.length < there) times.push(end - pressed[times.length])
  }
  const begin = performance.now()
  for (let i = 0; i < keys; i++) {
    await new Promise(done => setTimeout(done, Math.max(0, begin + i * every - performance.now())))
    pressed.push(performance.now())
    const key = { key: "ArrowRight", repeat: true, cancelable: true }
    document.dispatchEvent(new KeyboardEvent("keydown", key))
  }
  while (times.length < keys) await new Promise(done => setTimeout(done, every))
  window.seen = null
  return times
}
"""
# The frames from a click to a second later, and how long each of them stood.
FRAMES = """
() => { document.addEventListener("click", () => {
  const start = performance.now(), lasted = []
  let last = start
  window.frames_seen = new Promise(done => {
    const frame = now => {
      if (now > last) lasted.push(now - last)
      last = Math.max(last, now)
      if (now - start < 1000) requestAnimationFrame(frame)
      else done(lasted)
    }
    requestAnimationFrame(frame)
  })
}, { capture: true, once: true }) }
"""
MOVING = (
    ("Boosting, cos_x2", f"{LESSON}?data=cos_x2", "Next"),
    ("Boosting, T1", f"{LESSON}?{T1}", "Next"),
    ("Boosting, Sonar", f"{LESSON}?{SONAR}", "Next"),
    ("Grow a tree", "grow_a_tree?splits=2", "Next"),
    ("Grow a tree, a plane", "grow_a_tree?splits=0&data=circles", "Next"),
    ("One tree or many", "one_tree_or_many", "Next"),
    ("Greedy or best", "greedy_or_best?greedy_told=1&first_cut=5", "Next"),
    ("Prune it", "prune_it?guess=0", "Next"),
    ("One leaf", "one_leaf?guess=0", "Next"),
)
LONG_MS = 20.0
WARM = 5  # the first answers are left out
# What is moved by keys, one after the other and over again: words, address, name of the slider, keys.
KEYS: tuple[tuple[str, str, str | re.Pattern[str], tuple[str, ...]], ...] = (
    ("T1, jumps of rounds", f"{LESSON}?{T1}", "Step", ("End", "Home")),
    ("Find the split, a cut", "find_the_split?find_step=2&guess=0", "Cut", ("ArrowRight",)),
    ("One leaf, w", "one_leaf", "w", ("ArrowRight", "ArrowLeft")),
    ("Follow one row, the round", "follow_one_row?data=cos_x2", "Step", ("ArrowRight", "ArrowLeft")),
    ("One tree or many, the round", "one_tree_or_many?data=cos_x2", "Step", ("ArrowRight", "ArrowLeft")),
    ("Grow a tree, a split", "grow_a_tree", "Step", ("ArrowRight", "ArrowLeft")),
    ("Greedy or best, the first cut", "greedy_or_best", "Step", ("ArrowLeft", "ArrowRight")),
    ("Prune it, a step", "prune_it", "Step", ("ArrowRight", "ArrowLeft")),
    ("AdaBoost, the round", "adaboost", "Step", ("ArrowRight", "ArrowLeft")),
    ("Missing, a cut", "missing_sparse_categorical", "Step", ("ArrowRight", "ArrowLeft")),
    ("Several classes, the round", "several_classes", "Step", ("ArrowRight", "ArrowLeft")),
    ("Your own loss, y", "your_own_loss", "y of the row", ("ArrowUp", "ArrowDown")),
    ("Your own loss, F", "your_own_loss", "F", ("ArrowRight", "ArrowLeft")),
    ("Exact or histogram, a halving", "exact_or_histogram", "Step", ("ArrowRight", "ArrowLeft")),
)


@dataclass(frozen=True)
class Line:
    """One line of the table: milliseconds, and the goals for their median and 95th percentile."""

    words: str
    times: list[float]
    median_goal: float | None
    high_goal: float | None

    def text(self) -> str:
        """The line with its verdict, where it has a goal."""
        median, high = statistics.median(self.times), percentile(self.times, 95)
        figures = f"{self.words:<58}{median:>7.0f}{high:>7.0f}{len(self.times):>6}"
        if self.median_goal is None:
            return figures
        met = median <= self.median_goal and (self.high_goal is None or high <= self.high_goal)
        goal = f"{self.median_goal:.0f}" + (f" / {self.high_goal:.0f}" if self.high_goal else "")
        verdict = "met" if met else "MISSED"
        return f"{figures}   {goal:>11}  {verdict}"


TREE = ".stage [data-part=treebox] [data-node]"


def percentile(values: list[float], share: float) -> float:
    """The nearest-rank percentile."""
    return sorted(values)[min(len(values) - 1, round(share / 100 * (len(values) - 1)))]


def open_lesson(page: Page, url: str, query: str) -> float:
    """Open the lesson; milliseconds until its tree is on the screen."""
    start = time.perf_counter()
    page.goto(with_answers(f"{url}/{LESSON}?{query}"))
    expect(page.locator(TREE).first).to_be_visible(timeout=60_000)
    return 1000 * (time.perf_counter() - start)


def wait_until_quiet(page: Page) -> None:
    """Wait until the script has ended and nothing has changed for a while."""
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.wait_for_function(
        "() => window.painted.length && performance.now() - window.painted.at(-1) > 250", polling=25
    )


def first_page(browser: Browser, url: str, query: str, times: int) -> list[float]:
    """Opening the lesson in a fresh browser profile."""
    found = []
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        found.append(open_lesson(context.new_page(), url, query))
        context.close()
    return found


def opened(browser: Browser, url: str, path: str, *, moves: bool = False) -> Page:
    """A page at rest whose changes are watched. Without motion the last change is the answer's."""
    motion: Literal["no-preference", "reduce"] = "no-preference" if moves else "reduce"
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion=motion).new_page()
    page.goto(with_answers(f"{url}/{path}"))
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=60_000)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=60_000)
    at_rest(page)
    page.evaluate(WATCH)
    return page


def answer(page: Page, act: Callable[..., None], *args: Any) -> tuple[float, float]:
    """Milliseconds from the last press of an act to the last frame that it changes in pictures, and at all.

    Where it changes no picture both are the same.
    """
    page.evaluate("() => { window.watchComponents(); window.painted.length = window.drawn.length = 0 }")
    act(*args)
    wait_until_quiet(page)
    last = "window.painted.at(-1)"
    drawn, painted = page.evaluate(
        f"() => [window.drawn.at(-1) ?? {last}, {last}].map(at => at - window.pressed)"
    )
    return drawn, painted


def steps(browser: Browser, url: str, query: str, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds from a key press to the stage's first frame, and to the last of all its parts."""
    page = opened(browser, url, f"{LESSON}?{query}")
    page.get_by_role("slider", name="Step", exact=True).focus()
    whole = [answer(page, page.keyboard.press, "ArrowRight")[0] for _ in range(count)]
    page.context.close()
    page = opened(browser, url, f"{LESSON}?{query}", moves=True)
    picture = page.evaluate(FIRST_FRAME, [FIRST_FRAMES, REST_MS])
    page.context.close()
    return picture[WARM:], whole[WARM:]


def other_acts(browser: Browser, url: str) -> None:
    """Measure and print what a reader does on the other lessons, and beside single steps on Boosting."""
    for words, path, name, keys in KEYS:
        page = opened(browser, url, path)
        page.get_by_role("slider", name=name).first.focus()
        times = [answer(page, page.keyboard.press, key) for key in islice(cycle(keys), 20)][WARM:]
        page.context.close()
        drawn, painted = map(list, zip(*times, strict=True))
        print(Line(f"{words}: key to tree, curves, formula", drawn, 100, 160).text())
        print(Line(f"{'':<{len(words)}}  to the last word and chart", painted, None, None).text(), flush=True)
    page = opened(browser, url, f"{LESSON}?{T1}")
    nodes: list[Locator] = [page.locator(f"{TREE}[data-node='{node}']") for node in (1, 2)]
    drawn = [answer(page, node.click)[0] for node in islice(cycle(nodes), 20)]
    print(Line("T1: click on a node to all parts", drawn[WARM:], 20, None).text())
    held = [each for _ in range(5) for each in page.evaluate(HELD, [20, 50])]
    page.context.close()
    print(Line("T1: each of twenty keys 50 ms apart to all parts", held, 30, 40).text(), flush=True)


def with_a_crowd(browser: Browser, url: str, query: str) -> tuple[list[float], list[float]]:
    """The same with a crowd at the server: the browser's times, and the server's answers to the others."""
    port = urlsplit(url).port
    others = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.benchmarks.crowd",
            *map(str, (port, LESSON, query, PEOPLE, 45, THINK_S)),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert others.stdout is not None
    assert others.stdout.readline().strip() == "ready"
    _, whole = steps(browser, url, query, STEPS)
    answers, _ = others.communicate()
    return whole, json.loads(answers)


def long_frames(browser: Browser, url: str, path: str, name: str, times: int) -> list[list[float]]:
    """The frames longer than LONG_MS in the second after each click on a button, in milliseconds."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(with_answers(f"{url}/{path}"))
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible(timeout=60_000)
    found = []
    for _ in range(times):
        at_rest(page)
        page.evaluate(FRAMES)
        button.click()
        found.append([lasted for lasted in page.evaluate("window.frames_seen") if lasted > LONG_MS])
    context.close()
    return found


def movements(browser: Browser, url: str) -> None:
    """Measure and print how many frames of a movement are late."""
    print(
        f"{f'frames longer than {LONG_MS:.0f} ms in the second after a step':<58}{'median':>7}  longest, ms"
    )
    for words, path, name in MOVING:
        found = long_frames(browser, url, path, name, 4)
        longest = max((lasted for frames in found for lasted in frames), default=0.0)
        print(f"{words:<58}{statistics.median(map(len, found)):>7.1f}{longest:>13.0f}", flush=True)


def main() -> None:
    """Measure everything and print the table."""
    with running_chromium() as browser:
        print(f"{'milliseconds':<58}{'median':>7}{'95 %':>7}{'n':>6}   {'goal':>11}")
        cold = [cold_start(browser) for _ in range(5)]
        print(Line("first page of a new server, until its tree", cold, 2000, None).text(), flush=True)
        one_server(browser)


def cold_start(browser: Browser) -> float:
    """Opening the lesson, the first page of a server that has just started."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as url:
        return first_page(browser, url, "", 1)[0]


def one_server(browser: Browser) -> None:
    """Measure and print all that one server answers."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as url:
        warm = first_page(browser, url, "", 5)
        print(Line("first page of a new browser, until its tree", warm, 1400, None).text(), flush=True)
        movements(browser, url)
        for name, query in (("T1, 200 rounds", T1), ("Sonar, 200 rounds", SONAR)):
            picture, whole = steps(browser, url, query, STEPS)
            print(Line(f"{name}: key to the first frame", picture, 8, 16).text())
            print(Line(f"{name}: key to all parts", whole, 20, 40).text(), flush=True)
        other_acts(browser, url)
        for name, query in (("T1", T1), ("Sonar", SONAR)):
            whole, answers = with_a_crowd(browser, url, query)
            print(Line(f"{name}, {PEOPLE} others stepping: key to all parts", whole, 20, 40).text())
            print(Line(f"{name}, {PEOPLE} others: what they asked for", answers, 10, 40).text(), flush=True)


if __name__ == "__main__":
    main()
