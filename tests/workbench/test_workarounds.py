"""Whether what the workbench does around Streamlit is still needed, each way held against a bare app.

A test that fails says that a newer Streamlit does it by itself: the way around it can go, with its test.
"""

import asyncio
import inspect
import re
import socket
from collections.abc import Iterator, Sequence

import pytest
import websockets
from playwright.sync_api import Browser
from streamlit import config
from streamlit.components.v2.bidi_component import main as components
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.web import bootstrap
from streamlit.web.server.starlette import starlette_server

from tests.browser.messages import run_beside
from tests.browser.running import ROOT, running_server
from workbench.__main__ import answer_at_once, watch_no_settings
from workbench.serve import keep_file_addresses, share_locks

MARK = re.compile(r"# WORKAROUND streamlit 1\.67, ([^:.\n]+)[:.]")


@pytest.fixture(scope="module")
def bare_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("bare"), "tests.workbench.bare_app") as url:
        yield url


def asks(page: str = "", known_as: str = "", fragment: str = "") -> BackMsg:
    """A browser's wish that a page, by its name or as the server knows it, or a fragment of it be run."""
    said = BackMsg()
    said.rerun_script.page_name = page
    said.rerun_script.page_script_hash = known_as
    said.rerun_script.fragment_id = fragment
    return said


def answers(url: str, *wishes: BackMsg | Sequence[BackMsg]) -> list[list[ForwardMsg]]:
    """What a server sends to one browser after each of its wishes, or each of several at once."""

    async def exchange() -> list[list[ForwardMsg]]:
        place = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
        async with websockets.connect(place, subprotocols=["streamlit"], origin=url) as socket:
            found: list[list[ForwardMsg]] = []
            for wish in wishes:
                for each in wish if isinstance(wish, Sequence) else [wish]:
                    await socket.send(each.SerializeToString())
                found.append([])
                while not found[-1] or not is_end(found[-1][-1]):
                    found[-1].append(ForwardMsg.FromString(await socket.recv()))
            return found

    return run_beside(exchange())


def is_end(said: ForwardMsg) -> bool:
    """Whether a run has ended, and no other one follows from it."""
    another = ForwardMsg.FINISHED_EARLY_FOR_RERUN
    return said.WhichOneof("type") == "script_finished" and said.script_finished != another


def element(sent: Sequence[ForwardMsg], kind: str) -> object:
    """The first element of a kind."""
    return next(
        getattr(each.delta.new_element, kind)
        for each in sent
        if each.delta.new_element.WhichOneof("type") == kind
    )


def test_every_way_around_streamlit_has_its_test() -> None:
    sources = [path for kind in ("py", "js", "toml") for path in (ROOT / "workbench").rglob(f"*.{kind}")]
    marked = [name for path in sources for name in MARK.findall(path.read_text(encoding="utf-8"))]
    tests = {name for name in globals() if name.startswith("test_")}
    assert sorted(f"test_{name.lower().replace(' ', '_')}" for name in marked) == sorted(
        tests - {"test_every_way_around_streamlit_has_its_test"}
    )


def test_no_style_in_the_head() -> None:
    assert not [name for name in config.get_config_options() if re.search("css|html|headtag", name.lower())]


def test_left_pages_are_heard(bare_url: str) -> None:
    begun = answers(bare_url, asks("first"))[0]
    page = next(each.new_session.page_script_hash for each in begun if each.HasField("new_session"))
    body = next(each.delta.fragment_id for each in begun if each.delta.fragment_id)
    after = answers(bare_url, asks("first"), asks("second"), asks("", page, body))[2]
    assert element(after, "markdown").body == "body of second"  # type: ignore[attr-defined]


def test_forgotten_parts_are_silent(bare_url: str, server_url: str) -> None:
    def page_of(begun: Sequence[ForwardMsg]) -> str:
        return next(each.navigation.page_script_hash for each in begun if each.HasField("navigation"))

    page = page_of(answers(bare_url, asks("first"))[0])
    pair = [asks("", page, "forgotten"), asks("second")]
    answered = answers(bare_url, asks("first"), pair)[1]
    assert element(answered, "markdown").body == "body of second"  # type: ignore[attr-defined]
    page = page_of(answers(server_url, asks("one_leaf"))[0])
    *drawn, end = answers(server_url, asks("one_leaf"), asks("", page, "forgotten"))[1]
    assert page_of(drawn) == page
    assert end.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
    assert any(each.HasField("delta") and not each.delta.fragment_id for each in drawn)


