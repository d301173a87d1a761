"""The one place of a lesson from which one takes it along: its page, its model, tables, rules, and code."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from workbench.shell import session
from workbench.shell.page import folded, presenting
from workbench.stage.record import Stage
from workbench.stage.report import report
from workbench.trees.taken_files import Fitted, TakenFile, model_files, table_files

TAKE = "Take it with you"
PAGE_HELP = "One file that steps and plays by itself in any browser, also without a network."
REPORT_HELP = "One page to print: what was measured, the loss, the first trees, data and settings."
NO_MODEL = "gbtlib has fitted no model here that one could take along."
ROWS_AS_READ = (
    "XGBoost and ONNX read rows in single precision: a value that only double precision tells from a cut "
    "may go the other way there. Categories are given as codes, their places in the list."
)


def take_with_you(
    stage: Stage,
    stem: str,
    fitted: Fitted | Callable[[], Fitted] | None = None,
    code: Callable[[], object] | None = None,
    beside: Callable[[], None] | None = None,
    cursor: Mapping[str, Any] | None = None,
) -> None:
    """Draw the fold; nothing in presenter mode. Every file is made when it is asked for.

    stage: of the lesson's page. stem: of the names of the files. fitted: the model that the lesson shows,
    or what fits it, called once the fold is open; None where there is not one. code: draws snippets.
    beside: draws what else there is to take. cursor: values that its page opens with.
    """
    if presenting():
        return
    with folded(TAKE) as is_open:
        if not is_open:
            return
        fitted = fitted() if callable(fitted) else fitted
        if getattr(fitted, "replayed", None) is not None:  # a model that was opened: its own file is it
            fitted = None
        entry, link = session.store().page.entry, session.link_values()
        page = partial(entry.saved, stage, session.values() | dict(cursor or {}), link)
        pages = [TakenFile("Save as a page", "html", "text/html", page)]
        if fitted is not None:
            origin = entry.origin(fitted.dataset.title, link, getattr(fitted, "settings", None))
            made = partial(report, origin, fitted)
            pages.append(TakenFile("Report, to print", "report.html", "text/html", made))
        row_of("The lesson", pages, stem, beside)
        if fitted is None:
            st.caption(NO_MODEL)
        else:
            row_of("The model", model_files(fitted), stem)
            st.caption(ROWS_AS_READ)
            row_of("Tables", table_files(fitted), stem)
        if code is not None:
            code()


def row_of(
    title: str, files: Sequence[TakenFile], stem: str, beside: Callable[[], None] | None = None
) -> None:
    """Files with their name before them; below, why some are not there."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{title}**", width=100)
        for each in files:
            if not each.why_not:
                download(each, stem)
        if beside is not None:
            beside()
    for each in files:
        if each.why_not:
            st.caption(each.why_not)


def download(file: TakenFile, stem: str) -> None:
    """A button for a file."""
    helps = {"html": PAGE_HELP, "report.html": REPORT_HELP}
    st.download_button(
        file.label,
        file.make,
        f"{stem}.{file.ending}",
        file.mime,
        key="save_as_page" if file.ending == "html" else f"take_{file.ending}",
        help=helps.get(file.ending),
        on_click="ignore",
    )
