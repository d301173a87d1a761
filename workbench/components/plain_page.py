"""What stands around a lesson in one file of HTML that asks nobody: its head, its look, where it is from."""

import base64
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlencode

from workbench.paths import CONFIG_PATH
from workbench.text.templates import templates

_PARTS = templates(__file__)
# Whatever a component might ask for, it is not given.
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:"
)
OR_SAY_SO = '.catch(error => { document.getElementById("failed").hidden = false; throw error })'
"""Behind a promise of a page's script."""
MOST_BYTES = 2_000_000


@dataclass(frozen=True)
class Origin:
    """Where a page is from: question, title and data set at its top, the rest at its end.

    page: the name of the lesson's page; link: the values of the link to this moment. settings: a record of
    them, each field a parameter; None where there are none.
    """

    question: str
    title: str
    page: str
    data_set: str
    settings: Any
    link: Mapping[str, str]


def fitting(pages: Iterable[bytes]) -> bytes:
    """The first of some files that is small enough, else the last."""
    page = b""
    for page in pages:
        if len(page) <= MOST_BYTES:
            break
    return page


def page_around(origin: Origin, body: str, data: str, script: str, note: str = "", style: str = "") -> bytes:
    """A file, in UTF-8, with its head and what it is from.

    body: HTML, with its style. data: elements out of sight that the script reads; no script where the body
    is all. note: a sentence on what is missing.
    Errors: ValueError for a script that would end within the page.
    """
    if "</script" in script.lower() or "<!--" in script:
        raise ValueError("the scripts hold what would end them within a page")
    address = f"{origin.page}?{urlencode(origin.link)}" if origin.link else origin.page
    drawn = Template(_PARTS["drawn"]).substitute(data=data, script=script) if script else ""
    page = Template(_PARTS["page"]).substitute(
        policy=_POLICY,
        style=theme() + style,
        title=escape(origin.title),
        question=escape(origin.question),
        data_set=escape(origin.data_set),
        settings=escape(settings_words(origin.settings)),
        address=escape(address),
        note=escape(note),
        body=body,
        drawn=drawn,
    )
    return page.encode()


def settings_words(settings: Any) -> str:
    """Every setting that is set, with its value; a depth that is none has no limit."""
    if settings is None:
        return ""
    given = {each.name: getattr(settings, each.name) for each in fields(settings)}
    told = {
        name: f"{value:g}" if isinstance(value, float) else str(value)
        for name, value in given.items()
        if value is not None
    }
    if given.get("max_depth", 0) is None:
        told["max_depth"] = "no limit"
    return f"Settings: {', '.join(f'{name} = {value}' for name, value in told.items())}."


def theme() -> str:
    """The colours that Streamlit would define, in light and dark, as its configuration says."""
    themes = tomllib.loads(CONFIG_PATH.read_text(encoding="utf-8"))["theme"]
    light, dark = (_variables(themes[name]) for name in ("light", "dark"))
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"


@cache
def letters() -> str:
    """The letters of the live page, as Streamlit serves them, for which every picture has its room."""
    place = find_spec("streamlit")
    assert place is not None and place.origin is not None
    files = Path(place.origin).with_name("static").glob("static/media/SourceSansVF-Upright.*.woff2")
    text = "".join(base64.b64encode(each.read_bytes()).decode("ascii") for each in files)
    source = f"url(data:font/woff2;base64,{text})"
    return f'@font-face {{ font-family: "Source Sans"; font-weight: 100 900; src: {source}; }}\n'


def _variables(given: Mapping[str, str]) -> str:
    names = {"primary": "primaryColor", "background": "backgroundColor", "text": "textColor"}
    return " ".join(f"--st-{name}-color: {given[key]};" for name, key in names.items())


def out_of_sight(name: str, deflated: bytes) -> str:
    """The element in which a page's script finds data of that name."""
    text = base64.b64encode(deflated).decode("ascii")
    return f'<script type="text/plain" id="data-{name}" data-kind="bytes">{text}</script>'
