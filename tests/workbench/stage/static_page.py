"""A stage in a page by itself, without Streamlit: for tests of what is drawn, and for looking at it."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import streamlit
from playwright.sync_api import Page

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


def open_stage(page: Page, folder: Path, fit: BoostedModel, k: int = 0, **options: Any) -> None:
    """Show a fit's stage, at rest. options: of page_text."""
    if not hasattr(page, "stage_fit"):
        page.expose_function("momentOf", lambda at: plain(moment_of(*page.stage_fit, START | at)))  # type: ignore[attr-defined]
    page.stage_fit = (fit, k)  # type: ignore[attr-defined]
    path = folder / "stage.html"
    path.write_text(page_text(fit, k, **options), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function("() => window.S && S.resting() && document.fonts.status === 'loaded'")
    page.wait_for_function("() => S.at.round === 0 || S.own.cut?.moment")
