"""A new data set is one entry with its loader: it is in every list of data sets, and opens on every page."""

from collections.abc import Iterator

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, quiet
from workbench.data.catalogue import DATASETS, DatasetInfo, dataset_ids, load_dataset
from workbench.data.sources import Content
from workbench.link.values import read
from workbench.shell.registry import PAGES

pytestmark = pytest.mark.sweep

LESSONS = [entry.path for entry in PAGES if "data" in entry.link_names]
LISTS = ("widget_data", "widget_ada_rows")
OF_GAPS = "missing_sparse_categorical.py"  # lists those with gaps, and what a reader opens
OF_CLASSES = ("adaboost.py", "several_classes.py")  # lessons that list no others
DEEP = {"prune_tree": "data", "leaf": "lesson", "tree_depth": 3, "n_estimators": 3}


def tides(noise: float, rng: np.random.Generator) -> Content:
    """Numbers over two features, one of them with a unit and a missing value."""
    X = rng.uniform(0.0, 4.0, size=(40, 2))
    y = np.sin(X[:, 0]) + X[:, 1] + noise * rng.standard_normal(40)
    X[3, 1] = np.nan
    return Content(X, y, ("hour", "wind"), "height", units=("h", "m/s"))


def leaves(_noise: float, rng: np.random.Generator) -> Content:
    """Three classes over three features."""
    codes = np.repeat(np.arange(3), 12)
    X = rng.standard_normal((36, 3)) + codes[:, np.newaxis]
    return Content(X, codes, ("length", "width", "veins"), "tree", class_names=("oak", "ash", "elm"))


def coins(_noise: float, _rng: np.random.Generator) -> Content:
    """Two classes over one feature."""
    X = np.arange(8.0)[:, np.newaxis]
    return Content(X, (X[:, 0] % 3 > 0).astype(np.int64), ("throw",), "side", class_names=("head", "tail"))


NEW = {
    info.id: info
    for info in (
        DatasetInfo("tides", "Tides", "regression", 0, True, "High and low.", "Made here.", tides),
        DatasetInfo("tree_leaves", "Tree leaves", "classification", 3, False, "Three.", "Made here.", leaves),
        DatasetInfo("coins", "Coins", "classification", 2, False, "Two sides.", "Made here.", coins),
    )
}


@pytest.fixture(autouse=True)
def new_data_sets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, info in NEW.items():
        monkeypatch.setitem(DATASETS, name, info)
    yield


def unfolded(at: AppTest) -> AppTest:
    """The page with every expander open, and all its settings."""
    for each in at.expander:
        at.session_state[f"folded_{each.label}"] = True
    at.session_state["more_settings"] = True
    return at.run()


@pytest.mark.parametrize("name", NEW)
@pytest.mark.parametrize("page", LESSONS)
def test_every_lesson_lists_and_opens_it(page: str, name: str) -> None:
    at = opened(page, data=name, **DEEP)
    assert quiet(at)
    (found,) = [each for each in at.selectbox if each.key in LISTS]
    takes = [name for name in NEW if page not in OF_CLASSES or NEW[name].task == "classification"]
    takes = ["tides"] if page == OF_GAPS else takes
    assert set(found.options) >= {NEW[each].title for each in takes}
    if name in takes:
        assert found.value == name
        assert not [toast.value for toast in at.toast]
    assert quiet(unfolded(at))
    assert held(at, "data") == name


@pytest.mark.parametrize("name", NEW)
@pytest.mark.parametrize("page", LESSONS)
def test_every_lesson_asks_about_it(page: str, name: str) -> None:
    """With a guess first, in the tree's other ways, and while one presents."""
    assert quiet(opened(page, data=name, guess=1, **DEEP))
    assert quiet(opened(page, data=name, present=1, prune_by="gamma", grow_policy="lossguide", **DEEP))


def test_nothing_else_has_to_know_it() -> None:
    assert dataset_ids()[-3:] == tuple(NEW)
    assert dataset_ids("classification")[-2:] == ("tree_leaves", "coins")
    assert read("data", "tides") == "tides"
    data = load_dataset("tides", noise=0.5, seed=3)
    assert (data.title, data.provenance, data.units) == ("Tides", "Made here.", ("h", "m/s"))
    assert not data.X.flags.writeable
    with pytest.raises(ValueError, match=r"noise=0\.5 must be 0 for 'coins'"):
        load_dataset("coins", noise=0.5)
