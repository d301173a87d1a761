"""Pages run without a browser: opened through a link, and what their components were sent."""

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import count
from typing import Any

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.testing.v1 import AppTest

from tests.workbench.stage.unpacking import unpacked
from workbench.models.boosted import BoostedModel, fit_boosted_model
from workbench.models.settings import Settings, settings_from
from workbench.paths import APP_PATH, page_path
from workbench.stage.record import stage_at

_ACTS = count(1)
LIMIT_S = 120  # what is tested is what a page says, not how fast


def opened(page: str, **link: object) -> AppTest:
    """A page of the pages folder, opened through a link with these values.

    It shows its answers, unless guess is 1, or "none", which is what a link without it means.
    """
    at = AppTest.from_file(str(APP_PATH), default_timeout=LIMIT_S)
    at.switch_page(str(page_path(page)))
    for name, value in ({"guess": 0} | link).items():
        at.query_params[name] = str(value)
    return at.run()


def moved(at: AppTest, page: str, **link: object) -> AppTest:
    """Another page, by the menu, or by a link with these values."""
    at.query_params.clear()
    for name, value in link.items():
        at.query_params[name] = str(value)
    return at.switch_page(str(page_path(page))).run()


def held(at: AppTest, *names: str) -> Any:
    """What the page on the screen has for a value of the link, or for several."""
    found = [at.session_state["store"].values[name] for name in names]
    return found[0] if len(found) == 1 else tuple(found)


def put(at: AppTest, **values: Any) -> AppTest:
    """Run the page with other values, as after a callback."""
    at.session_state["store"].values |= values
    return at.run()


def whole_link(at: AppTest) -> dict[str, str]:
    """What the address bar says: what it is sent, and what the stage of the page holds beside its usual."""
    (sent,) = payloads(at, "address")
    found = dict(sent["values"])
    for stage in payloads(at, "stage"):
        held = {name: value for name, value in stage["cursor"].items() if value != stage["usual"][name]}
        found |= {name: "none" if value is None else str(value) for name, value in held.items()}
    return found


def taken(at: AppTest) -> list[str]:
    """What there is to take along from the page, by the labels of its buttons; the fold is opened."""
    at.session_state["folded_Take it with you"] = True
    at.run()
    assert quiet(at)
    return [str(each.proto.label) for each in at.get("download_button")]


def quiet(at: AppTest) -> bool:
    """Whether the page shows no exception, no error and no warning."""
    return not (at.exception or at.error or at.warning)


@cache
def fit(**values: Any) -> BoostedModel:
    """The lesson of some settings, the defaults for all others."""
    return fit_boosted_model(settings_from(vars(Settings()) | values))


def payloads(at: AppTest, component: str) -> list[dict[str, Any]]:
    """What each component of a kind, such as "tree", was sent."""
    found = (each.proto for each in at.get("bidi_component"))
    return [json.loads(proto.bytes) for proto in found if proto.component_name == f"gbt_{component}"]


def shown_record(at: AppTest) -> dict[str, Any]:
    """What the stage of the page shows."""
    (sent,) = payloads(at, "stage")
    stage = stage_at(sent["stage"])
    assert stage is not None
    found: dict[str, Any] = unpacked(stage.packed_record)
    return found


def texts(sent: Any) -> Iterator[str]:
    """Every text within what a component was sent, but for the arithmetic with every digit."""
    if isinstance(sent, str):
        yield sent
    elif isinstance(sent, dict):
        for name, each in sent.items():
            if name != "exact":
                yield from texts(each)
    elif isinstance(sent, list):
        for each in sent:
            yield from texts(each)


def drawn(at: AppTest) -> list[str]:
    """The pictures below a stage, as SVG."""
    return [each.value for each in at.markdown if "<svg" in each.value and "thumbnail" not in each.value]


def trees_drawn(at: AppTest) -> list[str]:
    """The trees among them."""
    return [each for each in drawn(at) if '<g id="node' in each]


def paragraphs(at: AppTest) -> list[str]:
    """What a page says: its Markdown, of pictures their words, and texts with terms in the same markup."""
    values = [each.value for each in at.markdown]
    said = [unescape(re.sub("<[^>]*>", "\n", each)) if "<svg" in each else each for each in values]
    for prose in payloads(at, "prose"):
        pieces = (f"**{text}**" if kind == "strong" else text for kind, text, _ in prose["pieces"])
        said.append("".join(pieces).partition(" In the pictures: ")[0])
    return said


def parameters(at: AppTest) -> dict[str, dict[str, Any]]:
    """What stands in the lines of parameters of a page, by name."""
    return {each["name"]: each for line in payloads(at, "parameters") for each in line["parameters"]}


def sets(at: AppTest, **values: Any) -> AppTest:
    """Run a page as when the reader sets values in the line of parameters that has them."""
    lines = [{each["name"] for each in line["parameters"]} for line in payloads(at, "parameters")]
    nth = next(at for at, names in enumerate(lines) if values.keys() <= names)
    return reader_does(at, "parameters", "set", {"number": next(_ACTS), "values": values}, nth)


def reader_does(at: AppTest, component: str, event: str, value: Any, nth: int = 0) -> AppTest:
    """Run a page as when the reader does something in its nth component of a kind, and it is told.

    AppTest knows no triggers of components: this adds one to the values of the page's widgets.
    """
    protos = [each.proto for each in at.get("bidi_component")]
    place = [proto.id for proto in protos if proto.component_name == f"gbt_{component}"][nth]
    states = at._tree.get_widget_states()
    trigger = states.widgets.add()
    trigger.id = _make_trigger_id(place, "events")
    trigger.json_trigger_value = json.dumps([{"event": event, "value": value}])
    return at._run(states)
