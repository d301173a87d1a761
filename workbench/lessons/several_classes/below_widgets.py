"""What stands below the stage: why there are K trees, and the scales of the hessian."""

from functools import partial

import streamlit as st

from workbench.components.prose import prose
from workbench.lessons.several_classes import words
from workbench.lessons.several_classes.model import Course
from workbench.lessons.several_classes.scales import weights_table
from workbench.lessons.several_classes.stage import stage_of_rounds
from workbench.lessons.several_classes.values import OF_CLASS
from workbench.link.values import ROW
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory, row_story
from workbench.shell import session
from workbench.shell.code_lens import code_lens, round_tabs
from workbench.shell.cursor import current_round
from workbench.shell.page import presenting
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you

CODE = ["prediction of softmax", "gradient of softmax", "hessian of softmax", "boosting loop"]


@follows_the_stage(presented=True)
def below_the_stage(found: Course) -> None:
    """What stands there when the stage rests. None of it says where a row comes to stand later."""
    if said := words.stand_in_words(session.value("data")):
        st.caption(said)
    cursor, row = current_round(found.fit), current_row(found)
    story = row_story(found.fit, row)
    k = current_class(found.fit, story)
    if not presenting():
        same_model()
        row_chooser(found, row)
    the_sum(found.fit, story, cursor, k)
    if presenting():
        return
    hessian_scales(found.fit, cursor, k)
    code_lens(CODE)
    stem, code = f"{found.fit.dataset.id}_classes", partial(round_tabs, found.fit, cursor, k)
    take_with_you(stage_of_rounds(found), stem, found.fit, code)


def current_row(found: Course) -> int:
    """The row of the cursor; at first the one that the model is least sure of after its last round."""
    row = session.clip(ROW, len(found.fit.dataset.y) - 1)
    return found.least_sure(found.n_rounds) if row is None else int(row)


def current_class(fit: BoostedModel, story: RowStory) -> int:
    """The class whose tree is large: the row's own until one is chosen."""
    k = session.clip(OF_CLASS, fit.n_classes - 1, None)
    return int(story.y) if k is None else int(k)


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
    """The same leaves under p(1 - p), and under what others take instead."""
    st.subheader("h = p(1−p), or twice that?", anchor=False)
    st.markdown(f"The leaves of the tree of {fit.dataset.class_names[k]} in round {cursor}, under each:")
    table = weights_table(fit.trace[cursor - 1].trees[k], fit.n_classes, fit.settings.reg_lambda)
    st.dataframe(table, width="content")
    st.markdown(words.SOURCES)
