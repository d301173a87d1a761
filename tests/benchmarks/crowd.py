"""People who step through a lesson's stage at one server, as their browsers would, without browsers.

A step asks for what the stage shows there, tells the cursor, and lets what stands below follow once it rests.
Run as a program: `python -m tests.benchmarks.crowd PORT PAGE QUERY PEOPLE SECONDS THINK_S`. It prints the
milliseconds from every step until what it asked for has come, as JSON.
"""

import asyncio
import json
import random
import sys
import time
from urllib.request import Request, urlopen

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

STAGE, TELLER = "gbt_stage", "gbt_teller"  # the components that say what is shown, and hear that it rests
RESTS_S = 0.7


class Person:
    """One browser tab's worth of messages."""

    def __init__(self, port: int, page: str, query: str) -> None:
        self.host, self.page, self.query = f"127.0.0.1:{port}", page, query
        self.page_hash, self.teller, self.fragment = "", "", ""

    async def arrive(self) -> None:
        """Open the page, and wait until it is there with its record."""
        self.socket = await websockets.connect(
            f"ws://{self.host}/_stcore/stream",
            subprotocols=["streamlit"],
            origin=f"http://{self.host}",
            max_size=None,
        )
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_name = self.page
        await self.socket.send(message.SerializeToString())
        await self.answer()
        assert self.teller, f"no {TELLER} on {self.page}"
        await self.ask(f"stages/{self.stage['stage']}/record")

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
                if component.component_name == STAGE:
                    self.stage = json.loads(component.bytes)
                elif component.component_name == TELLER:
                    self.teller, self.fragment = component.id, message.delta.fragment_id
            elif kind == "script_finished":
                return

    async def ask(self, address: str, body: bytes | None = None) -> None:
        """Fetch an address, or post to it."""
        request = Request(f"http://{self.host}/{address}", body)
        await asyncio.to_thread(lambda: urlopen(request).read())

    async def step(self, number: int) -> float:
        """Go to a step and rest there; milliseconds until what is asked for has come."""
        stage = self.stage
        at = stage["cursor"] | {stage["step"]: number}
        asked = "&".join(f"{name}={'none' if at[name] is None else at[name]}" for name in stage["follows"])
        start = time.perf_counter()
        await self.ask(f"stages/{stage['stage']}/moment?{asked}")
        took = time.perf_counter() - start
        await self.ask(f"cursor/{stage['token']}", json.dumps(at).encode())
        await asyncio.sleep(RESTS_S)
        message = BackMsg()
        rerun = message.rerun_script
        rerun.query_string, rerun.page_script_hash = self.query, self.page_hash
        rerun.fragment_id = self.fragment
        state = rerun.widget_states.widgets.add()
        state.id = f"$$STREAMLIT_INTERNAL_KEY_{self.teller}__events"
        state.json_trigger_value = json.dumps([{"event": "rests", "value": number}])
        await self.socket.send(message.SerializeToString())
        await self.answer()
        return 1000 * took


async def crowd(port: int, page: str, query: str, people: int, seconds: float, think_s: float) -> list[float]:
    """Milliseconds of every step of so many people; each pauses for about `think_s` between two steps."""
    everybody = [Person(port, page, query) for _ in range(people)]
    await asyncio.gather(*(person.arrive() for person in everybody))
    end = time.perf_counter() + seconds
    found: list[float] = []

    async def steps(person: Person) -> None:
        n_steps = person.stage["n_steps"]
        at = random.randrange(1, n_steps)
        await asyncio.sleep(random.uniform(0, think_s))
        while time.perf_counter() < end:
            at = at % n_steps + 1
            found.append(await person.step(at))
            await asyncio.sleep(max(0, random.uniform(0.5 * think_s, 1.5 * think_s) - RESTS_S))

    print("ready", flush=True)
    await asyncio.gather(*(steps(person) for person in everybody))
    return found


if __name__ == "__main__":
    port, page, query, people, seconds, think_s = sys.argv[1:]
    times = asyncio.run(crowd(int(port), page, query, int(people), float(seconds), float(think_s)))
    print(json.dumps(times))
