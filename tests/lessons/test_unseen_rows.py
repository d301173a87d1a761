"""All lessons mean the same rows by unseen ones: those held out, or more rows of a formula without noise."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import opened, payloads
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import training_rows
from workbench.link.values import DATA
from workbench.shell.registry import PAGES
from workbench.text.unseen import unseen_words

LESSONS = [entry.path for entry in PAGES if DATA in entry.link_names]
OWN = {
    "your_own_loss.py": "a wave of its own, always with noise",
    "exact_or_histogram.py": "formulas always with noise",
}
CLASSES_ONLY = "adaboost.py"


def cards(at: AppTest) -> dict[str, Any]:
    return {word: card["here"] for each in payloads(at, "prose") for word, card in each["cards"].items()}


def test_the_words_say_how_many_and_from_where() -> None:
    said = {
        (name, noise): unseen_words(data, training_rows(data)[1])
        for name, noise in (("cos_x2", 0.0), ("cos_x2", 0.1), ("sonar", 0.0), ("hand4", 0.0))
        for data in [load_dataset(name, noise=noise)]
    }
    assert said == {
        ("cos_x2", 0.0): "1,000 more rows of the formula",
        ("cos_x2", 0.1): "1,500 of 5,000 rows",
        ("sonar", 0.0): "63 of 208 rows",
        ("hand4", 0.0): "none: 4 rows are too few to hold any out",
    }


@pytest.mark.parametrize("page", LESSONS)
@pytest.mark.parametrize("name", ["cos_x2", "sonar", "hand4", "hand5"])
def test_every_lesson_says_the_same_of_them(page: str, name: str) -> None:
    data = load_dataset(name)
    at = opened(page, data=name, n_estimators=2)
    said = cards(at).get("unseen")
    if page == CLASSES_ONLY and data.task == "regression":
        assert said == "90 of 300 rows"  # of the data set that it shows instead
        return
    if said is None or page in OWN or at.session_state["store"].values[DATA] != name:
        return
    assert said == unseen_words(data, training_rows(data)[1])
