"""A stage in a page by itself, without Streamlit: for tests of what is drawn, and for looking at it."""

import base64
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import streamlit
from playwright.sync_api import Browser, Page

from workbench.components.bundle import drawing_script
from workbench.lessons.boosting_rounds.moment import HELD, moment_of
from workbench.lessons.boosting_rounds.record import record_of
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings

WORKBENCH = Path(__file__).parents[3] / "workbench"
STYLES = (WORKBENCH / "stage/kit/kit.css", WORKBENCH / "lessons/boosting_rounds/view.css")
GROUNDS = {"light": "#ffffff", "dark": "#101418"}
START = {name: 0 if name in ("round", "node") else None for name in HELD} | {"guess": 0}
FONT = next((Path(streamlit.__file__).parent / "static").rglob("SourceSansVF-Upright*.woff2"))
PAGE = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


def plain(value: Any) -> Any:
    """A record as JSON takes it: arrays as their kind and base64."""
    if isinstance(value, np.ndarray):
        little = np.ascontiguousarray(value, dtype=value.dtype.newbyteorder("<"))
        return {"$kind": value.dtype.name, "bytes": base64.b64encode(little.tobytes()).decode()}
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


@cache
def fitted(**settings: Any) -> BoostedModel:
    """A fit, made once."""
    return fit_boosted_model(Settings(**settings))


def page_text(fit: BoostedModel, k: int = 0, *, theme: str = "light", **cursor: Any) -> str:
    """The page of a fit."""
    data = {"record": plain(record_of(fit, k)), "cursor": START | cursor}
    return PAGE.substitute(
        font=base64.b64encode(FONT.read_bytes()).decode(),
        ground=GROUNDS[theme],
        style="\n".join(path.read_text(encoding="utf-8") for path in STYLES if path.is_file()),
        data=json.dumps(data).replace("</", "<\\/"),
        script=drawing_script(Path(__file__).with_name("mounted.js")),
    )


@contextmanager
def stage_tab(browser: Browser, **options: Any) -> Iterator[Page]:
    """A tab for a stage, whose time is told by `page.clock`; in the end without an error."""
    context = browser.new_context(viewport={"width": 1280, "height": 712}, **options)
    tab = context.new_page()
    errors: list[str] = []
    tab.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    shown: list[tuple[BoostedModel, int]] = []
    tab.shown = shown  # type: ignore[attr-defined]
    tab.expose_function("momentOf", lambda at: plain(moment_of(*shown[-1], START | at)))
    yield tab
    tab.evaluate("0")
    context.close()
    assert errors == []


def open_stage(page: Page, folder: Path, fit: BoostedModel, k: int = 0, **options: Any) -> None:
    """Show a fit's stage, at rest, in a tab of stage_tab. options: of page_text."""
    page.shown.append((fit, k))  # type: ignore[attr-defined]
    path = folder / "stage.html"
    path.write_text(page_text(fit, k, **options), encoding="utf-8")
    page.goto(path.as_uri())
    page.evaluate("document.fonts.ready.then(() => S.fit())")
    come(page)


def come(page: Page) -> None:
    """Draw the stage with all that Python says of the place where it is."""
    page.evaluate("S.draw()")
    hear(page, "S.at.round && S.moment({ ...S.at, cut: null })")
    page.evaluate("S.draw()")


def hear(page: Page, ask: str) -> None:
    """Ask Python for something, and wait for it: the time of the page may stand still."""
    page.evaluate(f"() => {{ {ask}; return whenHeard() }}")
