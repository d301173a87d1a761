"""What the server sends over Streamlit's own websocket."""

from tests.browser.messages import messages, run_beside
from tests.browser.running import Server

KEPT_BY_DEFAULT = 10_000  # bytes of a message that Streamlit has browsers keep where nobody says otherwise


def test_no_message_is_one_that_the_browser_must_have_kept(server: Server) -> None:
    async def sent() -> list[tuple[int, bool]]:
        answers = messages(server.url, "adaboost", "guess=0")
        return [(answer.ByteSize(), answer.metadata.cacheable) async for answer in answers]

    found = run_beside(sent())
    assert max(size for size, _ in found) > KEPT_BY_DEFAULT
    assert not any(is_kept for _, is_kept in found)
