"""What a lesson's stage shows: its steps in one record, and what depends on the cursor by address. Pure."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from secrets import token_hex
from threading import Lock
from typing import Any

from workbench.link.values import ENTRIES, GUESS_FIRST, ROUND
from workbench.stage.packing import packed

MOST_STAGES, MOST_SENT = 16, 512  # the longest unused leave first
_QUICKLY = 1  # how hard what is made while somebody waits is deflated
_BORN = token_hex(4)  # of this server: browsers keep what they fetched, but not from another version

Sent = Mapping[str, Any]
Cursor = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Stage:
    """A lesson's stage for one fit.

    name: names all that decides what it shows. view: the lesson whose view.js draws it. n_steps: from 1 on.
    held: names of the link's values that it holds in the browser, among them step, which counts the steps;
    low: the least that it can be; first: what is shown where the link does not say.
    resets: those of them that another step sets back to their defaults; ends: the last place that there is of
    some that no moment follows, beyond which the default is shown. record: all that the steps show
    wherever the cursor is, see packing for what it may have. moment: the same of what depends on the cursor,
    which has the values held by their names, aside being those that do not count; None where nothing does.
    Its "shown" has the values that are shown otherwise. on: the rows that it is about, as a file of it says;
    settings: those of a model that the file tells, too; too_large: said there in place of the moments where
    these have no room.
    """

    name: str
    view: str
    n_steps: int
    held: tuple[str, ...]
    record: Callable[[], Sent]
    moment: Callable[[Cursor], Sent] | None = None
    aside: tuple[str, ...] = (GUESS_FIRST,)
    step: str = ROUND
    low: int = 1
    first: int = 1
    resets: tuple[str, ...] = ()
    ends: Mapping[str, int] = field(default_factory=dict)
    on: str = ""
    settings: Any = None
    too_large: str = ""
    _sent: OrderedDict[Hashable, bytes] = field(default_factory=OrderedDict)

    @property
    def address(self) -> str:
        """Under which browsers find it."""
        return f"{self.name}-{_BORN}"

    @property
    def follows(self) -> tuple[str, ...]:
        """The values on which a moment depends."""
        return tuple(name for name in self.held if name not in self.aside) if self.moment else ()

    @property
    def start(self) -> dict[str, Any]:
        """The cursor with all values at their defaults."""
        return {name: ENTRIES[name].default for name in self.held}

    @cached_property
    def packed_record(self) -> bytes:
        """The record as it is sent."""
        return packed(self.record())

    def packed_moment(self, cursor: Cursor) -> bytes:
        """A moment as it is sent, made once for all who look at it. cursor: all values held."""
        key = tuple(cursor[name] for name in self.follows)
        found = self._sent.get(key)
        if found is None:
            found = packed(self.moment(cursor) if self.moment else {}, _QUICKLY)
            with _lock:
                self._sent[key] = found
                while len(self._sent) > MOST_SENT:
                    self._sent.popitem(last=False)
        return found


_stages: OrderedDict[str, Stage] = OrderedDict()
_lock = Lock()


def keep_stage(stage: Stage) -> Stage:
    """The stage of that name that there is, else this one, which browsers may ask for from now on."""
    with _lock:
        found = _stages.setdefault(stage.address, stage)
        _stages.move_to_end(found.address)
        while len(_stages) > MOST_STAGES:
            _stages.popitem(last=False)
    return found


def stage_at(address: str) -> Stage | None:
    """The stage of an address; None where there is none any more."""
    return _stages.get(address)
