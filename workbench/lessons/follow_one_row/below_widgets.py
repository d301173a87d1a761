"""What stands below the stage: the round in words, every number so far, features, the code."""

from functools import partial

import streamlit as st

from workbench.components.prose import prose
from workbench.lessons.follow_one_row import by_features, words
from workbench.lessons.follow_one_row.stage import stage_of_file
from workbench.link.values import PATH_NODE, ROW
from workbench.models.boosted import BoostedModel
from workbench.models.explained import IMPORTANCE_WORDS, all_rows, two_cuts
from workbench.models.row_story import RowStory, default_row, ledger_table, row_story
from workbench.shell import session
from workbench.shell.code_lens import code_lens, round_tabs
from workbench.shell.cursor import current_round
from workbench.shell.page import folded, presenting
from workbench.shell.plots import plot
from workbench.shell.same_model import same_model
from workbench.shell.show_stage import follows_the_stage
from workbench.shell.take_with_you import take_with_you

HEIGHT = 360


def clip_cursor(fit: BoostedModel, k: int) -> None:
    """A link may lead beyond the last round, row or node."""
    number = current_round(fit)
    current_row(fit)
    session.clip(PATH_NODE, fit.trace[number - 1].trees[k].n_nodes - 1, None)


def current_row(fit: BoostedModel) -> int:
    """The row of the cursor, a position among all rows; at first one that changes sides."""
    row = session.clip(ROW, len(fit.dataset.y) - 1)
    return default_row(fit) if row is None else int(row)


@follows_the_stage(presented=True)
def below(fit: BoostedModel, k: int) -> None:
    """What stands there when the stage rests; nothing of it is about a later round."""
    story, number = row_story(fit, current_row(fit)), current_round(fit)
    chosen = session.clip(PATH_NODE, fit.trace[number - 1].trees[k].n_nodes - 1, None)
    node = int(story.leaf[number - 1, k]) if chosen is None else int(chosen)
    same_model()
    the_round(fit, story, number, k)
    if not presenting():
        every_number(story, number, k)
        by_features_below(fit, story, number, k)
    code_lens(code_topics(fit))
    code = partial(round_tabs, fit, number, k, node)
    take_with_you(stage_of_file(fit, k, story.row), f"{fit.dataset.id}_row_{story.row}", fit, code)


def the_round(fit: BoostedModel, story: RowStory, number: int, k: int) -> None:
    """Which row it is, what its leaf of the round adds, and its g and h."""
    st.markdown(words.row_words(fit, story))
    said = words.leaf_words(fit, story, number, k)
    prose(said, words.terms_here(fit, story, number, k), key="leaf_words")
    st.latex(words.derivatives(fit, story, number, k))
    st.markdown(words.unused_words(fit, number))


def every_number(story: RowStory, number: int, k: int) -> None:
    """The ledger as a table, up to the round of the cursor."""
    with folded("Every number of the ledger") as is_open:
        if is_open:
            st.dataframe(ledger_table(story, k, number), width="stretch", height=320)


def by_features_below(fit: BoostedModel, story: RowStory, number: int, k: int) -> None:
    """What features add: to this row in words, to all rows in one place; made when it is opened."""
    with folded("This row by features: what each of its values adds to F") as is_open:
        if is_open:
            st.markdown(by_features.bricks_words(two_cuts(fit, story, number, k), story.row, number))
    with folded("All rows by features: contributions, and importances five ways") as is_open:
        if is_open:
            every_row(fit, number, k)


def every_row(fit: BoostedModel, number: int, k: int) -> None:
    """What all rows owe to the features, and the importances five ways."""
    rows = all_rows(fit, number, k)
    said = by_features.all_rows_words(fit, rows, number)
    left, right = st.columns(2, gap="medium")
    with left:
        plot(by_features.all_rows_figure(fit, rows), said, key="all_rows_strips", height=HEIGHT)
        st.caption(said)
    with right:
        table = by_features.all_rows_table(fit, rows)
        names = [str(each) for each in table]
        shown = {each: st.column_config.NumberColumn(each.replace("_", " "), format="%.3g") for each in names}
        st.dataframe(table, width="stretch", height=HEIGHT, column_config=shown)
        st.caption(
            f"Mean contribution: the mean size of what a feature adds in rounds 1 to {number}, "
            f"as shown. The importances are of all {len(fit.trace)} rounds. {IMPORTANCE_WORDS}"
        )


def code_topics(fit: BoostedModel) -> list[str]:
    """Which code computed the ledger."""
    loss = fit.model.loss_.name
    of_loss = [f"gradient of {loss}", f"hessian of {loss}"]
    return ["ledger", *of_loss, "boosting loop", "path of a row", "importance", "contributions"]
