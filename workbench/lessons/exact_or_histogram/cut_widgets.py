"""Cuts and bins on the screen: the controls, the question, the curve over its comb, and the histograms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from workbench.components.prose import prose
from workbench.data.catalogue import DATASETS
from workbench.lessons.exact_or_histogram import bin_charts, bin_words
from workbench.lessons.exact_or_histogram.bin_sums import family
from workbench.lessons.exact_or_histogram.node_cuts import (
    BINNED_DATA,
    MAX_BINS,
    CutComb,
    Recipe,
    credit_of_bins,
    fewest_bins,
    first_round,
    kept,
    node_cuts,
    times_as_long,
)
from workbench.lessons.exact_or_histogram.snippets import bins_snippet
from workbench.lessons.exact_or_histogram.values import (
    AS_ONEDAL,
    BINNED,
    BINS_FEATURE,
    BINS_NODE,
    BINS_OF,
    DRAW,
    FEATURES_SHARE,
    MARKED_BIN,
    MAX_BIN,
    ROWS_SHARE,
)
from workbench.shell import plots, session
from workbench.shell.challenge import OptionAnswer, Question, ask, settle
from workbench.shell.page import folded
from workbench.shell.stage import stage, stepper

# By dragging one zooms, by a double click one is back.
_ANEW = {BINS_FEATURE: None, BINS_OF: None, MARKED_BIN: None}
GUESSES = (4, 8, 16, 32, 64, 128, 256)


@dataclass(frozen=True)
class ShownCuts:
    """Where one looks: the recipe, node, feature and max_bin."""

    recipe: Recipe
    node: int
    feature: int
    max_bin: int

    @property
    def exact(self) -> CutComb:
        """All cuts."""
        return node_cuts(self.recipe, self.node, self.feature, None)

    @property
    def binned(self) -> CutComb:
        """Those between bins."""
        return node_cuts(self.recipe, self.node, self.feature, self.max_bin)


def current_recipe() -> Recipe:
    """The data, and whose defaults."""
    return Recipe(session.value(BINNED), bool(session.value(AS_ONEDAL)))


def shown_max_bin() -> int:
    """The max_bin of the session, as the slider has it: the nearest below."""
    asked = session.value(MAX_BIN)
    found = max(each for each in MAX_BINS if each <= asked)
    if found != asked:
        session.shows(**{MAX_BIN: found})
    return found


def current_cuts() -> ShownCuts:
    """Where one looks."""
    recipe, node = current_recipe(), session.value(BINS_NODE)
    first = first_round(recipe)
    feature = session.clip(BINS_FEATURE, first.X.shape[1] - 1, instead=None)
    return ShownCuts(recipe, node, first.best_feature(node) if feature is None else feature, shown_max_bin())


def bin_choosers(part: str) -> None:
    """The data set, where in it one looks, and whose defaults."""
    session.bound(
        st.selectbox,
        "Data",
        BINNED_DATA,
        format_func=lambda name: DATASETS[name].title,
        name=BINNED,
        also=_ANEW,
    )
    if part == "cuts":
        place_choosers(current_cuts())
    preset_button()


def place_choosers(shown: ShownCuts) -> None:
    """The node and, of several, the feature."""
    session.bound(
        st.segmented_control,
        "Node",
        range(3),
        format_func=("root", "L", "R").__getitem__,
        name=BINS_NODE,
        also=_ANEW,
        required=True,
    )
    names = first_round(shown.recipe).dataset.feature_names
    if len(names) > 1:
        session.bound(
            st.selectbox,
            "Feature",
            range(len(names)),
            format_func=names.__getitem__,
            name=BINS_FEATURE,
            shown=shown.feature,
            also={BINS_OF: None, MARKED_BIN: None},
        )


def preset_button() -> None:
    """oneDAL's defaults, or back to those of the lesson."""
    if session.value(AS_ONEDAL):
        then: dict[str, Any] = {AS_ONEDAL: 0, ROWS_SHARE: 0.5, FEATURES_SHARE: 0.5, DRAW: 0}
        label = "Lesson’s defaults"
    else:
        then = {AS_ONEDAL: 1, MAX_BIN: MAX_BINS[-1], ROWS_SHARE: 1.0, FEATURES_SHARE: 1.0, DRAW: 777}
        label = "oneDAL’s defaults"
    st.button(label, key="bins_preset", on_click=session.take, kwargs=then | {MARKED_BIN: None})


