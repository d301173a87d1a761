"""What the server sends over Streamlit's own websocket."""

from contextlib import aclosing

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.messages import messages, run_beside
from tests.browser.running import Server

REQUESTS_AT_ONCE = 10  # more than a page can have under way: Streamlit takes together what waits


def test_the_browser_keeps_a_message_for_longer_than_a_request_can_wait(server: Server) -> None:
    async def first() -> ForwardMsg:
        # Closed here: dropped half-way, it would be cancelled with its connection open.
        async with aclosing(messages(server.url, "boosting_rounds")) as sent:
            return await anext(sent)

    assert run_beside(first()).new_session.config.max_cached_message_age > REQUESTS_AT_ONCE
