"""Components in one file of HTML that asks nobody: it draws itself without Streamlit and without Python."""

from __future__ import annotations

import base64
import json
import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from workbench.charts import colours
from workbench.components import SOURCES
from workbench.components.bundle import bundled
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
$body
<noscript><p>This page draws itself by a script, which is turned off.</p></noscript>
<p id="failed" hidden>This browser cannot unpack the page: it takes one of 2023 or later.</p>
$data
<script>
$script
</script>
</body>
</html>
""")
# Whatever a component might ask for, it is not given.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
_HERE = Path(__file__)


@dataclass(frozen=True)
class Part:
    """A component in a page: the name of its script, and what Streamlit would send it."""

    component: str
    data: Mapping[str, Any] | bytes


def plain_page(
    title: str,
    body: Template,
    words: Mapping[str, str],
    parts: Mapping[str, Part],
    ahead: Mapping[str, Any],
) -> str:
    """The text of the file.

    body: what stands in the page: $name is the place of a part, or words as they are, by name. An element
    with data-says="name" says the text of that name of the round on the screen.
    ahead: {"context": …, "rounds": {round: …}} as in send_ahead; a round also has its "texts" by name.
    """
    places = {
        name: f'<div id="{name}" data-component="{part.component}"></div>' for name, part in parts.items()
    }
    data = {"ahead": ahead} | {name: part.data for name, part in parts.items()}
    return _PAGE.substitute(
        policy=_POLICY,
        title=escape(title),
        style=theme() + _HERE.with_suffix(".css").read_text(encoding="utf-8"),
        body=body.substitute({name: escape(text) for name, text in words.items()} | places),
        data="\n".join(_packed(name, each) for name, each in data.items()),
        script=_script(sorted({part.component for part in parts.values()})),
    )


def theme() -> str:
    """The colours that Streamlit would define, in light and dark, as its configuration says."""
    themes = tomllib.loads(CONFIG_PATH.read_text(encoding="utf-8"))["theme"]
    own = {"backgroundColor": colours.DARK_GROUND, "textColor": colours.DARK_TEXT}  # of Streamlit
    themes["dark"] = own | themes["dark"]
    light, dark = (_variables(themes[name]) for name in ("light", "dark"))
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"


def _variables(given: Mapping[str, str]) -> str:
    names = {"primary": "primaryColor", "background": "backgroundColor", "text": "textColor"}
    return " ".join(f"--st-{name}-color: {given[key]};" for name, key in names.items())


def _packed(name: str, data: Mapping[str, Any] | bytes) -> str:
    """Data as they stand in the page: deflated, in base64, out of sight."""
    kind = "bytes" if isinstance(data, bytes) else "json"
    raw = data if isinstance(data, bytes) else json.dumps(data, allow_nan=False).encode()
    text = base64.b64encode(zlib.compress(raw, 9)).decode("ascii")
    return f'<script type="text/plain" id="data-{name}" data-kind="{kind}">{text}</script>'


def _script(components: list[str]) -> str:
    """The script of the page, with those of its components, each in a scope of its own."""
    page = bundled(_HERE.with_suffix(".js")).replace("\nexport default ", "\nconst $page = ")
    made = ",\n".join(_component(name) for name in components)
    script = (
        f"(() => {{\n{page}\n$page({{\n{made}\n}})"
        '.catch(error => { document.getElementById("failed").hidden = false; throw error })\n})()'
    )
    if "</script" in script.lower() or "<!--" in script:
        raise ValueError("the scripts hold what would end them within a page")
    return script


def _component(name: str) -> str:
    found = SOURCES[name]
    html, style = (json.dumps(text).replace("</", "<\\/") for text in (found.html, found.style))
    draw = f"(() => {{\n{found.script}\nreturn $draw }})()"
    return f"{json.dumps(name)}: {{ html: {html}, style: {style}, draw: {draw} }}"
