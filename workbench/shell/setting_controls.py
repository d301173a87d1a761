"""The controls that pages share: what is fitted. Each has the name of its parameter, and is in the link."""

from collections.abc import Collection, Mapping, Sequence
from math import isinf
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from gbtlib.checks.rules import Choice, Rule
from workbench.components.parameters import Parameter
from workbench.data.catalogue import DATASETS
from workbench.link.presets import Preset, chosen
from workbench.link.values import CRITERION, ENTRIES, PURITY, TREE_DEPTH, TREE_POINTS, TREE_SPLIT
from workbench.models.settings import USUAL, losses_for, misfits, start_at_zero
from workbench.paths import page_path
from workbench.shell import own_models, own_tables, session
from workbench.shell.choice import CHOOSER_WIDTH
from workbench.shell.cursor import ANOTHER_TREE
from workbench.shell.page_entry import PageEntry
from workbench.shell.parameter_line import (
    COUNTS,
    DEPTHS,
    LEAVES,
    RATES,
    of_names,
    on_track,
    parameter_line,
)

# What a list of data sets has at its end: the ways to the pages where a table and a model are opened.
OPENERS = {"your data": ("Your data …", "your_data.py"), "your model": ("Your model …", "open_a_model.py")}
_GO_TO = "page_to_go_to"
EVERY_CUT = "Every cut is scored: bins (tree_method hist) hold G and H, which only boosting on gradients has."
_WORDS = {
    USUAL: "usual for the data",
    "post": "post: grow, then prune",
    "pre": "pre: stop early",
    "full": "full: grow whatever the gain, then prune",
    "depthwise": "depthwise: level by level",
    "lossguide": "lossguide: best first",
    "learn": "learn: the better side",
    "left": "left: always",
    "midpoint": "midpoint: halfway",
    "observed": "observed: a value of the rows",
    "exact": "exact: every cut",
    "hist": "hist: cuts between bins",
}


WORDS = {
    "loss": "What is minimised.",
    "reg_lambda": "L2 penalty on leaf weights, ½ λ w².",
    "reg_alpha": "L1 penalty on leaf weights, α |w|.",
    "gamma": "Price of a leaf, in the unit of the loss; XGBoost's gamma is twice this one.",
    "pruning": "When gamma is charged.",
    "max_leaves": "Leaves of a tree at most.",
    "min_samples_leaf": "Rows that each child must have.",
    "min_samples_split": "Rows that a node must have to be split; its children may have fewer.",
    "min_child_weight": "Sum of hessians that each child must have.",
    "grow_policy": "Which open node is split next.",
    "missing": "Where rows without a value go.",
    "threshold": "Where a cut between two values lies: halfway, or at the lower of them.",
    "subsample": "Share of the rows that a round's trees are grown on.",
    "colsample_bynode": "Share of the features drawn at every node.",
    "seed": "Fixes everything random.",
    "noise": "Standard deviation of noise added to the data.",
    "early_stopping_rounds": "Stop when the loss of the unseen rows has not improved for so many rounds.",
    "tree_method": "Which cuts are scored: between all values, or between bins; a category has its own.",
    "max_bin": "Bins of a feature at most, by quantiles of the training rows.",
    "min_bin_size": "Rows that a bin of several values must have.",
    PURITY: "A node stays a leaf where one class has this share.",
    CRITERION: "How a mixture of classes is measured.",
}
"""What each parameter is, where it is set."""
_LABELS = {TREE_DEPTH: "max_depth", TREE_POINTS: "min_samples_leaf", TREE_SPLIT: "min_samples_split"}


def main_controls(line: DeltaGenerator) -> None:
    """learning_rate, max_depth and n_estimators of a boosted model."""
    parameters = (on_track("learning_rate", RATES), on_track("max_depth", DEPTHS), on_track("n_estimators"))
    parameter_line(line, parameters)


def tree_parameters(entry: PageEntry) -> list[Parameter]:
    """Depth, minimum of rows and criterion of one tree; its leaves where a lesson is about so many."""
    parameters = [
        *((on_track("max_leaves", LEAVES),) if "max_leaves" in entry.opening else ()),
        on_track(TREE_DEPTH, DEPTHS, label="max_depth"),
        on_track(TREE_POINTS, COUNTS, label="min_samples_leaf"),
    ]
    if CRITERION not in entry.has_itself and DATASETS[session.value("data")].task == "classification":
        parameters.append(of_names(CRITERION, _WORDS))
    return parameters


