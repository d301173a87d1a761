"""Data with arrays in them, packed and read back."""

import zlib

import numpy as np
import pytest

from tests.workbench.stage.unpacking import unpacked
from workbench.stage.packing import KINDS, packed


def test_what_is_packed_is_read_back() -> None:
    data = {"a": [1, 2.5, None, "text", True], "b": {"3": {"c": ()}}, "d": "é"}
    assert unpacked(packed(data)) == {**data, "b": {"3": {"c": []}}}


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_of_every_kind_anywhere_are_read_back(kind: str) -> None:
    values = np.arange(5).astype(kind)
    found = unpacked(packed({"rounds": [{"leaf": values}, {"leaf": values[::2]}], "empty": values[:0]}))
    for read, sent in zip(found["rounds"], (values, values[::2]), strict=True):
        assert read["leaf"].dtype == np.dtype(kind)
        assert np.array_equal(read["leaf"], sent)
    assert len(found["empty"]) == 0


def test_an_array_by_itself_may_be_packed_and_what_is_not_a_number_stays_so() -> None:
    found = unpacked(packed(np.array([np.nan, np.inf, -0.0])))
    assert np.isnan(found[0])
    assert found[1] == np.inf
    assert np.signbit(found[2])


def test_a_table_is_sent_row_by_row_also_where_it_lies_otherwise_in_memory() -> None:
    table = np.arange(6, dtype=np.int32).reshape(2, 3)
    assert unpacked(packed(table.T)).tolist() == [0, 3, 1, 4, 2, 5]
    assert unpacked(packed(table.astype(">i4"))).tolist() == [0, 1, 2, 3, 4, 5]


def test_numbers_of_numpy_and_names_that_are_numbers_are_plain() -> None:
    assert unpacked(packed({1: np.float64(0.5), "n": np.int64(3), "is": np.bool_(True)})) == {
        "1": 0.5,
        "n": 3,
        "is": True,
    }


def test_every_array_begins_at_a_multiple_of_eight() -> None:
    sent = zlib.decompress(packed([np.zeros(3, np.uint8), np.zeros(1, np.float64), {"x": "." * 3}]))
    assert int.from_bytes(sent[:4], "little") % 8 == 4
    assert len(sent) % 8 == 0


def test_what_browsers_cannot_read_is_refused() -> None:
    with pytest.raises(ValueError, match=r"array rounds\.1=int64 must be of one of the kinds float32, "):
        packed({"rounds": [0, np.arange(3)]})
    with pytest.raises(ValueError, match="not JSON compliant"):
        packed({"x": float("nan")})
