"""A table as it stands in a file that a reader opens: names and columns of texts or of values. Pure.

Text is read with Python's csv, Parquet, Arrow and Excel by pandas and pyarrow. What is no table, or more than
a page can take, is refused with a sentence that says what and where; nothing in a file is ever run.
"""

import csv
import io
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

MOST_OCTETS = 5_000_000
MOST_UNPACKED = 200_000_000  # octets, of a file that is packed
MOST_COLUMNS, MOST_CELLS = 2_000, 20_000_000
LOOKED_AT = 200  # lines, to tell what parts the cells
DELIMITERS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", " ": "space"}
TRIPLETS = (("row", "i"), ("column", "col", "feature", "j"), ("value", "v"))
ENCODINGS = {"utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252"}


class TableFileError(ValueError):
    """What is wrong with a file, in a sentence for its reader."""


@dataclass(frozen=True)
class Reading:
    """How a text is read; None: as it looks.

    Attributes:
        delimiter: what parts the cells of a line, one of DELIMITERS.
        encoding: how letters are written, one of ENCODINGS.
        has_names: whether the first line names the columns.
        is_triplets: whether each line is one value of the table: its row, its column, and the value.
    """

    delimiter: str | None = None
    encoding: str | None = None
    has_names: bool | None = None
    is_triplets: bool | None = None


AS_IT_LOOKS = Reading()


@dataclass(frozen=True, eq=False)
class TableFile:
    """A table that was read.

    Attributes:
        names: of the columns, as they stand in the file.
        columns: each of n_rows cells: of a text file texts, else what the file has.
        reading: how it was read, with nothing left open; None where the file is no text.
    """

    names: tuple[str, ...]
    columns: tuple[pd.Series, ...]
    reading: Reading | None = None


def read_table(content: bytes, reading: Reading = AS_IT_LOOKS, most: int = MOST_OCTETS) -> TableFile:
    """The table in a file of at most so many octets. Errors: TableFileError."""
    if not content.strip():
        raise TableFileError("The file is empty.")
    if len(content) > most:
        raise TableFileError(f"The file has {len(content) / 1e6:.1f} MB; {most / 1e6:g} MB are the limit.")
    for marks, kind, read in PACKED_KINDS:
        if content.startswith(marks):
            table = of_frame(guarded(read, kind, content))
            return of_triplets(table) if names_triplets(table.names) else table
    table = of_text(content, reading)
    is_triplets = names_triplets(table.names) if reading.is_triplets is None else reading.is_triplets
    table = of_triplets(table) if is_triplets else table
    return replace(table, reading=replace(table.reading or reading, is_triplets=is_triplets))


# -- what is no text


def guarded(read: Callable[[bytes], pd.DataFrame], kind: str, content: bytes) -> pd.DataFrame:
    """What a library reads. Errors: TableFileError, whatever the library says."""
    try:
        return read(content)
    except TableFileError:
        raise
    except Exception as error:  # libraries raise what they like on a damaged file
        words = str(error).split("\n")[0][:120]
        raise TableFileError(f"The file looks like {kind} but cannot be read: {words}") from error


def parquet(content: bytes) -> pd.DataFrame:
    """A Parquet file."""
    from pyarrow import parquet as reader

    file = reader.ParquetFile(io.BytesIO(content))
    about = file.metadata
    unpacked = sum(about.row_group(i).total_byte_size for i in range(about.num_row_groups))
    allowed(unpacked, about.num_rows, about.num_columns)
    return plain_frame(file.read())


def arrow(content: bytes) -> pd.DataFrame:
    """An Arrow file (also called Feather) or stream."""
    import pyarrow as pa

    is_file = content.startswith(b"ARROW1")
    source = pa.ipc.open_file(content) if is_file else pa.ipc.open_stream(content)
    batches = (source.get_batch(i) for i in range(source.num_record_batches)) if is_file else iter(source)
    kept, unpacked, n_rows = [], 0, 0
    for batch in batches:
        unpacked, n_rows = unpacked + batch.nbytes, n_rows + batch.num_rows
        allowed(unpacked, n_rows, batch.num_columns)
        kept.append(batch)
    return plain_frame(pa.Table.from_batches(kept, source.schema))