def more_tree_settings(entry: PageEntry, data: str) -> None:
    """Every other parameter of one tree; bins where the page has a tree that can be found by them."""
    st.caption(f"**{title_of(data)}**: {DATASETS[data].description} {DATASETS[data].provenance}")
    st.caption(
        "**max_depth**: questions from the root to the deepest leaf. "
        "**min_samples_leaf**: rows that each child must have. **criterion**: how a mixture of classes is "
        "measured; for numbers there is one."
    )
    has_bins = entry.has_bins(session.values())
    if not has_bins:
        st.caption(EVERY_CUT)
    left, right = st.columns(2, gap="medium")
    leaves = ["max_leaves"] * ("max_leaves" not in entry.opening)
    set_in(left, TREE_SPLIT, *leaves, "grow_policy", "missing")
    set_in(right, *[PURITY] * (DATASETS[data].task == "classification"), "seed", *noise_of(data))
    if has_bins:
        search_fields(right)


def more_settings(data: str) -> None:
    """Every other parameter of gbtlib's boosting; of a model that was opened there is none to set."""
    model = own_models.given()
    if model is not None:
        own_models.say_settings(model)
        return
    st.caption(f"**{title_of(data)}**: {DATASETS[data].description} {DATASETS[data].provenance}")
    st.caption(
        "**learning_rate**: factor on every leaf weight. **max_depth**: questions from the root of a tree to "
        "its deepest leaf. **n_estimators**: rounds of boosting; each adds one tree, or one a class."
    )
    left, middle, right = st.columns(3, gap="medium")
    set_in(left, "loss", "reg_lambda", "reg_alpha", "gamma", "pruning")
    set_in(left, "subsample", "colsample_bynode", "seed", *noise_of(data))
    set_in(middle, "max_leaves", "min_samples_leaf", "min_samples_split", "min_child_weight")
    set_in(middle, "grow_policy", "missing", "threshold")
    base_score_field(right, data)
    setting(right, "early_stopping_rounds", placeholder="never")
    search_fields(right)


def noise_of(data: str) -> list[str]:
    """The name of the noise, where a data set takes any."""
    return ["noise"] * DATASETS[data].takes_noise


def base_score_field(right: DeltaGenerator, data: str) -> None:
    """Where boosting starts: at the best constant, a prediction, or a raw prediction of 0."""
    zero = start_at_zero(data, at_rest("loss"))
    setting(right, "base_score", start_words(data, zero), placeholder="best constant")
    right.button(
        "Start at F = 0",
        key="start_at_zero",
        help=f"Sets base_score to {zero:g}: {meaning_of_zero(data)}",
        disabled=at_rest("base_score") == zero,
        on_click=session.take,
        kwargs={"base_score": zero},
        width="stretch",
    )


def start_words(data: str, zero: float) -> str:
    """What base_score is."""
    return (
        "The prediction before the first round; nothing in it: the constant with the smallest loss. "
        f"{zero:g} is F = 0: {meaning_of_zero(data)}"
    )


def meaning_of_zero(data: str) -> str:
    """What a raw prediction of 0 says before the first round."""
    info = DATASETS[data]
    if info.task == "regression":
        return "every row begins with a raw prediction of 0."
    if info.n_classes > 2:
        return "every class begins with a raw prediction of 0, so that all are equally probable."
    return "every row begins with a raw prediction of 0, a probability of one half."


def search_fields(right: DeltaGenerator, also: Mapping[str, Any] | None = None) -> None:
    """Which cuts are scored: all, or those between bins. also: values that are set with any of it."""
    setting(right, "tree_method", also=also)
    idle = "" if at_rest("tree_method") == "hist" else "Of bins, which tree_method hist has."
    for name in ("max_bin", "min_bin_size"):
        setting(right, name, idle=idle, also=also)


