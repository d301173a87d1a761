"""The mechanism of a stage in Chromium, with a lesson that has hardly anything else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.pagelog import WINDOW
from tests.browser.rest import at_rest
from tests.browser.running import running_server
from workbench.components.bundle import drawing_script, gathered
from workbench.stage.core import stage as live_stage

MODULE = "tests.workbench.stage.tiny.server"
TINY, LIVE = Path(__file__).with_name("tiny"), Path(live_stage.__file__).with_suffix(".js")
START = {"round": 1, "node": 0, "guess": 0}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the tiny lesson is, on a server of its own."""
    with running_server(tmp_path_factory.mktemp("tiny"), MODULE) as url:
        yield f"{url}/tiny"


@pytest.fixture
def tab(fresh_tab: Page) -> Page:
    return fresh_tab


@pytest.fixture
def own_log(browser: Browser) -> Iterator[Page]:
    """A browser of one's own, which may say that it does not reach the server."""
    context = browser.new_context(viewport=WINDOW)
    yield context.new_page()
    context.close()


def shows(page: Page, number: int, of: int = 50, node: int = 0) -> None:
    """All parts of the stage are where they should be, and so is the address."""
    expect(page.locator(".stage .round")).to_have_text(f"Round {number} of {of}: {number**2}")
    expect(page.locator(".stage .moment")).to_have_text(f"round {number}, node {node}")
    for name, value, usual in (("round", number, 1), ("node", node, 0)):
        pattern = re.compile(rf"[?&]{name}={value}(&|$)" if value != usual else rf"^(?!.*[?&]{name}=)")
        expect(page).to_have_url(pattern)


def says_below(page: Page, number: int, node: int = 0) -> None:
    expect(page.get_by_text(f"Below: round {number}, node {node}")).to_be_visible()


def go(page: Page, way: str = "Next", times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name=way, exact=True).click()


def rounds_slider(page: Page, key: str, times: int = 1) -> None:
    page.get_by_role("slider", name="Rounds").focus()
    for _ in range(times):
        page.keyboard.press(key)


