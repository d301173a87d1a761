"""A model that was trained on more rows than fit: its losses over all of them, beside those of the sample."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gbtlib.train import alone
from gbtlib.train.job import STAGED_LOSSES, Job
from gbtlib.train.pieces import features_of, pieces_of
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.given_model import columns_asked
from workbench.data.own_columns import columns_of
from workbench.data.own_table import Choices, own_table, usual_choices
from workbench.data.table_file import read_table
from workbench.lessons.boosting_rounds.all_rows import all_rows_chart, all_rows_words, told_losses
from workbench.models.all_rows import losses_of_all_rows
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.model_rows import with_rows
from workbench.models.own_model import own_model
from workbench.models.settings import settings_from


@pytest.fixture(scope="module")
def on_sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[BoostedModel, Path]:
    """A model trained on all of 900 rows, on the sample that is written beside it: all of them, too."""
    path = tmp_path_factory.mktemp("trained")
    random = np.random.default_rng(0)
    X = random.normal(size=(900, 2))
    frame = pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "y": X[:, 0] > X[:, 1] * random.normal(size=900)})
    for i in range(3):
        frame[i::3].astype(float).to_parquet(path / f"part-{i}.parquet")
    job = Job(str(path / "part-*.parquet"), "y", path / "out", loss="logistic", rounds=5)
    pieces = pieces_of(job.data)
    alone.write(job, *alone.train(job, pieces, features_of(pieces[0], "y")))
    columns = columns_of(read_table((job.out / "sample.parquet").read_bytes()))
    table = own_table("sample.parquet", columns, usual_choices(columns))
    DATASETS.keep(table.info)
    made = with_rows(own_model("model.json", (job.out / "model.json").read_bytes()), table.info.id)
    DATASETS.keep(made.info)
    return fit_boosted_model(settings_from({"data": made.info.id})), job.out


def test_losses_of_all_rows_are_those_of_a_sample_that_has_all(on_sample: tuple[BoostedModel, Path]) -> None:
    fit, out = on_sample
    told = told_losses(fit)
    assert told is not None and told.n_rows == 900
    written = json.loads((out / "losses.json").read_text(encoding="utf-8"))
    assert told.training.tolist() == written["training"]
    np.testing.assert_allclose(fit.losses[0, 1:], told.training, rtol=1e-5)
    np.testing.assert_allclose(fit.losses[1, 1:], told.held_out, rtol=1e-5)
    words = all_rows_words(fit, told, 5)
    assert words.startswith("Of the 900 rows of the whole table the log loss after round 5 is 0.")
    assert "of the 900 rows here it is 0." in words
    assert len(all_rows_chart(fit, told).data) == 4


def test_columns_are_matched_by_the_names_that_stand_in_the_file(
    on_sample: tuple[BoostedModel, Path],
) -> None:
    """Shown are both as "the number of rooms of…", one of them with a (2)."""
    given = DATASETS[on_sample[0].settings.data].model
    assert given is not None
    names = tuple(f"the number of rooms of the {where}" for where in ("house", "garden"))
    table = f"{names[1]},{names[0]},y\n1,4,1\n2,6,3\n3,5,2\n4,9,4\n"
    rows = own_table("t.csv", columns_of(read_table(table.encode())), Choices(2))
    DATASETS.keep(rows.info)
    found = load_dataset(rows.info.id).feature_names
    order, said = columns_asked(replace(given.opened, feature_names=names), found)
    assert (order, said) == ([1, 0], "Columns are matched by name.")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"metric": "rmse", "rows": 3, "training": [1], "held_out": []}']
)
def test_what_else_stands_in_the_file_is_not_taken_for_losses(
    on_sample: tuple[BoostedModel, Path], text: str
) -> None:
    given = DATASETS[on_sample[0].settings.data].model
    assert given is not None
    assert losses_of_all_rows(replace(given.opened, attributes={STAGED_LOSSES: text})) is None
    assert losses_of_all_rows(replace(given.opened, attributes={})) is None
