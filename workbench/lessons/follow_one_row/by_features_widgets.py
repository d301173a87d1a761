"""What features add to F, below the stage: of the followed row in bricks, and of all rows in one place."""

from __future__ import annotations

import streamlit as st

from workbench.lessons.follow_one_row import by_features
from workbench.models.boosted import BoostedModel
from workbench.models.explained import IMPORTANCE_WORDS, all_rows, two_cuts
from workbench.models.row_story import RowStory
from workbench.shell.page import folded
from workbench.shell.plots import plot

HEIGHT = 360


def row_bricks(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> None:
    """F of the row as a sum over features, in two ways; made when it is opened."""
    with folded("This row by features: what each of its values adds to F") as is_open:
        if not is_open:
            return
        cuts = two_cuts(fit, story, round_number, k)
        words = by_features.bricks_words(cuts, story.row, round_number)
        figures = by_features.bricks(cuts)
        titles = (by_features.SHAPLEY, by_features.PATH)
        for column, figure, title in zip(st.columns(2, gap="medium"), figures, titles, strict=True):
            with column:
                st.markdown(f"**{title}**")
                plot(figure, f"{title}: {words}", key=f"bricks_{titles.index(title)}", height=HEIGHT)
        st.markdown(words)


def every_row(fit: BoostedModel, round_number: int, k: int) -> None:
    """What all rows owe to the features, and the importances five ways; made when it is opened."""
    with folded("All rows by features: contributions, and importances five ways") as is_open:
        if not is_open:
            return
        rows = all_rows(fit, round_number, k)
        words = by_features.all_rows_words(fit, rows, round_number)
        left, right = st.columns(2, gap="medium")
        with left:
            plot(by_features.all_rows_figure(fit, rows), words, key="all_rows_strips", height=HEIGHT)
            st.caption(words)
        with right:
            table = by_features.all_rows_table(fit, rows)
            names = [str(each) for each in table]
            shown = {
                each: st.column_config.NumberColumn(each.replace("_", " "), format="%.3g") for each in names
            }
            st.dataframe(table, width="stretch", height=HEIGHT, column_config=shown)
            st.caption(
                f"Mean contribution: the mean size of what a feature adds in rounds 1 to {round_number}, "
                f"as shown. The importances are of all {len(fit.trace)} rounds. {IMPORTANCE_WORDS}"
            )
