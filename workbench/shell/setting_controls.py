"""The controls that pages share: what is fitted. Each has the name of its parameter, and is in the link."""

from __future__ import annotations

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
SPLIT_WORDS = "Rows that a node must have to be split; its children may have fewer."

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
    field(left, TREE_SPLIT, SPLIT_WORDS, label="min_samples_split")
    if "max_leaves" not in entry.opening:
        field(left, "max_leaves", "Leaves of the tree at most.")
    choose(left, "grow_policy", "Which open node is split next.")
    choose(left, "missing", "Where rows without a value go.")
    if DATASETS[data].task == "classification":
        field(right, PURITY, "A node stays a leaf where one class has this share.")
    field(right, "seed", "Fixes everything random.")
    if DATASETS[data].takes_noise:
        field(right, "noise", "Standard deviation of noise added to the data.")
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
    penalty_fields(left, data)
    tree_fields(middle)
    start_fields(right, data)
    search_fields(right)
    sample_fields(left, data)


def penalty_fields(left: DeltaGenerator, data: str) -> None:
    """The loss, and what it pays for weights and leaves."""
    losses = (USUAL, *losses_for(data)[1:])
    choose(left, "loss", "What is minimised.", losses, {USUAL: f"{losses_for(data)[0]} (usual)"})
    field(left, "reg_lambda", "L2 penalty on leaf weights, ½ λ w².")
    field(left, "reg_alpha", "L1 penalty on leaf weights, α |w|.")
    field(left, "gamma", "Price of a leaf, in the unit of the loss; XGBoost's gamma is twice this one.")
    choose(left, "pruning", "When gamma is charged.")


def tree_fields(middle: DeltaGenerator) -> None:
    """Where the trees end, and where their cuts lie."""
    field(middle, "max_leaves", "Leaves of a tree at most.")
    field(middle, "min_samples_leaf", "Rows that each child must have.")
    field(middle, "min_samples_split", SPLIT_WORDS)
    field(middle, "min_child_weight", "Sum of hessians that each child must have.")
    choose(middle, "grow_policy", "Which open node is split next.")
    choose(middle, "missing", "Where rows without a value go.")
    choose(middle, "threshold", "Where a cut between two values lies: halfway, or at the lower of them.")


def sample_fields(right: DeltaGenerator, data: str) -> None:
    """What is drawn at random."""
    field(right, "subsample", "Share of the rows that a round's trees are grown on.")
    field(right, "colsample_bynode", "Share of the features drawn at every node.")
    field(right, "seed", "Fixes everything random.")
    if DATASETS[data].takes_noise:
        field(right, "noise", "Standard deviation of noise added to the data.")


def start_fields(right: DeltaGenerator, data: str) -> None:
    """Where boosting starts and ends."""
    base_score_field(right, data)
    words = "Stop when the loss of the unseen rows has not improved for so many rounds."
    field(right, "early_stopping_rounds", words, placeholder="never")


def base_score_field(right: DeltaGenerator, data: str) -> None:
    """Where boosting starts: at the best constant, a prediction, or a raw prediction of 0."""
    zero = start_at_zero(data, at_rest("loss"))
    field(right, "base_score", start_words(data, zero), placeholder="best constant")
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
    words = "Which cuts are scored: between all values, or between bins; a category has a bin of its own."
    choose(right, "tree_method", words, also=also)
    idle = "" if at_rest("tree_method") == "hist" else "Of bins, which tree_method hist has."
    field(
        right,
        "max_bin",
        "Bins of a feature at most, by quantiles of the training rows.",
        idle=idle,
        also=also,
    )
    field(right, "min_bin_size", "Rows that a bin of several values must have.", idle=idle, also=also)


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


def data_chooser(place: DeltaGenerator) -> None:
    """The data set, or the way to a table or a model of one's own."""
    page = st.session_state.pop(_GO_TO, None)
    if page is not None:
        st.switch_page(page_path(page))
    session.draw(
        place.selectbox,
        "Data set",
        [*own_tables.data_ids(), *OPENERS],
        format_func=title_of,
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


def field(
    place: DeltaGenerator,
    name: str,
    words: str = "",
    label: str | None = None,
    idle: str = "",
    also: Mapping[str, Any] | None = None,
    **more: Any,
) -> None:
    """A number of the link in a field.

    idle: why it cannot be changed, if so. also: values that are set with it. more: options of the widget.
    """
    idle = session.store().idle_in_file(name) or idle
    options = within_rule(name) | {"help": idle or words or None, "disabled": bool(idle)} | more
    if name in ("noise", "seed"):
        also = ANOTHER_TREE  # a cut is the number of one among other rows
    session.bound(place.number_input, label or name, name=name, shown=at_rest(name), also=also, **options)


def choose(
    place: DeltaGenerator,
    name: str,
    words: str = "",
    options: tuple[str, ...] | None = None,
    labels: dict[str, str] | None = None,
    idle: str = "",
    also: Mapping[str, Any] | None = None,
) -> None:
    """One of a few names. idle: why it cannot be changed, if so. also: values that are set with it."""
    rule, idle = ENTRIES[name].rule, session.store().idle_in_file(name) or idle
    assert isinstance(rule, Choice)
    options, words_of, now = options or rule.names, _WORDS | (labels or {}), at_rest(name)
    session.bound(
        place.selectbox,
        name,
        options,
        name=name,
        shown=now if now in options else options[0],  # a link may name the usual loss
        format_func=lambda each: words_of.get(each, each),
        help=idle or words or None,
        disabled=bool(idle),
        also=also,
    )


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
