"""The home page: its model's data, the way on, the marks of lessons that were seen."""

import numpy as np
from streamlit.testing.v1 import AppTest

from gbtlib import GradientBoostingRegressor
from tests.pages import opened, payloads, quiet
from workbench.home.wave import SETTINGS, points
from workbench.shell.registry import HOME, PAGES, all_pages


def links(at: AppTest) -> list[str]:
    return [link.proto.label for link in at.get("page_link")]


def cards(at: AppTest, kind: str) -> int:
    return sum(f'class="thumbnail {kind}"' in each.value for each in at.markdown)


def test_the_browser_gets_rows_and_parameters_of_the_model() -> None:
    (sent,) = payloads(opened("home.py"), "hero")
    x, y, unseen_x, unseen_y = points()
    assert (sent["x"], sent["y"]) == (x.tolist(), y.tolist())
    assert (sent["unseen"]["x"], sent["unseen"]["y"]) == (unseen_x.tolist(), unseen_y.tolist())
    assert sent["settings"] == SETTINGS
    assert np.all(np.diff(x) > 0)
    assert max(np.abs(y).max(), np.abs(unseen_y).max()) < sent["reach"]


def test_unseen_rows_tell_when_to_stop() -> None:
    x, y, unseen_x, unseen_y = points()
    model = GradientBoostingRegressor(**SETTINGS)
    model.fit(x[:, np.newaxis], y, validation=(unseen_x[:, np.newaxis], unseen_y))
    losses = [round_.validation_loss for round_ in model.trace_]
    assert 5 < int(np.argmin(losses)) < len(losses) - 5
    assert losses[-1] > 1.1 * min(losses)


def test_the_way_starts_with_the_first_lesson() -> None:
    at = opened("home.py")
    assert quiet(at)
    assert "Start with lesson 1" in links(at)
    assert (cards(at, "seen"), cards(at, "next"), cards(at, "")) == (0, 1, len(PAGES) - 1)


def test_home_leads_to_every_page() -> None:
    at = opened("home.py")
    linked = {link.proto.page for link in at.get("page_link")}
    assert linked >= {entry.name for entry in all_pages() if entry is not HOME}


def test_lessons_that_were_seen_are_marked_and_the_way_goes_on() -> None:
    at = opened(PAGES[1].path)
    at.switch_page("../pages/home.py").run()
    assert quiet(at)
    assert "Go on with lesson 3" in links(at)
    assert (cards(at, "seen"), cards(at, "next")) == (1, 1)
    assert [label for label in links(at) if label.endswith(" · visited")] == [
        f"**{PAGES[1].question}** {PAGES[1].title} · visited"
    ]
