"""Parts of a page that draw themselves in the browser: plain JavaScript and SVG, laid out in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent


def register(name: str, html: str, *, scripts: Sequence[str] = ()) -> Any:
    """The component drawn by `name`.js and `name`.css.

    scripts: put before its own, in this order, after shared.js with what all components need.
    """
    sources = [_HERE / f"{part}.js" for part in ("shared", *scripts, name)]
    styles = [_HERE / f"{part}.css" for part in ("shared", name)]
    return st.components.v2.component(f"gbt_{name}", html=html, js=joined(sources), css=joined(styles))


def joined(files: Sequence[Path]) -> str:
    """The text of some files, one after the other; of those that exist."""
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())


def plain(value: Any) -> Any:
    """Records as dictionaries, as JSON takes them; tuples of numbers as they are, which asdict would copy."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return [plain(each) for each in value]
    return value
