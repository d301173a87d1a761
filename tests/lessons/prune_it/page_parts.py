"""What the page on pruning shows, as tests read it."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from tests.pages import paragraphs, payloads, quiet

PAGE = "prune_it.py"


def picture(at: AppTest) -> dict[str, Any]:
    (found,) = payloads(at, "price_picture")
    return found


def columns(found: dict[str, Any]) -> dict[str, list[float]]:
    return dict(found["columns"])


def texts(at: AppTest) -> str:
    return "\n".join(paragraphs(at))


def click(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()
    assert quiet(at)
