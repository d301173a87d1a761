"""The server: Streamlit's own page with the frame's style in its head, before anything is painted.

A style that Python sends comes after the first elements, and the page shifts under the reader's eyes. The
scripts of the components are there as well, and pictures in all rounds are fetched: both would be sent, or at
least read, at every step. What is still done on a page that was left is not heard, and a file that is chosen
while a page runs is not lost.
"""

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, wraps
from importlib import import_module
from threading import Thread
from typing import Any

import streamlit as st
from google.protobuf.message import DecodeError
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import App
from streamlit.errors import FragmentStorageKeyError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.state import SafeSessionState, SessionState

from workbench.components.page_scripts import page_script, version
from workbench.loading import LOADING
from workbench.paths import APP_PATH, FRAME_STYLE_PATH
from workbench.stage.told import tell

_FOREVER = {"cache-control": "public, max-age=31536000, immutable"}  # another content has another address
_MOST_TOLD = 4000  # bytes of a cursor
_TELL_BY_THEMSELVES = ("-kept_tables__events",)  # as soon as they know, whatever the reader does
_PRESENTING = re.compile(rb"(^|&)present=1(&|$)")
_NOT_PAGES = ("/static", "/_stcore", "/media")
_OF_ANOTHER_TEXT = (b"content-length", b"etag", b"last-modified")
# Plain and whole: nothing compressed, and no answer that an old style is still good.
_REFUSED = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")


# WORKAROUND streamlit 1.67, no style in the head: what Python sends comes after the first elements.
class FrameInHead:
    """Puts the frame's style and scripts into the head of Streamlit's page; anything else passes as it is."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if not _asks_for_a_page(scope):
            await self._app(scope, receive, send)
            return
        headers = [header for header in scope["headers"] if header[0] not in _REFUSED]
        start: Message = {}
        parts: list[bytes] = []

        async def take(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                return
            parts.append(message.get("body", b""))
            if message.get("more_body"):
                return
            body = b"".join(parts).replace(b"</head>", head_end(), 1)
            if _PRESENTING.search(scope["query_string"]):  # components/clicker.js keeps it right from now on
                body = body.replace(b"<html", b'<html class="presenting"', 1)
            kept = [header for header in start["headers"] if header[0].lower() not in _OF_ANOTHER_TEXT]
            start["headers"] = [*kept, (b"content-length", str(len(body)).encode())]
            await send(start)
            await send({"type": "http.response.body", "body": body})

        await self._app({**scope, "headers": headers}, receive, take)


# WORKAROUND streamlit 1.67, left pages are heard: one fragment of two pages has one name.
class LeftPages:
    """Lets nobody hear of an act on a page that the reader has left; anything else passes as it is.

    A browser may send one after it has asked for another page, as long as it has not heard of that. The
    bodies of all pages are one fragment for Streamlit: it would draw that of the new page, say that it is of
    the old one, and the browser would clear all that stands around it and find no place for it.

    What a component of it tells by itself would be taken for a way back to it.

    A page is another one when the browser asks for it, or when the server goes on to it by itself; but the
    one that was just left may still begin.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what a browser says."""
        # Where the reader is or goes, by its name at first; the page that may still begin; the one before.
        page = left = before = ""

        async def hear() -> Message:
            nonlocal page, left, before
            while True:
                message = await receive()
                asked = _asked(message) if scope["type"] == "websocket" else None
                if asked is None:
                    return message
                is_new = page != asked.page_script_hash
                if is_new and not _is_act(asked, before):
                    page, left, before = asked.page_script_hash, page, page
                if page in ("", asked.page_script_hash):
                    return message

        async def say(message: Message) -> None:
            nonlocal page, left, before
            begun = _begun(message) if scope["type"] == "websocket" else None
            if begun not in (None, left):
                before = before if begun == page else page
                page, left = begun, ""
            await send(message)

        await self._app(scope, hear, say)


def _asked(message: Message) -> ClientState | None:
    """What a browser asks to be run; None if a message is anything else."""
    try:
        said = BackMsg.FromString(message.get("bytes") or b"")
    except DecodeError:
        return None
    return said.rerun_script if said.WhichOneof("type") == "rerun_script" else None


def _is_act(asked: ClientState, before: str) -> bool:
    """Whether a page is asked for because of something on it, not as another page.

    before: the page that was left. A component that tells by itself does so without a fragment.
    """
    if asked.fragment_id or asked.page_script_hash != before:
        return bool(asked.fragment_id)
    return any(each.id.endswith(_TELL_BY_THEMSELVES) for each in asked.widget_states.widgets)


def _begun(message: Message) -> str | None:
    """The page that a server runs; None if a message is anything else. A new session may not know it yet."""
    said = ForwardMsg.FromString(message.get("bytes") or b"")
    return said.navigation.page_script_hash if said.WhichOneof("type") == "navigation" else None


# WORKAROUND streamlit 1.67, addresses of files are lost: a run that begins forgets what was not sent yet.
def keep_file_addresses() -> None:
    """Let a browser hear where a file that was chosen is to be sent, whatever begins to run: it asks once."""
    forget = ForwardMsgQueue.clear

    @wraps(forget)
    def but_addresses(queue: ForwardMsgQueue, *given: Any, **named: Any) -> None:
        waiting = [each for each in queue._queue if each.WhichOneof("type") == "file_urls_response"]
        forget(queue, *given, **named)
        if given or named:  # else all of it was sent
            queue._queue += [each for each in waiting if each not in queue._queue]

    ForwardMsgQueue.clear = but_addresses  # type: ignore[assignment, method-assign]


# WORKAROUND streamlit 1.67, forgotten parts are silent.
def run_page_for_forgotten_parts() -> None:
    """Run the page as a whole where a part of it is asked for that is not known.

    A run that is stopped forgets the parts that it has not come to, and acts on them would be lost until they
    are drawn again: a slider would show what the page is not drawn for.
    """
    look_up = MemoryFragmentStorage.lookup

    @wraps(look_up)
    def part_or_page(storage: MemoryFragmentStorage, key: str) -> Callable[[], Any]:
        try:
            return look_up(storage, key)
        except FragmentStorageKeyError:
            return st.rerun

    MemoryFragmentStorage.lookup = part_or_page  # type: ignore[assignment, method-assign]
    MemoryFragmentStorage.contains = lambda self, key: True  # type: ignore[method-assign]


# WORKAROUND streamlit 1.67, runs of one session have locks of their own.
def share_locks() -> None:
    """Let a run that was stopped, and goes on until it hears of that, wait while the next calls callbacks.

    What it drew came between them: they failed, as what they go through had changed, or were not called.
    """
    begin = SafeSessionState.__init__

    @wraps(begin)
    def with_one_lock(safe: SafeSessionState, state: SessionState, *given: Any, **named: Any) -> None:
        begin(safe, state, *given, **named)
        lock = vars(state.query_params).setdefault("lock", safe._lock)  # the state itself takes no more names
        object.__setattr__(safe, "_lock", lock)

    SafeSessionState.__init__ = with_one_lock  # type: ignore[assignment, method-assign]


def _asks_for_a_page(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"].startswith(_NOT_PAGES):
        return False
    return b"text/html" in dict(scope["headers"]).get(b"accept", b"")


# WORKAROUND streamlit 1.67, server is sought below the page.
# Streamlit's page finds its server beside the page; by itself it would look below the page first, in vain.
_SERVER = '<script>window.__streamlit = {BACKEND_BASE_URL: new URL(".", window.location.href).href}</script>'


@cache
def head_end() -> bytes:
    """What the frame brings into the head; its scripts run before Streamlit's, which wait for the page."""
    style = FRAME_STYLE_PATH.read_text(encoding="utf-8")
    return f'<style>{style}</style>{_SERVER}<script src="scripts/{version()}.js"></script></head>'.encode()