def test_steps_and_clicks_ask_streamlit_for_nothing_until_the_stage_rests(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20")
    shows(tab, 1, 20)
    at_rest(tab)
    go(tab, times=5)
    shows(tab, 6, 20)
    tab.get_by_role("button", name="Node 2").click()
    shows(tab, 6, 20, node=2)
    says_below(tab, 6, 2)
    go(tab, "Back")
    shows(tab, 5, 20, node=2)
    says_below(tab, 5, 2)


@pytest.mark.parametrize("looks", ["scrolls there", "has it printed", "waits"])
def test_what_stands_out_of_sight_follows_when_one_looks_there(tab: Page, tiny: str, looks: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20")
    shows(tab, 1, 20)
    at_rest(tab)
    tab.clock.install()
    tab.set_viewport_size({"width": 1280, "height": 200})
    place = tab.locator(".stage").evaluate("stage => [stage.getBoundingClientRect().bottom, innerHeight]")
    assert place[0] >= place[1]
    for number in range(2, 5):
        # A pointer would scroll there.
        tab.get_by_role("button", name="Next", exact=True).dispatch_event("click")
        shows(tab, number, 20)
        tab.clock.fast_forward(3000)
        at_rest(tab, below=False)
        expect(tab.get_by_text("Below: round 1, node 0")).to_have_count(1)
    if looks == "scrolls there":
        tab.get_by_text("Below: round").scroll_into_view_if_needed()
    elif looks == "has it printed":
        tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    else:
        tab.clock.fast_forward(2000)
    expect(tab.get_by_text("Below: round 4, node 0")).to_have_count(1)


def test_an_act_is_seen_before_the_server_hears_of_it(tab: Page, tiny: str) -> None:
    """Asking takes longer than drawing: nothing is asked until a frame has come."""
    tab.goto(tiny)
    shows(tab, 1)
    at_rest(tab)
    next_button = tab.get_by_role("button", name="Next", exact=True)
    before, after = next_button.evaluate("""async next => {
      const { fetch, requestAnimationFrame } = window, frames = []
      let asked = 0
      window.fetch = (...given) => {
        asked++
        return fetch(...given)
      }
      window.requestAnimationFrame = act => frames.push(act)
      next.click()
      for (let timers = 0; timers < 5; timers++) await new Promise(done => setTimeout(done))
      const before = asked
      Object.assign(window, { requestAnimationFrame })
      frames.forEach(act => requestAnimationFrame(act))
      while (!asked) await new Promise(requestAnimationFrame)
      Object.assign(window, { fetch })
      return [before, asked]
    }""")
    assert before == 0 and after > 0


def test_what_the_moment_shows_instead_is_what_the_address_says(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20")
    tab.get_by_role("button", name="Node 9").click()
    shows(tab, 1, 20, node=6)


def test_a_setting_keeps_the_cursor_and_what_is_beyond_comes_back(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20&round=19")
    shows(tab, 19, 20)
    rounds_slider(tab, "ArrowLeft", 3)
    shows(tab, 17, 17)
    rounds_slider(tab, "ArrowRight", 2)
    shows(tab, 19, 19)
    go(tab, "Back", 4)
    rounds_slider(tab, "ArrowLeft")
    shows(tab, 15, 18)


def test_what_python_sets_comes_to_the_stage_and_nothing_older(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20")
    tab.get_by_role("button", name="Node 2").click()
    go(tab, times=3)
    tab.get_by_role("button", name="To the root").click()
    go(tab, times=2)
    shows(tab, 6, 20, node=0)
    tab.get_by_role("button", name="Node 2").click()
    rounds_slider(tab, "ArrowRight")
    shows(tab, 6, 21, node=2)
    says_below(tab, 6, 2)


def test_back_and_forward_lead_through_settings_and_rounds(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20&round=4")
    shows(tab, 4, 20)
    rounds_slider(tab, "ArrowRight")
    shows(tab, 4, 21)
    go(tab, times=3)
    shows(tab, 7, 21)
    tab.go_back()
    shows(tab, 4, 20)
    go(tab)
    shows(tab, 5, 20)
    tab.go_forward()
    shows(tab, 7, 21)
    tab.go_back()
    shows(tab, 5, 20)
    says_below(tab, 5)


def test_a_way_that_is_taken_at_once_finds_the_last_step_again(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20")
    shows(tab, 1, 20)
    at_rest(tab)
    go(tab, times=4)
    tab.get_by_role("link", name=re.compile("^The lesson before")).click()
    expect(tab.get_by_role("heading", level=1)).not_to_have_text("How small can a stage be?")
    assert "round=" not in tab.url
    tab.go_back()
    shows(tab, 5, 20)
    go(tab)
    tab.get_by_role("link", name=re.compile("^The lesson before")).click()
    expect(tab.get_by_role("heading", level=1)).not_to_have_text("How small can a stage be?")
    tab.get_by_role("link", name=re.compile("^The lesson after")).click()
    shows(tab, 6, 20)
    says_below(tab, 6)


def test_a_reload_and_another_browser_find_what_is_shown(tab: Page, browser: Browser, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20")
    shows(tab, 1, 20)
    go(tab, times=2)
    tab.get_by_role("button", name="Node 2").click()
    tab.reload()
    shows(tab, 3, 20, node=2)
    says_below(tab, 3, 2)
    other = browser.new_page()
    other.goto(tab.url)
    shows(other, 3, 20, node=2)
    other.close()


def test_two_tabs_of_one_browser_do_not_meet(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=20")
    shows(tab, 1, 20)
    other = tab.context.new_page()
    other.goto(f"{tiny}?n_estimators=20&round=9")
    shows(other, 9, 20)
    go(other)
    tab.bring_to_front()
    go(tab)
    for page, number in ((tab, 2), (other, 10)):
        page.bring_to_front()
        rounds_slider(page, "ArrowRight")
        shows(page, number, 21)
        says_below(page, number)


def loose(page: Page, url: str) -> Page:
    """The tiny page with a place for another stage: `mount(run)` calls the component as Streamlit does."""
    with page.expect_response("**/record") as sent:
        page.goto(url)
    shows(page, 1)
    text, (opener, view) = gathered([TINY / "opener.js", TINY / "view.js"])
    facts = {
        **{"stage": sent.value.url.split("/")[-2], "view": "tiny", "page": "loose", "token": "t", "put": {}},
        **{"n_steps": 50, "step": "round", "low": 1, "first": 1, "present": False},
        **{"follows": ["round", "node"], "resets": {}, "settings": {}, "numbers": ["round", "node", "guess"]},
        **{"cursor": START, "usual": START},
    }
    script = f"{drawing_script(LIVE)}\n{text}"
    page.evaluate(f"""() => {{
        {script}
        const place = document.body.appendChild(document.createElement("div"))
        place.id = "loose"
        place.innerHTML = '<div class="stage"></div>'
        Object.assign(globalThis, {{ nOpened: 0, nClosed: 0 }})
        const views = () => ({{
            openStage: facts => {{
                nOpened += 1
                return {opener}.openStage(facts)
            }},
            views: {{ tiny: {{ view: {view}.view, style: "" }} }},
        }})
        const call = {{ parentElement: place, setTriggerValue: () => {{}} }}
        globalThis.mount = run => $draw({{ ...call, data: {{ ...{json.dumps(facts)}, run }} }}, views)
    }}""")
    return page


CLIPPED = """async ([script, wanted, data]) => {
  const { clipped } = await import("data:text/javascript," + encodeURIComponent(script))
  return clipped(wanted, data)
}"""


@pytest.mark.parametrize(("column", "shown"), [(None, None), (0, 0), (3, 3), (4, None)])
def test_a_place_beyond_the_last_is_the_default(tab: Page, column: int | None, shown: int | None) -> None:
    script = LIVE.with_name("record_source.js").read_text(encoding="utf-8")
    data = {"step": "round", "n_steps": 5, "low": 1, "first": 1}
    places = {"ends": {"column": 3}, "usual": {"column": None}}
    found = tab.evaluate(CLIPPED, [script, {"round": 9, "column": column}, data | places])
    assert found == {"round": 5, "column": shown}


@pytest.mark.parametrize("calls", ["const end = mount(1); mount(2); end()", "mount(2); mount(1)()"])
def test_streamlit_ends_a_call_that_another_has_overtaken(tab: Page, tiny: str, calls: str) -> None:
    """Behind the later call, whichever it made first: the stage goes on, until it leaves the page."""
    page = loose(tab, tiny)
    page.evaluate(f"() => {{ {calls} }}")
    stage = page.locator("#loose")
    expect(stage.locator(".round")).to_have_text("Round 1 of 50: 1")
    stage.get_by_role("button", name="Node 2").dispatch_event("click")
    expect(stage.locator(".moment")).to_have_text("round 1, node 2")
    stage.get_by_role("button", name="Next").dispatch_event("click")
    expect(stage.locator(".moment")).to_have_text("round 2, node 2")
    page.evaluate("() => { const end = mount(3); document.querySelector('#loose').remove(); end() }")
    assert page.evaluate("[nOpened, nClosed]") == [1, 1]


def test_a_stage_that_is_left_before_its_record_came_never_opens(tab: Page, tiny: str) -> None:
    page = loose(tab, tiny)
    page.evaluate("() => { const end = mount(1); document.querySelector('#loose').remove(); end() }")
    page.evaluate("() => new Promise(done => setTimeout(done))")
    assert page.evaluate("nOpened") == 0


def test_a_picture_stays_whole_until_all_of_the_next_one_has_come(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=28")
    shows(tab, 1, 28)
    at_rest(tab)
    late: list[Route] = []
    tab.route("**/moment?*", lambda route: late.append(route))
    with tab.expect_response("**/record") as record:
        rounds_slider(tab, "ArrowRight")
    record.value.finished()
    expect(tab.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(tab.locator(".stage[data-awaits]")).to_have_count(1)
    assert late
    shows(tab, 1, 28)
    tab.unroute("**/moment?*")  # what was held goes on
    shows(tab, 1, 29)
    expect(tab.locator(".stage[data-awaits]")).to_have_count(0)


def test_of_what_is_pressed_in_a_picture_that_is_on_its_way_out_the_step_counts(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=28")
    shows(tab, 1, 28)
    at_rest(tab)
    late: list[Route] = []
    tab.route("**/moment?*", lambda route: late.append(route))
    rounds_slider(tab, "ArrowRight")
    expect(tab.locator(".stage[data-awaits]")).to_have_count(1)
    go(tab, times=3)
    tab.get_by_role("button", name="Node 2").click()
    assert late
    tab.unroute("**/moment?*")
    shows(tab, 4, 29, node=0)
    says_below(tab, 4, 0)
    tab.get_by_role("button", name="Node 2").click()
    shows(tab, 4, 29, node=2)


def test_what_the_server_no_longer_has_it_makes_anew(own_log: Page, tiny: str) -> None:
    tab = own_log
    tab.goto(f"{tiny}?n_estimators=23")
    shows(tab, 1, 23)
    at_rest(tab)
    tab.get_by_role("button", name="Forget from below").click()
    at_rest(tab)
    tab.get_by_role("button", name="Node 2").click()
    shows(tab, 1, 23, node=2)


def test_a_restarted_server_goes_on_where_the_stage_is(own_log: Page, tmp_path: Path) -> None:
    tab = own_log
    with running_server(tmp_path, MODULE) as url:
        tab.goto(f"{url}/tiny?n_estimators=22")
        shows(tab, 1, 22)
        at_rest(tab)
        go(tab, times=3)
        shows(tab, 4, 22)
    go(tab, times=2)
    expect(tab.locator(".stage .round")).to_have_text("Round 6 of 22: 36")
    with running_server(tmp_path, MODULE, port=int(url.rpartition(":")[2])):
        shows(tab, 6, 22)
        says_below(tab, 6)
        tab.get_by_role("button", name="Node 2").click()
        shows(tab, 6, 22, node=2)


def test_over_a_slow_network_the_last_of_many_steps_comes(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=29")
    shows(tab, 1, 29)
    at_rest(tab)
    slow = {"offline": False, "latency": 300, "downloadThroughput": 125_000, "uploadThroughput": 125_000}
    tab.context.new_cdp_session(tab).send("Network.emulateNetworkConditions", slow)
    go(tab, times=20)
    expect(tab.locator(".stage .round")).to_have_text("Round 21 of 29: 441")
    shows(tab, 21, 29)
    says_below(tab, 21)


def test_what_is_passed_in_a_hurry_waits_for_what_comes_next(tab: Page, tiny: str) -> None:
    tab.goto(f"{tiny}?n_estimators=30")
    shows(tab, 1, 30)
    at_rest(tab)
    asked: list[Route] = []
    tab.route("**/moment?**", lambda route: asked.append(route))
    go(tab, times=15)
    expect(tab.locator(".stage .round")).to_have_text("Round 16 of 30: 256")
    with tab.expect_request(lambda request: "round=17" in request.url):
        for route in asked[:5]:  # as many as are under way at once
            route.continue_()
    rounds = [int(re.findall(r"round=(\d+)", route.request.url)[0]) for route in asked]
    assert not {13, 14, 15} & set(rounds)
