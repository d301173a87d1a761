"""From rows that a reader has opened to the lessons on them, and why some cannot show them."""

from collections.abc import Collection, Sequence

import numpy as np
import streamlit as st

from workbench.data.catalogue import DatasetInfo, load_dataset
from workbench.data.sources import levels_of
from workbench.link.values import DATA
from workbench.paths import page_path
from workbench.shell import own_tables
from workbench.shell.page_entry import PageEntry
from workbench.shell.registry import PAGES, page_named

ALSO = {"prune_it": {"prune_tree": "data"}, "one_leaf": {"leaf": "lesson"}}
WHY_NOT = {
    "greedy_or_best": "it grows every tree, 1,783 over its twelve rows; over 100 there are 1,293,799",
    "your_own_loss": "the function behind the rows must be known",
    "sonar_laboratory": "its 320 fits are made beforehand, and what was published is of Sonar",
    "your_model": "it hears a model, without its rows",
    "clinic": "each patient has the rows that show its fault",
}


def why_not(entry: PageEntry, info: DatasetInfo) -> str:
    """Why a lesson cannot show a data set, or the model that it comes with; "" where it can."""
    if entry.name in ("adaboost", "several_classes") and info.task == "regression":
        return "it needs classes to predict"
    if 0 < entry.most_classes < info.n_classes:
        return f"it has room for {entry.most_classes} classes, and there are {info.n_classes}"
    if entry.name == "several_classes" and info.model is not None and info.model.opened.n_outputs == 1:
        return "a round of this model has one tree"
    if entry.name == "exact_or_histogram" and all(map(levels_of, load_dataset(info.id).feature_names)):
        return "bins are of numbers, and all columns are categories"
    if entry.name == "missing_sparse_categorical" and info.model is None and not has_gaps(info.id):
        return "no column of it has a gap"
    return WHY_NOT.get(entry.name, "")


def has_gaps(data: str) -> bool:
    """Whether a number is missing in a data set; of a category's gaps no side of a cut is shown."""
    found = load_dataset(data)
    numbers = [not levels_of(name) for name in found.feature_names]
    return bool(np.isnan(found.X[:, numbers]).any())


def link_to(entry: PageEntry, info: DatasetInfo) -> dict[str, str]:
    """The link to a lesson on a data set."""
    return {DATA: info.id, **ALSO.get(entry.name, {})}


def ways_on_rows(info: DatasetInfo, groups: Sequence[tuple[str, str, Collection[str]]]) -> None:
    """The link that waits for a data set, a way to each lesson that can show it, and why others cannot.

    groups: each a short name, a heading or "", and the names of its lessons.
    """
    wanted = own_tables.asked_for(info.id)
    if wanted is not None:
        entry = page_named(f"{wanted.page}.py")
        label = f"Go on to the link: {entry.title}"
        st.page_link(page_path(entry.path), label=label, query_params=wanted.values)
    for name, heading, lessons in groups:
        if heading:
            st.markdown(heading)
        entries = [page_named(f"{each}.py") for each in lessons]
        with st.container(key=f"ways_beside_{name}"):
            for each in entries:
                if not why_not(each, info):
                    label = f"**{each.question}** {each.title}"
                    st.page_link(page_path(each.path), label=label, query_params=link_to(each, info))
    with st.expander("Lessons that cannot show it, and why"):
        reasons = [(entry.title, why_not(entry, info)) for entry in PAGES]
        st.markdown("\n".join(f"- {title}: {why}." for title, why in reasons if why))
