"""The files that a reader has opened, tables and models of the session, which the browser finds again.

Each has a name in links by what is in it: own... is a table, mod... a model, fit... a model with its rows,
which is a data set as a table is. Behind a table's stands what was chosen of it that is not usual, so that
who opens the file has the same table. A link about one that is not open here waits until it is.
"""

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import streamlit as st

from workbench.components.kept_tables import kept_tables
from workbench.data.catalogue import DATASETS, Task, dataset_ids
from workbench.data.own_columns import columns_of
from workbench.data.own_table import CHOSEN_FROM, ID, Choices, HeldOut, OwnTable, own_table, usual_choices
from workbench.data.table_file import AS_IT_LOOKS, Reading, TableFile, read_table
from workbench.link.rules import Entry, Text, settled
from workbench.link.values import DATA

_OPENED, _ASKED, _FORGET, _LAST = "own_tables", "own_table_asked", "own_tables_forgotten", "own_file_last"
_KEPT, _WANTED = "own_files_kept", "own_file_wanted"  # by their ids the names of what the browser keeps
MODELS = "own_models"  # of the session, by their ids
MODEL, TABLE, ROWS = "model", "own_table", "model_rows"
LONGEST_ID = 816
OF_FILE = settled(Entry("", Text(LONGEST_ID)))
"""The names of opened files in links to pages that are about them, and what they may be; rows: of a model."""


class KeptFile(NamedTuple):
    """A file that the browser keeps: its name and content, and as a text what was chosen of it."""

    name: str
    content: bytes
    text: str = ""


RESTORES: dict[str, Callable[[str, bytes, str], object]] = {}
"""What opens a kept file again, by the first letters of its id; from its name, content and text."""


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

    def chosen(self) -> str:
        """The end of its id: of what is chosen that which is not usual. Errors: those of its table."""
        usual = usual_text(self.content, self.reading)
        differs = differing(json.loads(self.text()), json.loads(usual))
        code = f"-{json.dumps(differs, separators=(',', ':')).encode().hex()}" if differs else ""
        return code if len(code) <= LONGEST_ID - CHOSEN_FROM else ""


def usual_text(content: bytes, reading: Reading) -> str:
    """What is chosen of a file that is read like this unless the reader says otherwise, as JSON.

    It is read as it looks. Errors: TableFileError, OwnTableError.
    """
    return OwnFile("", b"", choices=usual_choices(columns_of(table_of(content, reading)))).text()