def excel(content: bytes) -> pd.DataFrame:
    """The first sheet of an Excel workbook."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        allowed(sum(each.file_size for each in file.infolist()), 0, 0)
    try:
        return pd.read_excel(io.BytesIO(content))
    except ImportError as error:
        raise TableFileError("Excel needs the package openpyxl: save the sheet as CSV.") from error


def allowed(unpacked: int, n_rows: int, n_columns: int) -> None:
    """Errors: TableFileError where a packed file holds more than a page can take."""
    if unpacked > MOST_UNPACKED:
        raise TableFileError(f"Unpacked the file has more than {MOST_UNPACKED / 1e6:g} MB.")
    if n_columns > MOST_COLUMNS or n_rows * max(n_columns, 1) > MOST_CELLS:
        raise TableFileError(
            f"The table has {n_rows:,} rows and {n_columns:,} columns; the limits are {MOST_COLUMNS:,} "
            f"columns and {MOST_CELLS / 1e6:g} million cells."
        )


def plain_frame(table: Any) -> pd.DataFrame:
    """A table of pyarrow without the columns that hold more than one value a cell."""
    import pyarrow as pa

    flat = [i for i, each in enumerate(table.schema) if not pa.types.is_nested(each.type)]
    if not flat:
        raise TableFileError("All columns of the file are nested; a column must have one value a row.")
    frame: pd.DataFrame = table.select(flat).to_pandas(ignore_metadata=True)
    return frame


def of_frame(frame: pd.DataFrame) -> TableFile:
    """A table of a library as ours."""
    if frame.shape[1] == 0 or len(frame) == 0:
        raise TableFileError("The table has no rows.")
    allowed(0, *frame.shape)
    columns = tuple(frame.iloc[:, j].reset_index(drop=True) for j in range(frame.shape[1]))
    return TableFile(tuple(map(str, frame.columns)), columns)


PACKED_KINDS: tuple[tuple[tuple[bytes, ...], str, Callable[[bytes], pd.DataFrame]], ...] = (
    ((b"PAR1",), "Parquet", parquet),
    ((b"ARROW1", b"\xff\xff\xff\xff"), "Arrow", arrow),
    ((b"PK\x03\x04",), "Excel", excel),
)
"""How a file begins, what it is called, and what reads it."""


# -- text


def of_text(content: bytes, reading: Reading) -> TableFile:
    """A table of lines. Errors: TableFileError."""
    text, encoding = decoded(content, reading.encoding)
    delimiter = reading.delimiter or delimiter_of(text)
    rows = list(cells_of(text, delimiter))
    if not rows:
        raise TableFileError("The file has no line with anything on it.")
    widths = Counter(len(cells) for _, cells in rows)
    width = len(rows[0][1]) if len(rows) < 3 else widths.most_common(1)[0][0]
    for line, cells in rows:
        if len(cells) != width:
            raise TableFileError(
                f"Line {line} has {counted(len(cells), 'cell')} and most others have {width} (parted by "
                f"{DELIMITERS[delimiter]}): every line must have as many."
            )
    allowed(0, len(rows), width)
    has_names = looks_like_names(rows) if reading.has_names is None else reading.has_names
    names = rows[0][1] if has_names else [f"column {j + 1}" for j in range(width)]
    body = [cells for _, cells in rows[has_names:]]
    if not body:
        raise TableFileError("The table has no rows, only the names of its columns.")
    columns = tuple(pd.Series(list(column), dtype=object) for column in zip(*body, strict=True))
    return TableFile(tuple(names), columns, Reading(delimiter, encoding, has_names))


def decoded(content: bytes, encoding: str | None) -> tuple[str, str]:
    """The text of a file, and how it is written. Errors: TableFileError for what is no text."""
    if encoding is None:
        encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
        if encoding == "utf-8" and not is_utf8(content):
            encoding = "cp1252"
    try:
        text = content.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        line = content[:at].count(b"\n") + 1
        raise TableFileError(f"Line {line} is not written in {ENCODINGS[encoding]}.") from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise TableFileError(f"Line {line} has a NUL character: this is no text.")
    return text, encoding


def is_utf8(content: bytes) -> bool:
    """Whether a file can be read as UTF-8."""
    try:
        content.decode("utf-8")
    except UnicodeError:
        return False
    return True


def delimiter_of(text: str) -> str:
    """What parts the cells: the first of DELIMITERS that gives all lines the same number of them, above 1."""
    widths = {}
    for delimiter in DELIMITERS:
        try:
            found = Counter(len(cells) for _, cells in cells_of(text, delimiter, LOOKED_AT))
        except TableFileError:
            continue
        width, times = found.most_common(1)[0] if found else (1, 0)
        if width > 1 and len(found) == 1:
            return delimiter
        # A space stands in sentences, too: it parts cells where it does so in every line.
        widths[delimiter] = 0 if width == 1 or delimiter == " " else times
    best = max(widths, key=lambda each: widths[each], default=",")
    return best if widths.get(best) else ","


def cells_of(text: str, delimiter: str, most: int | None = None) -> Sequence[tuple[int, list[str]]]:
    """The lines that have anything on them, each with its number and its cells. Errors: TableFileError."""
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=delimiter == " "
    )
    found: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((reader.line_num, [cell.strip() for cell in cells]))
            if most is not None and len(found) >= most:
                break
    except csv.Error as error:
        raise TableFileError(f"Line {reader.line_num} cannot be read as cells: {error}.") from error
    return found


def looks_like_names(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether the first line names the columns: no cell of it is a number, and some cell below it is.

    A line of texts above nothing but texts is taken for names where all differ and none comes again below.
    """
    first, body = rows[0][1], [cells for _, cells in rows[1:]]
    if any(is_number(cell) for cell in first):
        return False
    if any(is_number(cell) for cells in body[:LOOKED_AT] for cell in cells):
        return True
    is_again = any(cells[j] == name for cells in body for j, name in enumerate(first))
    return len(set(first)) == len(first) and "" not in first and not is_again


