"""A moment of a lesson in one file of HTML that asks nobody: it draws itself and steps without Python."""

from __future__ import annotations

import base64
import json
import tomllib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlencode

from workbench.components import SOURCES
from workbench.components.bundle import bundled
from workbench.components.page_question import PageQuestion
from workbench.components.verdict import SURE
from workbench.paths import CONFIG_PATH

_PAGE = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="$policy">
<link rel="icon" href="data:,">
<title>$title</title>
<style>$style</style>
</head>
<body>
<header>
<h1>$question</h1>
<p>$title: $data_set</p>
</header>
$body
<p class="origin">$note Saved from the workbench at <code>$address</code>. $settings Made with gbtlib.</p>
<noscript><p>This page draws itself by a script, which is turned off.</p></noscript>
<p id="failed" hidden>This browser cannot unpack the page: it takes one of 2023 or later.</p>
$data
<script>
$script
</script>
</body>
</html>
""")
_ASKS = """\
<div class="asks" role="group" aria-label="Question">
<p aria-live="polite"></p><div class="choices" role="group" aria-label="Your answer"></div>
<button type="button" class="mode">Guess first</button>
</div>
"""
_OFFER = '<div id="offer" data-component="verdict"></div>'
# Whatever a component might ask for, it is not given.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
_HERE = Path(__file__)
# A picture that is stepped through, and below it what is said of it and its tree.
STACKED = Template(_HERE.with_suffix(".html").read_text(encoding="utf-8"))
OR_SAY_SO = '.catch(error => { document.getElementById("failed").hidden = false; throw error })'
"""Behind a promise of a page's script."""
_LONG = 40  # letters of JSON, from which on a part is worth a name


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


@dataclass(frozen=True)
class Part:
    """A component in a page: the name of its script, and what Streamlit would send it at every step."""

    component: str
    data: Mapping[str, Any] | bytes


@dataclass(frozen=True)
class Steps:
    """All steps of a page, by their number; the first that is shown.

    A step has by the name of a part what this is sent beside its own data, and as "texts" words by name.
    questions: of the steps that ask one.
    """

    first: int
    each: Mapping[int, Mapping[str, Any]]
    questions: Mapping[int, PageQuestion] = field(default_factory=dict)


def fitting(pages: Iterable[bytes]) -> bytes:
    """The first of some files that is small enough, else the last."""
    page = b""
    for page in pages:
        if len(page) <= MOST_BYTES:
            break
    return page


def plain_page(
    origin: Origin, body: Template, parts: Mapping[str, Part], steps: Steps, note: str = ""
) -> bytes:
    """The file, in UTF-8.

    body: what stands below the top: $name is the place of a part; nothing where there is none. An element
    with data-says="name" says the text of that name of the step on the screen. note: a sentence on what is
    missing. What steps have for parts that are not in the page is left out.
    """
    places = {
        name: f'<div id="{name}" data-component="{part.component}"></div>' for name, part in parts.items()
    }
    each = {
        number: {name: sent for name, sent in step.items() if name in parts or name == "texts"}
        for number, step in steps.each.items()
    }
    asked = {number: question.sent(parts) for number, question in steps.questions.items()}
    whole = {"first": steps.first, "steps": each, "questions": asked, "sure": SURE}
    in_picture = any(question["place"] for question in asked.values())
    drawn = {**parts, **({"offer": Part("verdict", {"text": "", "stage": "open"})} if in_picture else {})}
    data: dict[str, Mapping[str, Any] | bytes] = {"steps": whole}
    data |= {name: part.data for name, part in drawn.items()}
    inside = (_ASKS if asked else "") + (_OFFER if in_picture else "")
    inside += "\n" + body.substitute(dict.fromkeys(body.get_identifiers(), "") | places)
    packed = "\n".join(_packed(name, each) for name, each in data.items())
    return page_around(
        origin, inside, packed, _script(sorted({part.component for part in drawn.values()})), note
    )


def page_around(origin: Origin, body: str, data: str, script: str, note: str = "") -> bytes:
    """A file, in UTF-8, with its head and what it is from.

    body: HTML. data: elements out of sight that the script reads. note: a sentence on what is missing.
    Errors: ValueError for a script that would end within the page.
    """
    if "</script" in script.lower() or "<!--" in script:
        raise ValueError("the scripts hold what would end them within a page")
    address = f"{origin.page}?{urlencode(origin.link)}" if origin.link else origin.page
    return _PAGE.substitute(
        policy=_POLICY,
        style=theme() + _HERE.with_suffix(".css").read_text(encoding="utf-8"),
        title=escape(origin.title),
        question=escape(origin.question),
        data_set=escape(origin.data_set),
        settings=escape(settings_words(origin.settings)),
        address=escape(address),
        note=escape(note),
        body=body,
        data=data,
        script=script,
    ).encode()


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


def _variables(given: Mapping[str, str]) -> str:
    names = {"primary": "primaryColor", "background": "backgroundColor", "text": "textColor"}
    return " ".join(f"--st-{name}-color: {given[key]};" for name, key in names.items())


def _packed(name: str, data: Mapping[str, Any] | bytes) -> str:
    """Data as they stand in the page: deflated, in base64, out of sight."""
    kind = "bytes" if isinstance(data, bytes) else "json"
    raw = data if isinstance(data, bytes) else _apart(data)
    return out_of_sight(name, zlib.compress(raw, 9), kind)


def out_of_sight(name: str, deflated: bytes, kind: str = "bytes") -> str:
    """The element in which a page's script finds data of that name."""
    text = base64.b64encode(deflated).decode("ascii")
    return f'<script type="text/plain" id="data-{name}" data-kind="{kind}">{text}</script>'


def _apart(data: Mapping[str, Any]) -> bytes:
    """JSON in which equal parts stand once: {"parts": […], "whole": data}, {"@": i} being part i.

    Steps have most of what they are sent in common, further apart than deflating looks back.
    """
    parts: dict[str, int] = {}

    def part(value: Any) -> Any:
        if isinstance(value, Mapping):
            value = {str(name): part(each) for name, each in value.items()}
        elif isinstance(value, list | tuple) and any(
            isinstance(each, Mapping | list | tuple | str) for each in value
        ):
            value = [part(each) for each in value]
        elif not isinstance(value, list | tuple | str):
            return value
        text = json.dumps(value, allow_nan=False)
        return {"@": parts.setdefault(text, len(parts))} if len(text) > _LONG else value

    whole = json.dumps(part(data), allow_nan=False)
    return f'{{"parts": [{", ".join(parts)}], "whole": {whole}}}'.encode()


def _script(components: list[str]) -> str:
    """The script of the page, with those of its components, each in a scope of its own."""
    page = bundled(_HERE.with_suffix(".js")).replace("\nexport default ", "\nconst $page = ")
    made = ",\n".join(_component(name) for name in components)
    return f"(() => {{\n{page}\n$page({{\n{made}\n}}){OR_SAY_SO}\n}})()"


def _component(name: str) -> str:
    found = SOURCES[name]
    html, style = (json.dumps(text).replace("</", "<\\/") for text in (found.html, found.style))
    draw = f"(() => {{\n{found.script}\nreturn $draw }})()"
    return f"{json.dumps(name)}: {{ html: {html}, style: {style}, draw: {draw} }}"
