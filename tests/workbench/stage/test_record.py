"""A stage answers by address: its record, and its moments once for everybody."""

from collections.abc import Mapping
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from tests.workbench.stage.tiny.lesson import stage_of
from tests.workbench.stage.unpacking import unpacked
from workbench.link.values import GUESS_FIRST, NODE, ROUND
from workbench.serve import _cursor
from workbench.stage import record, told
from workbench.stage.record import Stage, keep_stage, stage_at
from workbench.stage.routes import answer


@pytest.fixture(autouse=True)
def _no_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "_stages", record.OrderedDict())


def asked(path: str) -> Response:
    """What the server answers to a path such as NAME/moment?round=1."""
    place, _, query = path.partition("?")
    address, part = place.split("/")
    scope = {"type": "http", "method": "GET", "headers": [], "query_string": query.encode()}
    return answer(Request(scope | {"path_params": {"address": address, "part": part}}))


def tells(token: str, body: bytes) -> int:
    """The server's answer to a cursor, its status."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    scope = {"type": "http", "method": "POST", "headers": [], "path_params": {"token": token}}
    with pytest.raises(StopIteration) as ended:  # nothing is waited for, so no loop is needed
        _cursor(Request(scope, receive)).send(None)
    return int(ended.value.value.status_code)


def counted(n_rounds: int = 9) -> tuple[Stage, list[Mapping[str, Any]]]:
    """A stage, and the cursors at which it has made a moment."""
    made: list[Mapping[str, Any]] = []

    def moment(cursor: Mapping[str, Any]) -> dict[str, Any]:
        made.append(cursor)
        return {"node": cursor[NODE]}

    stage = Stage("counted", "tiny", n_rounds, (ROUND, NODE, GUESS_FIRST), dict, moment)
    return keep_stage(stage), made


def test_the_record_arrives_deflated_and_for_ever() -> None:
    stage = keep_stage(stage_of(4))
    sent = asked(f"{stage.address}/record")
    assert sent.headers["content-encoding"] == "deflate"
    assert "immutable" in sent.headers["cache-control"]
    assert unpacked(stage.packed_record)["squares"].tolist() == [0, 1, 4, 9, 16]


def test_a_moment_is_made_once_for_all_who_look_at_it() -> None:
    stage, made = counted()
    for query in ("round=3&node=2", "node=2&round=3", "round=3&node=2"):
        assert asked(f"{stage.address}/moment?{query}").status_code == 200
    assert made == [{ROUND: 3, NODE: 2, GUESS_FIRST: None}]
    assert asked(f"{stage.address}/moment?round=3").status_code == 200
    assert made[1][NODE] == 0


def test_the_longest_unused_moments_leave_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_SENT", 2)
    stage, made = counted()
    for node in (1, 2, 3, 3, 1):
        assert unpacked(stage.packed_moment(stage.start | {NODE: node})) == {"node": node}
    assert [each[NODE] for each in made] == [1, 2, 3, 1]


@pytest.mark.parametrize(
    "query",
    ["round=0", "round=10", "round=x", "round=1&row=2", "round=1&guess=1", "round=1&node=-1", "node=none"],
)
def test_nonsense_is_refused(query: str) -> None:
    stage, made = counted()
    for part in ("moment", "record"):
        assert asked(f"{stage.address}/{part}?{query}").status_code == 400
    assert made == []


def test_what_is_not_there_is_not_found() -> None:
    stage, _ = counted()
    for address in (f"{stage.name}/record", "other/record", f"{stage.address}/steps"):
        assert asked(f"{address}").status_code == 404


def test_the_stage_of_a_name_is_the_one_there_is_and_the_longest_unused_leave_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(record, "MOST_STAGES", 2)
    first, second = keep_stage(stage_of(1)), keep_stage(stage_of(2))
    assert keep_stage(stage_of(1)) is first
    keep_stage(stage_of(3))
    assert stage_at(first.address) is first
    assert stage_at(second.address) is None


def test_a_stage_has_another_address_on_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    before = stage_of(3).address
    assert stage_of(3).address == before
    monkeypatch.setattr(record, "_BORN", "another")
    assert stage_of(3).address != before


def test_a_stage_without_moments_says_so() -> None:
    bare = Stage("bare", "tiny", 3, (ROUND,), dict)
    assert unpacked(bare.packed_moment(bare.start)) == {}


def test_the_server_takes_a_cursor_and_refuses_what_is_none() -> None:
    assert tells("mine", b'{"round": 3}') == 204
    assert tells("mine", b'{"round": 4, "node": null}') == 204
    assert tells("yours", b"[1]") == tells("yours", b"round") == 400
    assert tells("yours", b"x" * 5000) == 413
    assert told.take("mine") == {"round": 4, "node": None}
    assert told.take("mine") == told.take("yours") == {}


def test_what_nobody_asks_for_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "MOST", 2)
    for token in "abc":
        told.tell(token, {"round": 1})
    assert [bool(told.take(token)) for token in "abc"] == [False, True, True]
