"""The values of a page that its stage holds in the browser. Pure, without streamlit.

The stage moves its cursor without a run of Streamlit; it tells where it is under a token, and whoever asks
for a value of the page hears that first. What Python sets of these values is sent with a number, so that the
stage takes each once, and nothing else of Python's, which may be older than what the reader has done since.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from secrets import token_urlsafe
from typing import Any

from workbench.link.values import checked
from workbench.stage import told


@dataclass
class Held:
    """What a page knows of its stage.

    token: under which the stage tells; another one where a link leads elsewhere, so that what was told
    before, and may still be on its way, counts no more. names: of the values it holds, once it was drawn.
    known: these values as the browser has them. put: those that Python has set since, each with its number;
    n_put: the last of these. n_draws: how often it was drawn. others: the other values then.
    """

    token: str = field(default_factory=partial(token_urlsafe, 16))
    names: tuple[str, ...] = ()
    known: dict[str, Any] = field(default_factory=dict)
    put: dict[str, tuple[int, Any]] = field(default_factory=dict)
    n_put: int = 0
    n_draws: int = 0
    others: Mapping[str, Any] = field(default_factory=dict)


def hear(held: Held, values: dict[str, Any]) -> None:
    """Take what the stage has told into the values of its page; what breaks a rule is left out."""
    for name, value in told.take(held.token).items():
        if name not in held.names:
            continue
        try:
            values[name] = held.known[name] = checked(name, value)
        except ValueError:
            continue


def draw(held: Held, names: tuple[str, ...], values: Mapping[str, Any]) -> dict[str, Any]:
    """The stage is drawn: what it is sent of the values that it holds."""
    new = {name: values[name] for name in names if held.known.get(name, values[name]) != values[name]}
    held.n_put += bool(new)
    held.put |= {name: (held.n_put, value) for name, value in new.items()}
    held.names = names
    cursor = {name: values[name] for name in names}
    held.known |= cursor  # of another stage, too: the browser still has them when that one comes back
    held.n_draws += 1
    return {"token": held.token, "cursor": cursor, "put": held.put, "run": held.n_draws}