async def _scripts(request: Request) -> Response:
    return Response(page_script(), media_type="text/javascript", headers=_FOREVER)


# A plain function: Starlette runs it beside its loop, so that nobody waits for what another one asks.
def _stage(request: Request) -> Response:
    with LOADING:  # here, for a server starts faster without gbtlib
        from workbench.stage.routes import answer
    return answer(request)


async def _cursor(request: Request) -> Response:
    body = await request.body()
    if len(body) > _MOST_TOLD:
        return Response(status_code=413)
    try:
        told = json.loads(body)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        return Response(status_code=400)
    tell(request.path_params["token"], told)
    return Response(status_code=204)


def _load_pages() -> None:
    """Load what a first page needs, while a browser reads Streamlit's; components need a server that runs."""
    version()
    for name in ("shell.registry", "shell.page", "lessons.boosting_rounds.widgets", "home.widgets"):
        with LOADING:
            import_module(f"workbench.{name}")


@asynccontextmanager
async def _running(_: App) -> AsyncIterator[None]:
    Thread(target=_load_pages, daemon=True).start()
    yield


keep_file_addresses()
run_page_for_forgotten_parts()
share_locks()
app = App(
    APP_PATH,
    lifespan=_running,
    routes=[
        Route("/scripts/{version}.js", _scripts),
        Route("/stages/{address}/{part}", _stage),
        Route("/cursor/{token}", _cursor, methods=["POST"]),
    ],
    middleware=[Middleware(FrameInHead), Middleware(LeftPages)],
)
