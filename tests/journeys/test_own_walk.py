"""Somebody who does anything at all on a table or a model of one's own, in every lesson that takes it."""

import json
from pathlib import Path

import numpy as np
import pytest
import skops.io
import xgboost
from sklearn.ensemble import HistGradientBoostingRegressor

from tests.browser.fixtures import with_answers
from tests.browser.running import Server
from tests.journeys.acts import goes_back, goes_forward, reloads, saves_as_a_page
from tests.journeys.acts_with_files import (
    gives_it_rows,
    opens_a_model,
    opens_a_table,
    takes_the_model_to,
    takes_the_table_to,
)
from tests.journeys.person import Person
from tests.journeys.walker import Walker
from workbench.data.catalogue import load_dataset
from workbench.data.held_out import training_rows
from workbench.paths import DATASETS_DIR
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES

pytestmark = pytest.mark.wide

N_ACTS = 60  # one link is sent on the way
N_ACTS_OF_MODEL = 12  # on each lesson
LESSONS = [entry for entry in PAGES if "data" in entry.link_names]
CATBOOST = Path(__file__).parents[1] / "gbtlib" / "handover" / "golden" / "catboost_1.2.10_squared.json"
# Whose model, and the title of the data set of its rows; of the one of CatBoost none is shipped.
MODELS = {
    "XGBoost": "Breast cancer",
    "XGBoost of classes": "Iris",
    "LightGBM": "Automobile",
    "CatBoost": "",
    "scikit-learn": "Diabetes",
}
OF_MODEL = "Your model’s file"


@pytest.mark.parametrize(("seed", "lesson"), list(enumerate(LESSONS)), ids=[entry.name for entry in LESSONS])
def test_a_walk_on_a_table_of_ones_own_ends_well(
    person: Person, server: Server, seed: int, lesson: PageEntry
) -> None:
    person.arrives(f"{server.url}/your_data")
    file = "wine.csv" if lesson.name in ("adaboost", "several_classes") else "airquality.csv"
    person.does(opens_a_table(DATASETS_DIR / file))
    person.does(takes_the_table_to(lesson.title))
    Walker(person, seed).walk(N_ACTS)


def file_of(whose: str, folder: Path) -> Path:
    """A model's file."""
    if whose == "XGBoost":
        return DATASETS_DIR / "breast_cancer_xgboost.json"
    if whose == "LightGBM":
        return DATASETS_DIR / "automobile_lightgbm.txt"
    if whose == "CatBoost":
        case = json.loads(CATBOOST.read_text(encoding="utf-8"))
        (folder / "catboost.json").write_text(json.dumps(case["model"]), encoding="utf-8")
        return folder / "catboost.json"
    data = load_dataset("iris" if "classes" in whose else "diabetes")
    train, _ = training_rows(data)
    if whose == "scikit-learn":
        model = HistGradientBoostingRegressor(max_iter=12, max_leaf_nodes=6).fit(data.X[train], data.y[train])
        (folder / "binned.skops").write_bytes(skops.io.dumps(model))
        return folder / "binned.skops"
    params = {"objective": "multi:softprob", "num_class": 3, "max_depth": 3, "nthread": 1}
    names = [str(name) for name in data.feature_names]
    matrix = xgboost.DMatrix(data.X[train], label=data.y[train].astype(np.int64), feature_names=names)
    xgboost.train(params, matrix, 6).save_model(folder / "iris.ubj")
    return folder / "iris.ubj"


@pytest.mark.parametrize("whose", MODELS)
def test_a_model_is_walked_through_every_lesson_that_takes_it(
    person: Person, server: Server, tmp_path: Path, whose: str
) -> None:
    file = file_of(whose, tmp_path)

    def opens_it() -> None:
        person.arrives(f"{server.url}/open_a_model")
        person.does(opens_a_model(file))
        if MODELS[whose]:
            person.does(gives_it_rows(MODELS[whose]))

    opens_it()
    page = person.now.address
    ways = person.page.locator(":is(.st-key-ways_beside_model, .st-key-ways_beside_rows) a")
    said = " ".join(ways.all_inner_texts())
    titles = [entry.title for entry in PAGES if entry.title in said]
    assert len(titles) > 4 or not MODELS[whose]
    for seed, title in enumerate((OF_MODEL, *titles)):
        person.arrives(page)
        if "model=" not in person.now.address:
            opens_it()  # all files were forgotten on the walk
        person.does(takes_the_model_to(title))
        person.files_elsewhere |= person.now.files
        lesson = person.now.address
        person.sends_the_link()
        Walker(person, seed).walk(N_ACTS_OF_MODEL)
        person.arrives(with_answers(lesson))  # what asks tells nothing, and has nothing to take along
        for act in (saves_as_a_page(), reloads(), goes_back(), goes_forward()):
            person.does(act)
