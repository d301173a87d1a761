"""Data, node and features above the stage of the lesson, and where its cursor is. Widgets."""

from streamlit.delta_generator import DeltaGenerator

from workbench.data.catalogue import DATASETS
from workbench.lessons.exact_or_histogram.node_cuts import NODES, FirstRound, Recipe, first_round
from workbench.lessons.exact_or_histogram.record import Place, place_of
from workbench.lessons.exact_or_histogram.values import (
    AS_ONEDAL,
    BINS_FEATURE,
    BINS_LAMBDA,
    BINS_NODE,
    BINS_TOLD,
    HALVING,
)
from workbench.link.presets import Preset
from workbench.link.values import CLASS, DATA
from workbench.shell import session
from workbench.shell.choice import listed
from workbench.shell.current_fit import end_page
from workbench.shell.head import Head
from workbench.shell.parameter_line import on_track, parameter_line
from workbench.shell.setting_controls import data_chooser

# Other cuts are asked about anew.
_ANEW = {HALVING: 0, BINS_TOLD: 0}

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
ONLY_CATEGORIES = "Bins are of numbers, and all columns of these rows are categories."
_LAMBDAS = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0)


def current_recipe() -> Recipe:
    """The data, whose defaults, and of several classes whose tree."""
    data, is_onedal = session.value(DATA), bool(session.value(AS_ONEDAL))
    n_trees = DATASETS[data].n_classes if DATASETS[data].n_classes > 2 else 1
    return Recipe(data, is_onedal, float(session.value(BINS_LAMBDA)), session.clip(CLASS, n_trees - 1))


def current_round() -> FirstRound:
    """Its first round. Ends the page with a message where there is none, or no feature has bins."""
    try:
        first = first_round(current_recipe())
    except ValueError as error:
        end_page(str(error))
    return first if first.features else end_page(ONLY_CATEGORIES)


def current_place() -> Place:
    """Where one looks, and a cursor that leads to what there is."""
    first = current_round()
    node = session.clip(BINS_NODE, first.tree.n_nodes - 1)
    feature = session.clip(BINS_FEATURE, first.features[-1], instead=None)
    if feature not in first.features:
        feature = None
        session.shows(**{BINS_FEATURE: None})
    return place_of(first.recipe, node, feature)


def own_head() -> Head:
    """The controls of the lesson: the data set, whose defaults, and where one looks."""
    own = (DATA, CLASS, BINS_NODE, BINS_FEATURE, BINS_LAMBDA, AS_ONEDAL)
    return Head((data_chooser,), PRESETS, None, where_one_looks, own)


def where_one_looks(line: DeltaGenerator) -> None:
    """Of several classes whose tree; node and feature, and the penalty."""
    place, first = current_place(), current_round()
    classes, names = first.dataset.class_names, first.dataset.feature_names
    elsewhere = _ANEW | {BINS_FEATURE: None}
    if len(classes) > 2:
        listed(line, "Tree of", dict(enumerate(classes)), CLASS, shown=place.recipe.k, also=elsewhere)
    nodes = dict(enumerate(NODES[: first.tree.n_nodes]))
    listed(line, "Node", nodes, BINS_NODE, shown=place.node, also=elsewhere)
    if len(first.features) > 1:
        words = {each: names[each] for each in first.features}
        listed(line, "Feature", words, BINS_FEATURE, shown=place.feature, also=_ANEW)
    # The feature stays, which may not have the best cut then.
    stays = {BINS_FEATURE: place.feature}
    parameter_line(line, [on_track(BINS_LAMBDA, _LAMBDAS, label="reg_lambda")], stays)
