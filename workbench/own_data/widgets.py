"""The page where a table is opened: the file, its columns, what is predicted, and the way to the lessons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.data.own_columns import Column, columns_of
from workbench.data.own_table import (
    MOST_CLASSES,
    MOST_ROWS,
    Choices,
    OwnTableError,
    kind_of,
    numbers_csv,
    usual_choices,
    usual_task,
)
from workbench.data.table_file import DELIMITERS, ENCODINGS, Reading, TableFile, TableFileError
from workbench.link.values import DATA
from workbench.own_data.best_cuts import best_cuts_html
from workbench.own_data.opening_widgets import forget_button, known_tables, openers, other_tables
from workbench.own_data.shown_file_widgets import change, found_again, is_refused, on_page, turn
from workbench.own_data.words import EXAMPLE, WELCOME, about, bars_of, left_out, summary
from workbench.shell import own_tables, session
from workbench.shell.own_tables import TABLE, OwnFile
from workbench.shell.registry import PAGES
from workbench.shell.ways_on_rows import ways_on_rows

KINDS = ("number", "category", "date", "left out")
TASKS = {"regression": "numbers", "classification": "classes"}
HOLD_OUT = {
    "share": "at random",
    "order": "the last rows",
    "time": "the latest by a column",
    "column": "by a column",
}


def your_data() -> None:
    """The page."""
    found_again()
    file = on_page()
    with st.container(key="own_page", gap="small"):
        if file is None:
            welcome()
        else:
            shown(file)


def welcome() -> None:
    """What the page is for, and what comes after a table is opened."""
    with st.container(key="own_welcome"):
        st.markdown(WELCOME)
    left, right = st.columns([1, 2], gap="large")
    with left:
        openers()
        known_tables()
        forget_button()
        titles = [entry.title for entry in PAGES if DATA in entry.link_names]
        st.markdown(f"Then {len(titles)} lessons work on it: {', '.join(titles)}.")
    with right:
        st.caption("As one that is shipped opens: Air quality")
        best_cuts(EXAMPLE)


def shown(file: OwnFile) -> None:
    """A file: what is predicted, the lessons on it, its columns; or why it cannot be taken."""
    try:
        table = own_tables.table_of(file.content, file.reading)
        columns = columns_of(table)
        choices = file.choices or usual_choices(columns)
    except (TableFileError, OwnTableError) as error:
        refused(file, error)
        reading_fields(file, None)
        other_tables(is_open=True)
        return
    heading(file.name)
    made = None
    if file.choices is not None and not is_refused(file):
        made = own_tables.opened()[session.value(TABLE)][0]
        kinds = [kind_of(columns, choices, j) for j in range(len(columns))]
        hidden = [each.label for each, kind in zip(columns, kinds, strict=True) if kind == "left out"]
        told(summary(made.info, made.said) + left_out(hidden))
    else:
        try:
            own_tables.table_in(replace(file, choices=choices))
        except OwnTableError as error:
            refused(file, error)
    target_fields(columns, choices)
    if made is not None:
        best_cuts(made.info.id)
        ways_on_rows(made.info, (("own", "", [entry.name for entry in PAGES]),))
    st.markdown("**Its columns**: correct what was taken wrongly")
    reading_fields(file, table)
    column_table(columns, choices)
    other_tables(is_open=made is None)
    with st.container(key="own_end", horizontal=True):
        if made is not None:
            name = f"{made.info.title}_numbers.csv"
            st.download_button("The table as it is read", numbers_csv(made.content), name, "text/csv")
        forget_button()


def best_cuts(data_id: str) -> None:
    """What one question tells of the target of a data set."""
    with st.container(key="own_cuts"):
        st.markdown(best_cuts_html(data_id), unsafe_allow_html=True)


def heading(name: str) -> None:
    """The name of the file; nothing in it is taken for markdown."""
    with st.container(key="own_heading"):
        st.text(name)


def told(words: str) -> None:
    """A sentence about a file, as plain text: nothing in it is taken for markdown."""
    with st.container(key="own_told"):
        st.text(words)


def refused(file: OwnFile, error: Exception) -> None:
    """Why a file cannot be taken."""
    with st.container(key="own_refused"):
        st.text(f"{file.name} is not open. {error}")


# -- how it is read


def reading_fields(file: OwnFile, table: TableFile | None) -> None:
    """How a text is read, each corrected where it was taken wrongly."""
    found = file.reading if table is None else table.reading
    if found is None:
        return
    line = st.container(key="own_reading", horizontal=True, vertical_alignment="bottom")
    choose(line, "between cells", DELIMITERS, found.delimiter, lambda each: reread(delimiter=each))
    choose(line, "encoding", ENCODINGS, found.encoding, lambda each: reread(encoding=each))
    names = {True: "yes", False: "no"}
    choose(line, "names in line 1", names, found.has_names, lambda each: reread(has_names=each))
    if found.is_triplets or (table is not None and len(table.columns) == 3):
        label = "row, column, value"
        choose(line, label, names, found.is_triplets, lambda each: reread(is_triplets=each))


def choose(
    place: DeltaGenerator, label: str, words: Mapping[Any, str], now: Any, take: Callable[[Any], None]
) -> None:
    """One of a few, which is taken when it is chosen; None stands for what cannot be told."""
    options = list(words) if now in words else [None, *words]
    key = f"own_{label}_{turn()}"
    place.selectbox(
        label,
        options,
        options.index(now),
        format_func=lambda each: "?" if each is None else words[each],
        key=key,
        on_change=taken,
        args=(key, take),
        width=200,
    )


@session.callback
def taken(key: str, take: Callable[[Any], None]) -> None:
    """Take what was chosen."""
    take(st.session_state[key])


def reread(**changed: Any) -> None:
    """Read the file in another way; what was chosen of its columns is about others now."""
    file = on_page()
    assert file is not None
    table = own_tables.table_of(file.content, file.reading)
    change(replace(file, reading=replace(table.reading or Reading(), **changed), choices=None))


# -- columns


def column_table(columns: Sequence[Column], choices: Choices) -> None:
    """Every column: what it is, what stands in it, and what is said of it."""
    key = f"own_columns_{turn()}"
    frame = pd.DataFrame(
        {
            "column": [each.name for each in columns],
            "is": [kind_of(columns, choices, j) for j in range(len(columns))],
            "rows": [bars_of(each) for each in columns],
            "different": [each.n_different for each in columns],
            "missing": [each.n_missing for each in columns],
            "note": [about(each) for each in columns],
        }
    )
    config = {
        "is": st.column_config.SelectboxColumn("is", options=KINDS, required=True, width="small"),
        "rows": st.column_config.BarChartColumn("rows by value", width="small", y_min=0),
        "note": st.column_config.TextColumn("note", width="large"),
        "different": st.column_config.NumberColumn("different", width="small"),
        "missing": st.column_config.NumberColumn("missing", width="small"),
    }
    st.data_editor(
        frame,
        key=key,
        hide_index=True,
        column_config=config,
        disabled=[str(name) for name in frame if name != "is"],
        on_change=take_kinds,
        args=(key, columns, choices),
    )


@session.callback
def take_kinds(key: str, columns: Sequence[Column], choices: Choices) -> None:
    """Take a column for what the reader says; one that cannot be that stays what it is, and is said."""
    kinds = dict(choices.kinds)
    for j, changed in st.session_state[key]["edited_rows"].items():
        kind = changed.get("is")
        if kind in columns[int(j)].kinds:
            kinds[int(j)] = kind
        elif kind is not None:
            session.say(f"{columns[int(j)].label} cannot be a {kind}.")
    chosen(replace(choices, kinds=kinds))


def chosen(choices: Choices) -> None:
    """Take other choices for the file on the page."""
    file = on_page()
    assert file is not None
    change(replace(file, choices=choices))


def target_fields(columns: Sequence[Column], choices: Choices) -> None:
    """What is predicted, as what, and which rows are held out."""
    line = st.container(key="own_target", horizontal=True, vertical_alignment="bottom")
    kinds = [kind_of(columns, choices, j) for j in range(len(columns))]
    targets = {j: each.label for j, each in enumerate(columns) if kinds[j] != "left out"}
    choose(
        line, "to predict", targets, choices.target, lambda j: chosen(replace(choices, target=j, task=None))
    )
    target = columns[choices.target]
    task = choices.task or usual_task(target, kinds[choices.target])
    can_be_classes = target.codes is not None and len(target.levels) <= MOST_CLASSES
    if target.numbers is not None and (can_be_classes or task == "classification"):
        choose(line, "as", TASKS, task, lambda each: chosen(replace(choices, task=each)))
    held = choices.held_out

    def hold(**changed: Any) -> None:
        chosen(replace(choices, held_out=replace(held, **changed)))

    choose(line, "held out", HOLD_OUT, held.by, lambda by: hold(by=by, column=first_of(columns, by)))
    if held.by == "column":
        by = {j: each.label for j, each in enumerate(columns) if each.codes is not None}
        choose(line, "column", by, held.column, lambda j: hold(column=j, text=columns[j].levels[0]))
        levels = columns[held.column].levels if held.column in by else ()
        choose(line, "its rows", {text: text for text in levels}, held.text, lambda text: hold(text=text))
    else:
        if held.by == "time":
            by = {j: each.label for j, each in enumerate(columns) if is_time(each)}
            choose(line, "latest by", by, held.column, lambda j: hold(column=j))
        shares = {share / 100: f"{share} %" for share in (0, 10, 20, 30, 40, 50)}
        choose(line, "share", shares, held.share, lambda share: hold(share=share))
    sizes = {n: f"{n:,}" for n in (500, 1_000, 2_000, 5_000, 10_000, MOST_ROWS)}
    choose(line, "rows at most", sizes, choices.most_rows, lambda n: chosen(replace(choices, most_rows=n)))


def first_of(columns: Sequence[Column], by: str) -> int:
    """The column that rows are held out by first: of a time the first date, else the first of numbers."""
    kinds = [each.kind if by == "time" and is_time(each) else "" for each in columns]
    return next((kinds.index(kind) for kind in ("date", "number") if kind in kinds), 0)


def is_time(column: Column) -> bool:
    """Whether every row has a number or a date there, so that some are the latest."""
    return column.kind in ("date", "number") and not column.n_missing
