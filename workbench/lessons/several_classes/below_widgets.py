"""What stands below the stage: why there are K trees, and the scales of the hessian."""

from __future__ import annotations

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.components.prose import prose
from workbench.lessons.several_classes import words
from workbench.lessons.several_classes.model import Course
from workbench.lessons.several_classes.scales import (
    FITTED,
    Floats,
    Scale,
    ScaledSettings,
    losses_panel,
    losses_under,
    scales_of,
    weights_table,
    weights_under,
)
from workbench.lessons.several_classes.stage import HELD, saved_rounds
from workbench.lessons.several_classes.values import OF_CLASS
from workbench.link.values import ROUND, ROW
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory, row_story
from workbench.shell import session
from workbench.shell.background_fits import Fits, FitStoppedError
from workbench.shell.code_lens import code_lens, round_tabs
from workbench.shell.current_fit import PATIENCE_S
from workbench.shell.page import presenting
from workbench.shell.pictures import curves
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import hear_stage
from workbench.shell.take_with_you import take_with_you
from workbench.text.numbers import number

CODE = ["prediction of softmax", "gradient of softmax", "hessian of softmax", "boosting loop"]


@st.cache_resource
def scaled_fits() -> Fits[ScaledSettings, Floats]:
    """The losses under other scales that this server has computed."""
    return Fits(losses_under, at_most=32)


@st.fragment
def below_the_stage(found: Course) -> None:
    """What stands there when the stage rests. None of it says where a row comes to stand later."""
    hear_stage()
    stand_in(session.value("data"))
    cursor, row = max(1, int(session.value(ROUND))), current_row(found)
    story = row_story(found.fit, row)
    k = current_class(found, story)
    if not presenting():
        same_model()
        row_chooser(found, row)
    the_sum(found.fit, story, cursor, k)
    if presenting():
        return
    hessian_scales(found.fit, cursor, k)
    code_lens(CODE)
    held = {name: session.value(name) for name in HELD}
    made = partial(saved_rounds, found, held, session.link_values())
    take_with_you(
        made, f"{found.fit.dataset.id}_classes", found.fit, partial(round_tabs, found.fit, cursor, k)
    )


def current_row(found: Course) -> int:
    """The row of the cursor; at first the one that the model is least sure of after its last round."""
    row = session.value(ROW)
    return found.least_sure(found.n_rounds) if row is None else int(row)


def current_class(found: Course, story: RowStory) -> int:
    """The class whose tree is large: the row's own until one is chosen."""
    k = session.value(OF_CLASS)
    return int(story.y) if k is None else int(k)


def stand_in(data: str) -> None:
    """Why another data set is shown, where it is."""
    said = words.stand_in_words(data)
    if said:
        st.caption(said)


def row_chooser(found: Course, row: int) -> None:
    """A field for the number of the row that is followed."""
    last = len(found.fit.dataset.y) - 1
    also = {OF_CLASS: None}
    session.bound(st.number_input, "row", *(0, last), name=ROW, shown=row, also=also, width=160)


def the_sum(fit: BoostedModel, story: RowStory, cursor: int, k: int) -> None:
    """Why there is a tree a class, and the chosen row's numbers."""
    st.subheader(f"One row, {fit.n_classes} numbers", anchor=False)
    here = words.terms_here(story, cursor, k, fit.trace[cursor - 1].learning_rate)
    prose(words.why_words(fit, story, cursor), here, key="why_words")


def hessian_scales(fit: BoostedModel, cursor: int, k: int) -> None:
    """The same leaves and the whole fit under p(1 - p), and under what others take instead."""
    st.subheader("h = p(1−p), or twice that?", anchor=False)
    scales, tree = scales_of(fit.n_classes), fit.trace[cursor - 1].trees[k]
    name, reg_lambda = fit.dataset.class_names[k], fit.settings.reg_lambda
    weights = [weights_under(tree, each.factor, reg_lambda) for each in scales]
    left, right = st.columns(2, gap="medium")
    by_name = {scale.name: each for scale, each in zip(scales, weights, strict=True)}
    weight_words = words.weight_words(by_name, name, cursor)
    left.dataframe(weights_table(scales, weights), width="stretch")
    left.caption(weight_words)
    losses = scaled_losses(right, fit, scales)
    if losses is not None:
        ends = {scale.name: (each[0, -1], each[1, -1]) for scale, each in zip(scales, losses, strict=True)}
        loss_words = words.loss_words(ends, fit.dataset.title)
        with right:
            curves([losses_panel(scales, losses)], loss_words)
        right.caption(loss_words)
    st.markdown(words.SOURCES)


def scaled_losses(place: DeltaGenerator, fit: BoostedModel, scales: tuple[Scale, ...]) -> list[Floats] | None:
    """The losses of a fit under each scale, its own among them; None where computing them was stopped."""
    pending = {
        scale.factor: scaled_fits().of(ScaledSettings(fit.settings, scale.factor))
        for scale in scales
        if scale.factor != FITTED
    }
    found = {FITTED: fit.losses[:, 1:]}
    bar, n_rounds = place.empty(), len(fit.trace)
    try:
        for factor, each in pending.items():
            with each.watched():
                while not each.done.wait(PATIENCE_S):
                    bar.progress(
                        min(1.0, each.n_rounds / n_rounds), f"Boosting with h = {number(factor)} p(1−p)"
                    )
            found[factor] = each.result()
    except FitStoppedError:
        return None
    finally:
        bar.empty()
    return [found[scale.factor] for scale in scales]
