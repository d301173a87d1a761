"""A page asked for without a browser, over Streamlit's own websocket."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATIENCE_S = 120.0

Answer = TypeVar("Answer")


def run_beside(work: Coroutine[Any, Any, Answer]) -> Answer:
    """The answer of a coroutine, in a thread of its own: Playwright's loop may run in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def messages(url: str, page: str, query: str = "") -> AsyncGenerator[ForwardMsg, None]:
    """What the server sends of a page until its script has ended."""
    socket_url = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
    async with websockets.connect(
        socket_url, subprotocols=["streamlit"], origin=url, max_size=None, compression=None
    ) as socket:
        request = BackMsg()
        request.rerun_script.query_string = query
        request.rerun_script.page_name = page
        await socket.send(request.SerializeToString())
        async with asyncio.timeout(PATIENCE_S):
            while True:
                answer = ForwardMsg()
                answer.ParseFromString(await socket.recv())
                yield answer
                ends = answer.WhichOneof("type") == "script_finished"
                if ends and answer.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    return
