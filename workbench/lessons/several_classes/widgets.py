"""What is boosted on the page of the lesson: data set, parameters and all other settings."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.data.catalogue import DATASETS
from workbench.lessons.several_classes.model import (
    SETTINGS_HERE,
    Course,
    course_of,
    data_of,
    is_shown,
    softmax_settings,
)
from workbench.lessons.several_classes.values import OF_CLASS, ONE_TREE, OPENS_AT
from workbench.link.values import ROUND, ROW
from workbench.shell import own_tables, session
from workbench.shell.choice import chooser
from workbench.shell.current_fit import fit_of
from workbench.shell.head import Head
from workbench.shell.setting_controls import (
    base_score_field,
    main_controls,
    search_fields,
    set_in,
    title_of,
)


def current_course() -> Course:
    """What is boosted."""
    fit = fit_of(softmax_settings(session.values()))
    found = course_of(fit)
    session.clip(ROUND, found.n_rounds)
    session.clip(ROW, len(fit.dataset.y) - 1)
    session.clip(OF_CLASS, fit.n_classes - 1, None)
    return found


def own_head() -> Head:
    """The controls of the lesson."""
    return Head((data_chooser,), {}, more_settings, main_controls, SETTINGS_HERE)


def data_chooser(bar: DeltaGenerator) -> None:
    """The data set: one with classes."""
    words = {data: title_of(data) for data in own_tables.data_ids("classification") if is_shown(data)}
    shown = data_of(session.value("data"))
    anew = {ROUND: OPENS_AT, ROW: None, OF_CLASS: None, ONE_TREE: 0}
    chooser(bar, "Data set", words, "data", shown=shown, also=anew)


def more_settings() -> None:
    """The other settings that the lesson has."""
    data, place = data_of(session.value("data")), st.container()
    place.caption(f"**{title_of(data)}**: {DATASETS[data].description} {DATASETS[data].provenance}")
    set_in(place, "reg_lambda", "min_samples_split")
    base_score_field(place, data)
    search_fields(place)
    if DATASETS[data].takes_noise:
        set_in(place, "noise", "seed")