def test_server_is_sought_below_the_page(bare_url: str, browser: Browser) -> None:
    page = browser.new_page()
    with page.expect_response(lambda answer: answer.url.startswith(f"{bare_url}/second/_stcore")) as missed:
        page.goto(f"{bare_url}/second")
    page.close()
    assert missed.value.status == 404


def test_kept_messages_are_forgotten() -> None:
    assert config.get_config_options()["global.maxCachedMessageAge"].default_val


def test_garbage_after_every_run() -> None:
    assert config.get_config_options()["runner.postScriptGC"].default_val


def test_no_act_says_what_it_has_heard() -> None:
    known = {"query_string", "widget_states", "page_script_hash", "page_name", "fragment_id"}
    known |= {"is_auto_rerun", "cached_message_hashes", "context_info", "is_history_navigation"}
    assert {field.name for field in ClientState.DESCRIPTOR.fields} == known


def test_values_are_sent_once(bare_url: str) -> None:
    runs = answers(bare_url, asks("first"), asks("first"))
    assert [element(sent, "slider").set_value for sent in runs] == [True, False]  # type: ignore[attr-defined]


def test_scripts_are_sent_again(bare_url: str) -> None:
    runs = answers(bare_url, asks("first"), asks("first"))
    scripts = [element(sent, "bidi_component").js_content for sent in runs]  # type: ignore[attr-defined]
    assert scripts[0] and scripts[0] == scripts[1]


def test_json_is_made_twice() -> None:
    assert len(re.findall(r"json\.dumps\(data\b", inspect.getsource(components))) > 1


def test_answers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starlette_server, "_bind_socket", starlette_server._bind_socket)  # and back
    assert not sends_at_once()
    answer_at_once()
    assert sends_at_once()


def test_settings_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    watched: list[str] = []
    monkeypatch.setattr(bootstrap, "watch_file", lambda path, *_, **__: watched.append(path))
    monkeypatch.setattr(bootstrap, "_install_config_watchers", bootstrap._install_config_watchers)  # and back
    flags = {"server.fileWatcherType": "none"}
    bootstrap._install_config_watchers(flags)
    assert watched
    watched.clear()
    watch_no_settings()
    bootstrap._install_config_watchers(flags)
    assert not watched


def test_addresses_of_files_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ForwardMsgQueue, "clear", inspect.unwrap(ForwardMsgQueue.clear))  # and back
    assert left_when_a_run_begins() == []
    keep_file_addresses()
    assert left_when_a_run_begins() == ["where to"]


def test_runs_of_one_session_have_locks_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SafeSessionState, "__init__", inspect.unwrap(SafeSessionState.__init__))  # and back
    assert not has_one_lock(SessionState())
    share_locks()
    assert has_one_lock(SessionState())


def has_one_lock(state: SessionState) -> bool:
    """Whether two runs of a session wait for each other."""
    first, second = (SafeSessionState(state, lambda: None) for _ in range(2))
    return first._lock is second._lock


def left_when_a_run_begins() -> list[str]:
    """Which answers a queue still has when a run of the page begins, of one and of a part of the old page."""
    queue = ForwardMsgQueue()
    queue.enqueue(ForwardMsg(file_urls_response={"response_id": "where to"}))
    queue.enqueue(ForwardMsg(delta={}))
    queue.clear(retain_lifecycle_msgs=True)
    return [each.file_urls_response.response_id for each in queue.flush()]


def sends_at_once() -> bool:
    """Whether a connection to Streamlit's server sends what there is without waiting."""

    async def accepted() -> bool:
        found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def taken(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            found.set_result(bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        listening = starlette_server._bind_socket("127.0.0.1", 0, 1)
        async with await asyncio.start_server(taken, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            writer.close()
            return await found

    return run_beside(accepted())
