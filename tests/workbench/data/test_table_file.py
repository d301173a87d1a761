"""Tables in files: what is recognised, what is refused; of a bad one comes a sentence and nothing else."""

import io
import random
import zipfile
from collections.abc import Callable

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from workbench.data.own_columns import columns_of
from workbench.data.own_table import Choices, OwnTableError, own_table, usual_target
from workbench.data.table_file import Reading, TableFile, TableFileError, read_table

FRAME = pd.DataFrame(
    {"size": [1.5, 2.0, None, 4.0], "colour": ["red", None, "blue", "red"], "y": [0, 1, 1, 0]}
)


def cells(table: TableFile) -> list[list[object]]:
    """The columns as lists."""
    return [list(column) for column in table.columns]


@pytest.mark.parametrize(
    ("content", "reading"),
    [
        (b"a,b\n1,2\n3,4\n", Reading(",", "utf-8", True, False)),
        (b"a;b\n1,5;2\n3;4\n", Reading(";", "utf-8", True, False)),
        (b"a\tb\n1\t2\n3\t4\n", Reading("\t", "utf-8", True, False)),
        (b"1 2\n3 4\n", Reading(" ", "utf-8", False, False)),
        ("größe,ß\n1,2\n".encode("cp1252"), Reading(",", "cp1252", True, False)),
        ("größe,ß\n1,2\n".encode("utf-16"), Reading(",", "utf-16", True, False)),
        ("\ufeffa,b\n1,2\n".encode(), Reading(",", "utf-8", True, False)),
        (b'name,b\n"one, two",2\n', Reading(",", "utf-8", True, False)),
        (b"red,blue\nred,green\n", Reading(",", "utf-8", False, False)),
    ],
)
def test_how_a_text_is_written_is_recognised(content: bytes, reading: Reading) -> None:
    assert read_table(content).reading == reading


def test_what_was_taken_wrongly_is_corrected() -> None:
    found = read_table(b"2020;2021\n1;2\n", Reading(has_names=True))
    assert found.names == ("2020", "2021")
    assert cells(found) == [["1"], ["2"]]


@pytest.mark.parametrize(
    "write",
    [
        lambda frame, file: parquet.write_table(pa.Table.from_pandas(frame), file),
        lambda frame, file: feather.write_feather(frame, file),
        lambda frame, file: frame.to_csv(file, index=False),
    ],
    ids=["parquet", "arrow", "csv"],
)
def test_every_kind_of_file_gives_the_same_data_set(write: Callable[[pd.DataFrame, object], None]) -> None:
    file = io.BytesIO()
    write(FRAME, file)
    columns = columns_of(read_table(file.getvalue()))
    found = own_table("t.csv", columns, Choices(2, task="classification"))
    np.testing.assert_array_equal(found.content.X[:, 0], [1.5, 2.0, np.nan, 4.0])
    np.testing.assert_array_equal(found.content.X[:, 1], [1.0, np.nan, 0.0, 1.0])
    assert found.content.feature_names[1].levels == ("blue", "red")  # type: ignore[attr-defined]
    assert found.content.y.tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b" \n\n ", "empty"),
        (b"a,b\n1,2\n1,2,3\n", "Line 3 has 3 cells and most others have 2"),
        (b"a,b\n1,2\n\0,3\n", "Line 3 has a NUL character"),
        (b'a,b\n1,"2\n', "cannot be read as cells"),
        (b"a,b\n", "no rows, only the names"),
        (b"PAR1 and nothing else", "looks like Parquet but cannot be read"),
        (b"ARROW1 and nothing else", "looks like Arrow but cannot be read"),
        (b"PK\x03\x04 and nothing else", "looks like Excel but cannot be read"),
        (b"x" * 6_000_000, "6.0 MB; 5 MB are the limit"),
    ],
)
def test_what_is_no_table_is_refused_with_what_and_where(content: bytes, words: str) -> None:
    with pytest.raises(TableFileError, match=words):
        read_table(content)


def test_a_bomb_is_not_unpacked() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("sheet.xml", b"0" * 300_000_000)
    with pytest.raises(TableFileError, match="more than 200 MB"):
        read_table(file.getvalue())
    wide = io.BytesIO()
    many = pa.table({"x": pa.array(np.zeros(30_000_000, dtype=np.int8))})
    parquet.write_table(many, wide, compression="zstd")
    with pytest.raises(TableFileError, match="30,000,000 rows"):
        read_table(wide.getvalue())


def test_nested_columns_are_left_out_and_nothing_else() -> None:
    file = io.BytesIO()
    parquet.write_table(pa.table({"deep": [[1], [2]], "x": [1.0, 2.0]}), file)
    assert read_table(file.getvalue()).names == ("x",)


