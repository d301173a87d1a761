"""The browser writes a number as Python does, so that one number never reads in two ways."""

import json
import random

from playwright.sync_api import Page

from tests.browser.running import ROOT
from workbench.text.numbers import fixed, number, place_text, threshold_text

SCRIPT = (ROOT / "workbench" / "components" / "kit" / "numbers.js").read_text(encoding="utf-8")


def some_numbers() -> list[float]:
    draw = random.Random(0)
    spread = [draw.choice((-1, 1)) * 10 ** draw.uniform(-6, 11) for _ in range(2000)]
    halves = [draw.randrange(1, 10**7) / 2000 for _ in range(2000)]  # ties, most of which no float can hold
    return [0.0, -0.0, -0.0049, 0.125, -0.125, 1.0795, 0.5, 2.675, 999.5, 9999.5, 1e-3, 1e9, *spread, *halves]


def test_numbers_read_the_same_in_the_browser(page: Page) -> None:
    values = some_numbers()
    script = SCRIPT.replace("export ", "")
    each = "[shown(value), shown(value, 4), thresholdText(value), fixed(value, 2, true), fixed(value, 3), "
    each += "...[0, 2, 4, 7].map(n => thresholdText(value, n))]"
    read = f"values.map(value => {each})"
    found = page.evaluate(f"(() => {{ {script}\nconst values = {json.dumps(values)}\nreturn {read} }})()")
    said = [
        [
            *(number(value), number(value, 4), threshold_text(value), fixed(value, 2, plus=True)),
            *(fixed(value, 3), *(place_text(value, n) for n in (0, 2, 4, 7))),
        ]
        for value in values
    ]
    assert [
        (value, *pair) for value, *pair in zip(values, found, said, strict=True) if pair[0] != pair[1]
    ] == []
