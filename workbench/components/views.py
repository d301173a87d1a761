"""The views of the lessons' stages as one script: each module once, whoever imports it."""

import json
from collections.abc import Sequence
from pathlib import Path

from workbench.components.bundle import gathered

_PACKAGE = Path(__file__).parents[1]
OPENER = _PACKAGE / "stage" / "kit" / "clock.js"
"""Opens a stage with a view; the style beside it is that of all of them."""
VIEWS = {path.parent.name: path for path in sorted(_PACKAGE.rglob("view.js"))}
"""The script of each view, by the name of its folder; its style stands beside it."""


def views_script(names: Sequence[str] | None = None) -> str:
    """An expression: the views of some lessons, of all by default, each with its style; and openStage."""
    chosen = {name: VIEWS[name] for name in (VIEWS if names is None else names)}
    if not chosen:
        return "null"
    text, (opener, *views) = gathered([OPENER, *chosen.values()])
    each = ",\n".join(
        f"{json.dumps(name)}: {{ view: {view}.view, style: {_style_of(name)} }}"
        for name, view in zip(chosen, views, strict=True)
    )
    return f"(() => {{\n{text}\nreturn {{ openStage: {opener}.openStage, views: {{\n{each}\n}} }}\n}})()"


def _style_of(name: str) -> str:
    styles = [*sorted(OPENER.parent.glob("*.css")), VIEWS[name].with_suffix(".css")]
    text = "\n".join(style.read_text(encoding="utf-8") for style in styles if style.is_file())
    return json.dumps(text).replace("</", "<\\/")