def differing(said: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    """Of nested values those that differ from the usual ones."""
    return {
        name: differing(value, usual[name]) if isinstance(usual.get(name), dict) else value
        for name, value in said.items()
        if name not in usual or value != usual[name]
    }


def merged(usual: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """Nested values that are the usual ones where they do not differ: what `differing` was made of."""
    nested = (name for name in said if isinstance(usual.get(name), dict))
    return usual | said | {name: merged(usual[name], said[name]) for name in nested}


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
    """A file that a link is about and that is not open here, by its id.

    page, values: of the link. is_kept: by the browser, as long as it has not said that it is not.
    """

    page: str
    values: Mapping[str, str]
    id: str
    is_kept: bool = True


def opened() -> dict[str, tuple[OwnTable, OwnFile | None]]:
    """The tables of the session by their ids, the last one at the end; those of models without a file."""
    found: dict[str, tuple[OwnTable, OwnFile | None]] = st.session_state.setdefault(_OPENED, {})
    return found


def is_open(name: str) -> bool:
    """Whether a file is open here, by its id."""
    return name in opened() or name in st.session_state.get(MODELS, {})


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
    table = table_in(file)
    take_in(table, KeptFile(file.name, file.content, file.text()), file)
    return table


def table_in(file: OwnFile) -> OwnTable:
    """The table in a file as it was chosen. Errors: TableFileError, OwnTableError."""
    assert file.choices is not None
    columns = columns_of(table_of(file.content, file.reading))
    return own_table(file.name, columns, file.choices, file.chosen())


def as_asked(name: str, content: bytes) -> OwnFile | None:
    """A file with what was chosen of it where a link was made that waits for it; None where it is another."""
    wanted = asked()
    if wanted is None or not wanted.id[CHOSEN_FROM:]:
        return None
    try:
        said = json.loads(bytes.fromhex(wanted.id[CHOSEN_FROM + 1 :]))
        usual = json.loads(usual_text(content, Reading(**said.get("reading", {}))))
        file = file_of(name, content, json.dumps(merged(usual, said)))
        made = table_in(file).info.id
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None  # made by nobody's choices, or of another file
    return file if made == wanted.id or wanted.id.startswith("fit") else None


def take_in(table: OwnTable, kept: KeptFile, file: OwnFile | None = None) -> None:
    """Make a table a data set of the session. file: whose table it is; None for that of a model."""
    opened().pop(table.info.id, None)
    opened()[table.info.id] = (table, file)
    DATASETS.keep(table.info)
    keep(table.info.id, kept)


def keep(name: str, file: KeptFile) -> None:
    """Have the browser keep a file under its id, at the end of the run; with the one before, as a model
    is opened with rows at once."""
    before = list(st.session_state.get(_LAST, {}).items())[-1:]
    st.session_state[_LAST] = {each: kept for each, kept in before if each != name} | {name: file}


def without_unknown(page: str, link: dict[str, str]) -> dict[str, str]:
    """A link to a page as it can be read; one about a table that is not open here waits until it is."""
    for table, _ in opened().values():
        DATASETS.keep(table.info)
    for name in (DATA, MODEL, TABLE, ROWS):
        text = link.get(name, "")
        if ID.fullmatch(text) and not is_open(text):
            st.session_state[_ASKED] = AskedTable(page, link, text)
            return {}  # what it says beside is about that file, too
    return link


def asked() -> AskedTable | None:
    """The table that a link has asked for, as long as it is not open."""
    found: AskedTable | None = st.session_state.get(_ASKED)
    return None if found is None or is_open(found.id) else found


def is_awaited() -> bool:
    """Whether the browser, which may keep it, has yet to say so of what a link has asked for."""
    wanted = asked()
    return wanted is not None and wanted.is_kept


def asked_for(table: str) -> AskedTable | None:
    """What a link has asked for, if it is this table, by its id."""
    found: AskedTable | None = st.session_state.get(_ASKED)
    return found if found is not None and found.id == table else None


def take_asked(page: str) -> Mapping[str, str] | None:
    """The link to a page that waited for its files, all of which are open now; it waits no longer."""
    found: AskedTable | None = st.session_state.get(_ASKED)
    if found is None or found.page != page or not is_open(found.id):
        return None
    del st.session_state[_ASKED]
    return without_unknown(page, dict(found.values)) or None


def forget_all() -> None:
    """Forget every file, here and in the browser."""
    opened().clear()
    for name in (MODELS, _LAST):
        st.session_state.pop(name, None)
    st.session_state[_KEPT] = {}
    st.session_state[_FORGET] = st.session_state.get(_FORGET, 0) + 1


def kept_tables_not_open() -> dict[str, str]:
    """By their ids the names of the tables that the browser keeps from before, and that are not open here."""
    kept: dict[str, str] = st.session_state.get(_KEPT, {})
    return {name: file for name, file in kept.items() if name.startswith("own") and not is_open(name)}


def want(name: str) -> None:
    """Have a file opened that the browser keeps."""
    st.session_state[_WANTED] = name


def take_wanted() -> OwnFile | None:
    """The table that was wanted, once it is open."""
    if st.session_state.get(_WANTED) not in opened():
        return None
    return opened()[st.session_state.pop(_WANTED)][1]


def keep_in_browser(*, lists: bool = False) -> None:
    """Have the browser keep the last file that was opened, or look for one that is wanted.

    lists: whether what it keeps is asked for where nothing is open.
    """
    wanted, last = asked(), st.session_state.get(_LAST)
    times = st.session_state.get(_FORGET, 0)
    again = st.session_state.get(_WANTED)
    name = again or (wanted.id if wanted and wanted.is_kept else "")
    if name:
        kept_tables(f"ask {name}", take_found, ask=name)
    elif last:
        kept_tables(f"keep {' '.join(last)}", take_found, keep=[shelved(*each) for each in last.items()])
    elif times:
        kept_tables(f"forget {times}", take_found, forget=True)
    elif lists and _KEPT not in st.session_state:
        kept_tables("list", take_found, list_all=True)


def shelved(name: str, file: KeptFile) -> dict[str, str]:
    """A file as the browser keeps it."""
    content = base64.b64encode(file.content).decode()
    return {"id": name, "name": file.name, "content": content, "text": file.text}


def take_found(found: Mapping[str, Any]) -> None:
    """Open the file that the browser has kept, or take up what it keeps, in a callback."""
    if "listed" in found:
        st.session_state[_KEPT] = {each["id"]: each["name"] for each in found["listed"]}
        return
    kept, wanted, name = found.get("table"), asked(), found["asked"]
    if name not in (st.session_state.get(_WANTED), wanted and wanted.id):
        return
    try:
        if kept is not None:
            RESTORES[name[:3]](kept["name"], base64.b64decode(kept["content"]), kept["text"])
            return
    except (KeyError, TypeError, ValueError):
        pass  # kept by another version of the workbench
    st.session_state.get(_KEPT, {}).pop(name, None)  # forgotten meanwhile, in another tab
    st.session_state.pop(_WANTED, None)
    if wanted is not None and wanted.id == name:
        st.session_state[_ASKED] = replace(wanted, is_kept=False)


RESTORES["own"] = lambda name, content, text: open_table(file_of(name, content, text))
