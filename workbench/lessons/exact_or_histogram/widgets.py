"""Data, node and features above the stage of the lesson, and where its cursor is. Widgets."""

from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.exact_or_histogram.node_cuts import BINNED_DATA, MAX_BINS, NODES, Recipe, first_round
from workbench.lessons.exact_or_histogram.record import Place, place_of
from workbench.lessons.exact_or_histogram.values import (
    AS_ONEDAL,
    BINNED,
    BINS_FEATURE,
    BINS_LAMBDA,
    BINS_NODE,
    BINS_TOLD,
    HALVING,
    MAX_BIN,
)
from workbench.link.presets import Preset
from workbench.shell import session
from workbench.shell.choice import chooser, listed
from workbench.shell.head import Head
from workbench.shell.parameter_line import on_track, parameter_line
from workbench.shell.setting_controls import title_of

# Other cuts are asked about anew.
_ANEW = {MAX_BIN: None, HALVING: 0, BINS_TOLD: 0}

PRESETS = {
    "lesson": Preset(
        "Lesson’s defaults",
        _ANEW | {BINS_LAMBDA: 1.0, AS_ONEDAL: 0},
        "30 rounds of depth 3 at a rate of 0.3.",
    ),
    "onedal": Preset(
        "oneDAL’s defaults",
        _ANEW | {BINS_LAMBDA: 1.0, AS_ONEDAL: 1},
        "50 rounds of depth 6, 256 bins, five rows in a leaf.",
    ),
}
_LAMBDAS = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0)


def current_recipe() -> Recipe:
    """The data, and whose defaults."""
    return Recipe(session.value(BINNED), bool(session.value(AS_ONEDAL)), float(session.value(BINS_LAMBDA)))


def current_place() -> Place:
    """Where one looks, and a cursor that leads to what there is."""
    recipe = current_recipe()
    last = first_round(recipe).X.shape[1] - 1
    feature = session.clip(BINS_FEATURE, last, instead=None)
    asked = session.value(MAX_BIN)
    if asked not in (None, *MAX_BINS):
        session.put(**{MAX_BIN: max(each for each in MAX_BINS if each <= asked)})
    return place_of(recipe, session.value(BINS_NODE), feature)


def own_head() -> Head:
    """The controls of the lesson: the data set, whose defaults, and where one looks."""
    own = (BINNED, BINS_NODE, BINS_FEATURE, BINS_LAMBDA, AS_ONEDAL)
    return Head((data_chooser,), PRESETS, None, where_one_looks, own)


def data_chooser(bar: DeltaGenerator) -> None:
    """The data set."""
    words = {data: title_of(data) for data in BINNED_DATA}
    chooser(bar, "Data set", words, BINNED, also=_ANEW | {BINS_FEATURE: None})


def where_one_looks(line: DeltaGenerator) -> None:
    """Node and feature, and the penalty."""
    place = current_place()
    names = first_round(place.recipe).dataset.feature_names
    listed(line, "Node", dict(enumerate(NODES)), BINS_NODE, also=_ANEW | {BINS_FEATURE: None})
    if len(names) > 1:
        listed(line, "Feature", dict(enumerate(names)), BINS_FEATURE, shown=place.feature, also=_ANEW)
    parameter_line(line, [on_track(BINS_LAMBDA, _LAMBDAS, label="reg_lambda")], _ANEW)
