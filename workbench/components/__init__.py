"""Parts of a page that draw themselves in the browser: plain JavaScript and SVG, laid out in Python."""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import streamlit as st

# WORKAROUND streamlit 1.67, scripts are sent again.
# What Streamlit sends with every step. The script itself is in the page's head, see page_scripts.py.
_DRAW = Template('export default component => gbtDraw("$name", component)')
_SHARED_STYLE = Path(__file__).parent / "kit" / "shared.css"


@cache
def _roles() -> str:
    """The roles of colours by name, as a style: --model and others."""
    from workbench.charts import colours  # here, for a server starts faster without gbtlib

    return "".join(f"--{name}: {getattr(colours, name.upper())}; " for name in ("model", "residual", "other"))


SCRIPTS: list[Path] = []
"""The script of every component that was registered."""


def register(file: str | Path, html: str, *, is_styled: bool = True) -> Callable[..., Any]:
    """The component gbt_x of a module x.py, drawn by the x.js and the x.css beside it.

    file: the module's __file__, or the script itself where a module has several. is_styled: whether it has
    the style that all components share. Without html nothing is seen, and nothing has a style.
    """
    script = Path(file).with_suffix(".js")
    styles = [*([_SHARED_STYLE] if is_styled else []), script.with_suffix(".css")]
    css = "\n".join(style.read_text(encoding="utf-8") for style in styles if style.is_file())
    css = f":host {{ {_roles()}}}\n{css}" if html else ""
    SCRIPTS.append(script)
    js = _DRAW.substitute(name=script.stem)
    mount = st.components.v2.component(f"gbt_{script.stem}", html=html, js=js, css=css)

    def draw(*, data: Any = None, **others: Any) -> Any:
        # WORKAROUND streamlit 1.67, JSON is made twice.
        # Bytes are sent as they are; all else it would write as JSON a second time, to compare it.
        return mount(data=json.dumps(data).encode(), **others)

    return draw


def told(key: str, name: str) -> Any:
    """What the reader did just now in the component `key`, in a callback; None where it was something else.

    It is a trigger's value and gone after the run that it began: no later page can take it for news. Where
    the reader has left the component's page meanwhile, it is gone before.
    """
    return (st.session_state.get(key) or {}).get(name)


def when_told(key: str, name: str, callback: Callable[[], None]) -> Callable[[], None]:
    """A component's callback that is called only where told(key, name) says something."""

    def call() -> None:
        if told(key, name) is not None:
            callback()

    return call


def plain(value: Any) -> Any:
    """Records as dictionaries, as JSON takes them; tuples of numbers as they are, which asdict would copy."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return [plain(each) for each in value]
    return value
