"""Parts of a page that draw themselves in the browser: plain JavaScript and SVG, laid out in Python."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent


def register(name: str, html: str) -> Any:
    """The component drawn by `name`.js and `name`.css; what several of them need stands in shared.js."""
    javascript, css = (
        "\n".join((_HERE / f"{part}.{kind}").read_text(encoding="utf-8") for part in ("shared", name))
        for kind in ("js", "css")
    )
    return st.components.v2.component(f"gbt_{name}", html=html, js=javascript, css=css)


def plain(value: Any) -> Any:
    """Records as dictionaries, as JSON takes them; tuples of numbers as they are, which asdict would copy."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return [plain(each) for each in value]
    return value