def is_number(cell: str) -> bool:
    """Whether a cell reads as a number, with a point or a comma."""
    try:
        return bool(np.isfinite(float(cell.replace(",", ".")))) and "_" not in cell
    except ValueError:
        return False


# -- triplets


def names_triplets(names: Sequence[str]) -> bool:
    """Whether columns are called row, column and value."""
    told = [name.strip().casefold() for name in names]
    return len(told) == 3 and all(name in known for name, known in zip(told, TRIPLETS, strict=True))


def of_triplets(table: TableFile) -> TableFile:
    """The table whose values stand one in each row: row, column, value; what is not told is missing.

    Rows and columns stand as they come first. Errors: TableFileError for a place that is told twice.
    """
    if len(table.columns) != 3:
        raise TableFileError(
            f"Triplets are row, column and value; the table has {len(table.columns)} columns."
        )
    (rows, row_names), (columns, column_names) = (
        pd.factorize(each.astype(str)) for each in table.columns[:2]
    )
    allowed(0, len(row_names), len(column_names))
    places = rows * len(column_names) + columns
    again = pd.Series(places).duplicated()
    if again.any():
        at = int(np.argmax(again))
        raise TableFileError(
            f"Row {row_names[rows[at]]} has two values of {column_names[columns[at]]}; it must have one."
        )
    found = np.full(len(row_names) * len(column_names), None, dtype=object)
    found[places] = table.columns[2].to_numpy(dtype=object)
    cells = found.reshape(len(row_names), len(column_names))
    made = (pd.Series(column, dtype=object) for column in cells.T)
    if table.reading is None:
        made = (column.infer_objects() for column in made)
    return TableFile(tuple(map(str, column_names)), tuple(made), table.reading)


def counted(count: int, word: str) -> str:
    """A number of things."""
    return f"{count} {word}{'' if count == 1 else 's'}"
