"""The tables that a reader has opened: data sets of the session, which the browser finds after a reload."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import streamlit as st

from workbench.components.kept_tables import kept_tables
from workbench.data.catalogue import DATASETS, Task, dataset_ids
from workbench.data.own_columns import columns_of
from workbench.data.own_table import ID, Choices, HeldOut, OwnTable, own_table
from workbench.data.table_file import AS_IT_LOOKS, Reading, TableFile, read_table
from workbench.link.values import DATA

_OPENED, _ASKED, _FORGET = "own_tables", "own_table_asked", "own_tables_forgotten"


@dataclass(frozen=True)
class OwnFile:
    """A file that was opened, and what was chosen of it. choices: None as long as nothing is."""

    name: str
    content: bytes
    reading: Reading = AS_IT_LOOKS
    choices: Choices | None = None

    def text(self) -> str:
        """All that is chosen, as JSON."""
        return json.dumps({"reading": asdict(self.reading), "choices": self.choices and asdict(self.choices)})


def file_of(name: str, content: bytes, text: str) -> OwnFile:
    """The file again from its parts. Errors: KeyError, TypeError, ValueError for a text that is not ours."""
    said = json.loads(text)
    chosen = said["choices"]
    if chosen is not None:
        kinds = {int(j): kind for j, kind in chosen["kinds"].items()}
        chosen = Choices(**chosen | {"kinds": kinds, "held_out": HeldOut(**chosen["held_out"])})
    return OwnFile(name, content, Reading(**said["reading"]), chosen)


@dataclass(frozen=True)
class AskedTable:
    """A table that a link is about and that is not open here. page: of the link. values: all that it says."""

    page: str
    values: Mapping[str, str]

    @property
    def id(self) -> str:
        """Its name in links."""
        return self.values[DATA]


def opened() -> dict[str, tuple[OwnTable, OwnFile]]:
    """The tables of the session by their ids, the last one at the end."""
    found: dict[str, tuple[OwnTable, OwnFile]] = st.session_state.setdefault(_OPENED, {})
    return found


def data_ids(task: Task | None = None) -> tuple[str, ...]:
    """Every data set that a reader can choose, the own tables at the end."""
    own = (table.info for table, _ in opened().values())
    return (*dataset_ids(task), *(info.id for info in own if task is None or info.task == task))


@st.cache_data(max_entries=16, show_spinner=False)
def table_of(content: bytes, reading: Reading) -> TableFile:
    """The table in a file. Errors: TableFileError."""
    return read_table(content, reading)


def open_table(file: OwnFile) -> OwnTable:
    """Make a file a data set of the session. Errors: TableFileError, OwnTableError."""
    assert file.choices is not None
    columns = columns_of(table_of(file.content, file.reading))
    table = own_table(file.name, columns, file.choices)
    opened().pop(table.info.id, None)
    opened()[table.info.id] = (table, file)
    DATASETS.keep(table.info)
    return table


def without_unknown(page: str, link: dict[str, str]) -> dict[str, str]:
    """A link to a page as it can be read; one about a table that is not open here waits until it is."""
    for table, _ in opened().values():
        DATASETS.keep(table.info)
    if ID.fullmatch(link.get(DATA, "")) is None or link[DATA] in opened():
        return link
    st.session_state[_ASKED] = AskedTable(page, link)
    return {name: text for name, text in link.items() if name != DATA}


def asked() -> AskedTable | None:
    """The table that a link has asked for, as long as it is not open."""
    found: AskedTable | None = st.session_state.get(_ASKED)
    return None if found is None or found.id in opened() else found


def asked_for(table: str) -> AskedTable | None:
    """What a link has asked for, if it is this table, by its id."""
    found: AskedTable | None = st.session_state.get(_ASKED)
    return found if found is not None and found.id == table else None


def take_asked(page: str) -> Mapping[str, str] | None:
    """The link to a page that waited for its table, which is open now; it waits no longer."""
    found: AskedTable | None = st.session_state.get(_ASKED)
    if found is None or found.page != page or found.id not in opened():
        return None
    del st.session_state[_ASKED]
    return found.values


def forget_all() -> None:
    """Forget every table, here and in the browser."""
    opened().clear()
    st.session_state[_FORGET] = st.session_state.get(_FORGET, 0) + 1


def keep_in_browser() -> None:
    """Have the browser keep the last table that was opened, or look for the one that a link is about."""
    wanted, found = asked(), opened()
    times = st.session_state.get(_FORGET, 0)
    if wanted is not None:
        kept_tables(f"ask {wanted.id}", take_found, ask=wanted.id)
    elif found:
        name, (_, file) = next(reversed(found.items()))
        content = base64.b64encode(file.content).decode()
        kept = {"id": name, "name": file.name, "content": content, "text": file.text()}
        kept_tables(f"keep {name}", take_found, keep=kept)
    elif times:
        kept_tables(f"forget {times}", take_found, forget=True)


def take_found(found: Mapping[str, Any]) -> None:
    """Open the table that the browser has kept, in a callback."""
    table, wanted = found.get("table"), asked()
    if table is None or wanted is None or found["asked"] != wanted.id:
        return
    try:
        open_table(file_of(table["name"], base64.b64decode(table["content"]), table["text"]))
    except (KeyError, TypeError, ValueError):
        return  # kept by another version of the workbench
