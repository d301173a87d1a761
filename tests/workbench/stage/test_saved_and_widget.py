"""A stage in a file by itself, and in a notebook: what stands in them, and that they work in Chromium."""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.saved_pages import is_alone
from tests.workbench.stage.tiny.lesson import record_of, stage_of
from tests.workbench.stage.unpacking import unpacked
from workbench.components import views
from workbench.components.plain_page import MOST_BYTES, Origin
from workbench.stage import saved
from workbench.stage.saved import saved_stage
from workbench.stage.widget import widget_answer, widget_module, widget_record

HERE = Path(__file__).parent / "tiny"
ORIGIN = Origin("How small?", "Tiny", "tiny", "Nothing", None, {"round": "3"})
CURSOR = {"round": 3, "node": 0, "guess": None, "n_estimators": 8}


@pytest.fixture(autouse=True)
def _tiny_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(views.VIEWS, "tiny", HERE / "view.js")
    monkeypatch.setattr(views, "OPENER", HERE / "opener.js")


def facts_of(page: bytes) -> dict[str, object]:
    """What the file has of the stage."""
    (text,) = re.findall(r'id="data-stage" data-kind="bytes">([^<]*)<', page.decode())
    found: dict[str, object] = unpacked(base64.b64decode(text))
    return found


def test_a_file_has_every_step_and_its_moment() -> None:
    stage = replace(stage_of(8), too_large="too large")
    page = saved_stage(ORIGIN, stage, CURSOR)
    facts = facts_of(page)
    assert facts["cursor"] == {"round": 3, "node": 0, "guess": None}
    assert facts["record"]["squares"].tolist() == record_of(8)["squares"].tolist()  # type: ignore[index]
    assert facts["moments"] == {
        str(number): {"words": f"round {number}, node 0", "shown": {"node": 0}} for number in range(1, 9)
    }
    assert is_alone(page.decode())
    assert "tiny?round=3" in page.decode()
    assert "too large" not in page.decode()


def test_a_file_that_would_be_too_large_says_so_and_leaves_the_moments_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(saved.fitting.__globals__, "MOST_BYTES", 100)
    stage = replace(stage_of(8), too_large="No moments: too large.")
    page = saved_stage(ORIGIN, stage, CURSOR)
    assert facts_of(page)["moments"] == {}
    assert "No moments: too large." in page.decode()
    assert len(page) < MOST_BYTES


def test_the_file_steps_by_itself(alone: Page, tmp_path: Path) -> None:
    (tmp_path / "saved.html").write_bytes(saved_stage(ORIGIN, stage_of(8), CURSOR))
    alone.goto((tmp_path / "saved.html").as_uri())
    expect(alone.locator(".round")).to_have_text("Round 3 of 8: 9")
    assert alone.evaluate("document.fonts.load('16px Source Sans').then(found => found.length)") == 1
    for number in (4, 5):
        alone.get_by_role("button", name="Next").click()
        expect(alone.locator(".round")).to_have_text(f"Round {number} of 8: {number**2}")
        expect(alone.locator(".moment")).to_have_text(f"round {number}, node 0")
    alone.get_by_role("button", name="Node 2").click()  # of which it has no moment
    expect(alone.locator(".moment")).to_have_text("round 5, node 0")


MODEL = """
([script, record]) => {
  const heard = new Set(), model = globalThis.model = {
    values: { record: new DataView(Uint8Array.from(atob(record), each => each.charCodeAt(0)).buffer) },
    sent: [], get: name => model.values[name], set: (name, value) => { model.values[name] = value },
    save_changes: () => {}, send: content => model.sent.push(content),
    on: (_, act) => heard.add(act), off: (_, act) => heard.delete(act),
    answer: (content, text) => {
      const bytes = Uint8Array.from(atob(text), each => each.charCodeAt(0))
      for (const act of heard) act(content, [new DataView(bytes.buffer)])
    },
    isHeard: () => heard.size > 0,
  }
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }))
  return import(url).then(async module => {
    globalThis.leave = await module.default.render({ model, el: document.body })
  })
}
"""


@pytest.fixture
def notebook(page: Page) -> Iterator[Page]:
    """A page in which a widget is drawn as anywidget does it."""
    page.goto("about:blank")
    sent = base64.b64encode(widget_record(stage_of(8), CURSOR)).decode()
    page.evaluate(MODEL, [widget_module("tiny"), sent])
    yield page


def test_a_widget_asks_its_model_for_moments_and_tells_it_the_cursor(notebook: Page) -> None:
    expect(notebook.locator(".round")).to_have_text("Round 3 of 8: 9")
    notebook.get_by_role("button", name="Node 9").click()
    asked = notebook.evaluate("model.sent")
    assert asked == [{"moment": {"round": 3, "node": 0}}, {"moment": {"round": 3, "node": 9}}]
    assert notebook.evaluate("model.values.cursor") == {"round": 3, "node": 9, "guess": None}
    content, (moment,) = widget_answer(stage_of(8), asked[1])
    notebook.evaluate(
        "([at, moment]) => model.answer(at, moment)", [content, base64.b64encode(moment).decode()]
    )
    expect(notebook.locator(".moment")).to_have_text("round 3, node 6")
    notebook.evaluate("leave()")
    assert not notebook.evaluate("model.isHeard()")
    assert json.dumps(content) == '{"at": {"round": 3, "node": 9}}'
