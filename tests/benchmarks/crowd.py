"""People who step through a lesson at one server, over Streamlit's own websocket protocol, without browsers.

Run as a program: `python -m tests.benchmarks.crowd PORT PAGE QUERY PEOPLE SECONDS THINK_S`. It prints the
milliseconds from every step to the end of the server's answer, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

STEPPER = "gbt_scrubber"  # the component that tells the round
N_ROUNDS = 200


class Person:
    """One browser tab's worth of messages."""

    def __init__(self, port: int, page: str, query: str) -> None:
        self.url, self.page, self.query = f"ws://127.0.0.1:{port}/_stcore/stream", page, query
        self.page_hash, self.stepper, self.fragment = "", "", ""

    async def arrive(self) -> None:
        """Open the page, and wait until it is there."""
        self.socket = await websockets.connect(
            self.url, subprotocols=["streamlit"], origin=self.url[:-15].replace("ws", "http"), max_size=None
        )
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_name = self.page
        await self.socket.send(message.SerializeToString())
        await self.answer()
        assert self.stepper, f"no {STEPPER} on {self.page}"

    async def answer(self) -> None:
        """Read messages until the script has ended."""
        while True:
            message = ForwardMsg()
            message.ParseFromString(await self.socket.recv())
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self.page_hash = message.new_session.page_script_hash
            elif kind == "navigation":  # the page itself; the session's is the entry point
                self.page_hash = message.navigation.page_script_hash
            elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                component = message.delta.new_element.bidi_component
                if component.component_name == STEPPER:
                    self.stepper, self.fragment = component.id, message.delta.fragment_id
            elif kind == "script_finished":
                return

    async def step(self, round_: int) -> float:
        """Go to a round; milliseconds until the server has answered."""
        message = BackMsg()
        rerun = message.rerun_script
        rerun.query_string, rerun.page_script_hash = self.query, self.page_hash
        rerun.fragment_id = self.fragment
        state = rerun.widget_states.widgets.add()
        state.id = f"$$STREAMLIT_INTERNAL_KEY_{self.stepper}__events"
        state.json_trigger_value = json.dumps([{"event": "moved", "value": round_}])
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        await self.answer()
        return 1000 * (time.perf_counter() - start)


async def crowd(port: int, page: str, query: str, people: int, seconds: float, think_s: float) -> list[float]:
    """Milliseconds of every step of so many people; each pauses for about `think_s` between two steps."""
    everybody = [Person(port, page, query) for _ in range(people)]
    await asyncio.gather(*(person.arrive() for person in everybody))
    end = time.perf_counter() + seconds
    found: list[float] = []

    async def steps(person: Person) -> None:
        at = random.randrange(1, N_ROUNDS)
        await asyncio.sleep(random.uniform(0, think_s))
        while time.perf_counter() < end:
            at = at % N_ROUNDS + 1
            found.append(await person.step(at))
            await asyncio.sleep(random.uniform(0.5 * think_s, 1.5 * think_s))

    print("ready", flush=True)
    await asyncio.gather(*(steps(person) for person in everybody))
    return found


if __name__ == "__main__":
    port, page, query, people, seconds, think_s = sys.argv[1:]
    times = asyncio.run(crowd(int(port), page, query, int(people), float(seconds), float(think_s)))
    print(json.dumps(times))