def experiments(presets: Sequence[Preset], panel: str, apart: Collection[str]) -> None:
    """Experiments of the write-ups, behind a button: a panel that closes over none of what one shows.

    What to look at in the one that the screen shows stands beneath it. panel: its key. apart: the names in
    which the screen may differ from it.
    """
    # Drawn when open only: else it would take as long as what stands beside it, at every step.
    place = st.popover("Experiments", key=panel, on_change="rerun")
    if place.open:
        with place:
            for i, preset in enumerate(presets):
                button, words = st.columns([2, 5], gap="small", vertical_alignment="center")
                button.button(
                    preset.title,
                    key=f"{panel}_{i}",
                    on_click=take_experiment,
                    args=(panel, preset.all_values()),
                    width="stretch",
                )
                words.caption(preset.words)
    shown = chosen(presets, session.values(), apart=apart)
    if shown is not None:
        st.markdown(f"**{shown.title}**: {shown.words}")


@session.callback
def take_experiment(panel: str, values: Mapping[str, Any]) -> None:
    """Show an experiment, and close the panel that would lie over it."""
    session.put(**values)
    st.session_state[panel] = False


def title_of(data: str) -> str:
    """A data set's title."""
    return OPENERS[data][0] if data in OPENERS else DATASETS[data].title


def data_chooser(
    place: DeltaGenerator, ids: Sequence[str] | None = None, titles: Mapping[str, str] | None = None
) -> None:
    """The data set, or the way to a table or a model of one's own.

    ids: of those that are listed; None for all. titles: of those that are called otherwise here.
    """
    page = st.session_state.pop(_GO_TO, None)
    if page is not None:
        st.switch_page(page_path(page))
    session.draw(
        place.selectbox,
        "Data set",
        [*(own_tables.data_ids() if ids is None else ids), *OPENERS],
        format_func=lambda each: (titles or {}).get(each) or title_of(each),
        key="widget_data",
        shown=session.value("data"),
        on_change=take_data,
        label_visibility="collapsed",
        width=CHOOSER_WIDTH,
    )


@session.callback
def take_data() -> None:
    """Show the data set that was chosen, or go where a table or a model is opened."""
    chosen = st.session_state["widget_data"]
    if chosen in OPENERS:
        st.session_state[_GO_TO] = OPENERS[chosen][1]
    else:
        session.put(data=chosen)


def set_in(place: DeltaGenerator, *names: str) -> None:
    """Some values of the link, each in its widget."""
    for name in names:
        setting(place, name)


def setting(
    place: DeltaGenerator,
    name: str,
    words: str = "",
    label: str = "",
    idle: str = "",
    also: Mapping[str, Any] | None = None,
    **more: Any,
) -> None:
    """A value of the link: a number in a field, one of a few names in a list.

    words: what it is, where WORDS do not say it. idle: why it cannot be changed, if so. also: values that are
    set with it. more: options of the widget.
    """
    rule, called = ENTRIES[name].rule, _LABELS.get(name, name)
    idle = session.store().idle_in_file(name) or idle
    if name in ("noise", "seed"):
        also = ANOTHER_TREE  # a cut is the number of one among other rows
    more = {"help": idle or words or WORDS.get(called), "disabled": bool(idle), "also": also} | more
    label, now = label or called, at_rest(name)
    if not isinstance(rule, Choice):
        session.bound(place.number_input, label, name=name, shown=now, **within_rule(name) | more)
        return
    known, titles = rule.names, _WORDS
    if name == "loss":
        usual, *others = losses_for(session.value("data"))
        known, titles = (USUAL, *others), titles | {USUAL: f"{usual} (usual)"}
    more["format_func"] = lambda each: titles.get(each, each)
    shown = now if now in known else known[0]  # a link may name the usual loss
    session.bound(place.selectbox, label, known, name=name, shown=shown, **more)


def at_rest(name: str) -> Any:
    """A value as it acts: what the data set does not take, waits, and its widget shows what acts instead."""
    return (misfits(session.values()) | session.store().in_file()).get(name, session.value(name))


def within_rule(name: str) -> dict[str, Any]:
    """The options by which a field for a number keeps to its rule, and says what an empty one means."""
    rule = ENTRIES[name].rule
    assert isinstance(rule, Rule)
    kind = int if rule.whole else float
    options: dict[str, Any] = {"step": kind(ENTRIES[name].step), "max_value": kind(rule.high)}
    if not isinf(rule.low):
        options["min_value"] = kind(rule.low)
    return options | ({"value": None, "placeholder": rule.none_means} if rule.none_means else {})