def ends_well(content: bytes) -> None:
    """Whether a file gives a data set of finite numbers, or a sentence."""
    try:
        columns = columns_of(read_table(content))
        found = own_table("some.csv", columns, Choices(usual_target(columns)))
    except (TableFileError, OwnTableError) as error:
        assert 10 < len(str(error)) < 400
        return
    assert not np.isinf(found.content.X).any()
    assert np.isfinite(found.content.y).all()
    assert len(np.unique(found.content.y)) > 1


HOSTILE = [
    b"x,y\n1e308,1\n-1e308,2\n3,3\n4,4\n",
    b"x,y\n1e999,1\n2,2\n3,3\n4,4\n",
    b"x,y\nnan,inf\n1,2\n2,3\n3,4\n",
    b"x,y\n" + b"1,1\n" * 10,
    b"x,y\n,\n,\n,\n,\n",
    b"x,y\n1,2\n",
    b"<script>alert(1)</script>,[a](http://b)\n1,2\n2,3\n3,4\n4,6\n",
    b"=cmd|' /C calc'!A0,@y\n1,2\n2,3\n3,4\n4,6\n",
    "\u202eabc,ש,y\n1,2,3\n2,3,4\n3,4,5\n4,4,6\n".encode(),
    "😀,😀\n1,2\n2,3\n3,4\n4,6\n".encode(),
    b",,\n1,2,3\n2,3,4\n3,4,5\n4,4,6\n",
    b"a" * 100_000 + b",y\n1,2\n2,3\n3,4\n4,6\n",
    b"d,y\n2020-13-45,1\n2020-01-01,2\n2020-01-02,3\n2020-01-03,4\n",
    b"x,y\n1_000,1\n2_000,2\n3_000,3\n4_000,4\n",
    b"\xff\xfe\x00",
    b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    b"x,y\r1,2\r3,4\r5,6\r7,9\r",
    b'"x""y",z\n1,2\n2,3\n3,4\n4,6\n',
    ("x," * 3_000 + "y\n" + ("1," * 3_000 + "1\n") * 5).encode(),
    b"text,y\n" + b"".join(b"words %d,%d\n" % (i, i % 3) for i in range(80)),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_file_is_a_data_set_or_a_sentence(number: int) -> None:
    ends_well(HOSTILE[number])


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(300))
def test_a_mutated_file_is_a_data_set_or_a_sentence(seed: int) -> None:
    draw = random.Random(seed)
    file = io.BytesIO()
    kind = seed % 3
    if kind == 0:
        FRAME.to_csv(file, index=False, sep=draw.choice(",;\t"))
    elif kind == 1:
        parquet.write_table(pa.Table.from_pandas(FRAME), file)
    else:
        feather.write_feather(FRAME, file)
    content = bytearray(file.getvalue())
    for _ in range(draw.randint(1, 8)):
        act, at = draw.randrange(3), draw.randrange(len(content))
        if act == 0:
            content[at] = draw.randrange(256)
        elif act == 1:
            del content[at : at + draw.randint(1, 20)]
        else:
            content[at:at] = draw.choice([b"\n", b'"', b",,", b"\0", b"1e400", b"\xf0\x9f", b"=1+1"])
        content = content or bytearray(b"x")
    ends_well(bytes(content))


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_triplets_are_a_table_whose_other_cells_are_missing(kind: str) -> None:
    frame = pd.DataFrame(
        {"row": [7, 7, 2, 2, 5], "column": ["x", "y", "y", "k", "y"], "value": [1.5, 3, 4, 8, 9]}
    )
    file = io.BytesIO()
    _ = frame.to_csv(file, index=False) if kind == "csv" else frame.to_parquet(file)
    x, y, k = columns_of(read_table(file.getvalue()))
    assert [each.name for each in (x, y, k)] == ["x", "y", "k"]
    assert x.numbers is not None and y.numbers is not None
    np.testing.assert_array_equal(x.numbers, [1.5, np.nan, np.nan])
    assert y.numbers.tolist() == [3, 4, 9]


def test_triplets_are_what_the_reader_says() -> None:
    text = b"house,what,much\n1,x,2\n1,y,3\n2,y,4\n"
    assert read_table(text).names == ("house", "what", "much")
    assert read_table(text, Reading(is_triplets=True)).names == ("x", "y")
    assert read_table(b"row,column,value\n1,x,2\n", Reading(is_triplets=False)).names[0] == "row"
    with pytest.raises(TableFileError, match="Row 1 has two values of x; it must have one"):
        read_table(b"row,column,value\n1,x,2\n1,x,3\n")
    with pytest.raises(TableFileError, match="the table has 2 columns"):
        read_table(b"a,b\n1,2\n", Reading(is_triplets=True))
