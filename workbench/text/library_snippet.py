"""The settings on the screen as a few lines of scikit-learn, XGBoost or LightGBM. Pure, without streamlit.

They boost the lesson's own rows up to the round that is shown, and print the loss and the first predictions.
"""

from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Any

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.handover.names import TITLES
from gbtlib.handover.settings_out import SettingsThere, settings_there
from workbench.data.catalogue import DATASETS, load_dataset
from workbench.models.settings import Settings
from workbench.text.data_snippet import data_lines, text_of
from workbench.text.templates import templates

MODULES = {"scikit-learn": "sklearn.ensemble", "xgboost": "xgboost", "lightgbm": "lightgbm"}
N_SHOWN = 5  # rows whose prediction is printed
QUIET = {"lightgbm": {"verbose": -1}}

_LINES = templates(__file__)


def library_snippet(settings: Settings, library: str, number: int) -> str | None:
    """The lines for a library after `number` rounds; None where it has not the loss, see why_not."""
    if why_not(settings, library) is not None:
        return None
    there = settings_in(settings, library, number)
    is_classes = DATASETS[settings.data].task == "classification"
    given = dict(there.params) | QUIET.get(library, {})
    categorical = load_dataset(settings.data).categorical
    by_category = f", categorical_feature={categorical}" if categorical and library == "lightgbm" else ""
    said = [*there.lost, *there.notes]
    rows = data_lines(settings.data, settings.noise, settings.seed)
    return _LINES["library"].format(
        rows=rows.after(f"from {MODULES[library]} import {there.estimator}"),
        comments="".join(
            f"{fill(each, 100, initial_indent='# ', subsequent_indent='# ')}\n" for each in said
        ),
        estimator=there.estimator,
        parameters="\n".join(f"    {name}={text_of(value)}," for name, value in rounded(given)),
        by_category=by_category,
        number=number,
        n=N_SHOWN,
        what="a probability for each class" if is_classes else "what is predicted",
        predict="predict_proba" if is_classes else "predict",
    )


def rounded(given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Keywords, numbers without the noise of a product's last bits."""
    for name, value in given.items():
        yield name, float(f"{value:.12g}") if isinstance(value, float) else value


def why_not(settings: Settings, library: str) -> str | None:
    """Why a library cannot boost this loss, in a sentence; None where it can."""
    try:
        settings_in(settings, library, 1)
    except ValueError as error:
        return f"{TITLES[library]} cannot: {error}."
    return None


def settings_in(settings: Settings, library: str, number: int) -> SettingsThere:
    """The settings in the keywords of a library. Errors: ValueError for a loss that it has not."""
    data = load_dataset(settings.data, noise=settings.noise, seed=settings.seed)
    kind = GradientBoostingRegressor if data.task == "regression" else GradientBoostingClassifier
    given = settings.parameters() | {"n_estimators": number, "early_stopping_rounds": None}
    model = kind(**given, categorical_features=data.categorical)
    return settings_there(model, library, len(data.class_names) or 2, data.X.shape[1])