def ask_fewest(shown: ShownCuts) -> Question:
    """Ask for the fewest bins, and judge what they keep."""
    exact = shown.exact
    question = ask(
        "fewest_bins",
        ident=(shown.recipe, shown.node, shown.feature),
        prompt=bin_words.guess_prompt(exact),
        form=OptionAnswer(GUESSES, label="max_bin"),
    )
    if question.revealed:
        said = int(question.answer)
        fewest = fewest_bins(shown.recipe, shown.node, shown.feature)
        share = kept(exact, node_cuts(shown.recipe, shown.node, shown.feature, said))
        credit = credit_of_bins(said, fewest or MAX_BINS[-1], share)
        settle(question, credit, bin_words.guess_verdict(said, fewest, share))
    return question


def cuts_on_stage(shown: ShownCuts, *, hiding: bool) -> None:
    """The gains over their comb with the slider of bins, and the three histograms beside them."""
    picture, beside = stage()
    with picture:
        gains_picture(shown, hiding=hiding)
    with beside:
        if hiding:
            plot(bin_charts.gradients_chart(shown.exact), "plot_tall", bin_words.GRADIENTS_WORDS)
        else:
            histograms(shown)


def gains_picture(shown: ShownCuts, *, hiding: bool) -> None:
    """The gains of all cuts, and what bins leave of them."""
    exact, binned = shown.exact, None if hiding else shown.binned
    words = bin_charts.chart_words(exact, binned)
    plot(bin_charts.cuts_chart(exact, binned), "plot_cuts", words)
    with st.container(key="said_cuts"):
        if binned is None:
            st.markdown(bin_words.exact_line(exact))
        else:
            times = times_as_long(shown.recipe, shown.node, shown.feature, shown.max_bin)
            st.markdown(bin_words.cut_line(exact, binned, times))
    with stepper():
        session.bound(
            st.select_slider,
            "bins at most",
            MAX_BINS,
            name=MAX_BIN,
            shown=shown.max_bin,
            also={MARKED_BIN: None},
            disabled=hiding,
        )


def histograms(shown: ShownCuts) -> None:
    """Parent, smaller child and sibling, and one bin of them counted out."""
    names = shown.exact.first.dataset.feature_names
    asked = session.clip(BINS_OF, len(names) - 1, instead=None)
    feature = shown.exact.first.next_feature(shown.node, shown.feature) if asked is None else asked
    found = family(shown.recipe, shown.node, shown.feature, feature, shown.max_bin)
    if found is None:
        st.info(bin_words.NO_SPLIT)
        return
    last = len(found.parent.n_rows)
    asked = session.clip(MARKED_BIN, last, instead=None)
    marked = found.busiest if not asked else asked - 1
    state = f"{shown.recipe}{shown.node}{feature}{last}"
    words = bin_words.bin_line(found, marked)
    plot(bin_charts.histograms_chart(found, names[feature], marked, state), "plot_bins", words, bar=False)
    with st.container(key="said_bins"):
        st.markdown(words)
    with st.container(key="inline_row", horizontal=True, vertical_alignment="center"):
        if len(names) > 1:
            session.bound(
                st.selectbox,
                "Bins of",
                range(len(names)),
                format_func=names.__getitem__,
                name=BINS_OF,
                shown=feature,
                also={MARKED_BIN: None},
            )
        session.bound(st.slider, "Bin", 1, last, name=MARKED_BIN, shown=marked + 1)


def plot(figure: Any, key: str, words: str, *, bar: bool = True) -> None:
    """A chart in a place of the stage, which gives it its height; words for who cannot see it.

    bar: whether it has a bar of buttons, to save it and to fill the screen.
    """
    with st.container(key=key):
        plots.plot(figure, words, key=f"chart_{key}", bar=bar)


def below_cuts(shown: ShownCuts) -> None:
    """What a bin is, why the sibling is for nothing, and the same by hand."""
    st.markdown(bin_words.WHAT_A_BIN_IS)
    prose(bin_words.SUBTRACTION, bin_words.terms_here(shown.exact), key="bin_terms")
    st.markdown(bin_words.TRY)
    first = shown.exact.first
    with folded("Copy as Python") as is_open:
        if is_open:
            st.code(bins_snippet(first, shown.max_bin), language="python")
