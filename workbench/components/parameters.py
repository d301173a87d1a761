"""A line of parameters, drawn by the hands of the picture: label, track and value side by side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.components import plain, register, told, when_told

_parameters = register(__file__, '<div class="parameters"></div>')


@dataclass(frozen=True)
class Parameter:
    """A value that one sets: a number on a track, or one of a few names side by side.

    name: of what is set. label: what stands before it. value: what it is now.
    stops: of a track, the numbers that it leads to, ascending; a last None stands for `empty`. Others are
    typed, from low to high. choices: of names, each with its words; then there is no track.
    words: what the label does not say. idle: why it cannot be set now, if so.
    waits: values of the cursor where nothing that is seen depends on it, so that it is not seen either.
    """

    name: str
    label: str
    value: Any
    stops: Sequence[float | None] = ()
    low: float | None = None
    high: float | None = None
    is_whole: bool = False
    empty: str | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    words: str = ""
    idle: str = ""
    waits: Mapping[str, Sequence[int]] = field(default_factory=dict)


def draw_parameters(
    parameters: Sequence[Parameter], *, key: str, heard: int, on_set: Callable[[], None]
) -> None:
    """Draw a line of them.

    heard: the number of the last act that was heard, see `told_parameters`. on_set: called when told(key,
    "set") is an act.
    """
    data = {"heard": heard, "parameters": [plain(each) for each in parameters]}
    _parameters(data=data, key=key, on_set_change=when_told(key, "set", on_set))


def told_parameters(key: str) -> tuple[int, int, dict[str, Any]]:
    """The number of an act, that of the first act of the same hold, and all values that are not answered yet.

    Of acts in a hurry only the last may be heard: so each carries what those before it have set.
    """
    said = told(key, "set")
    return int(said["number"]), int(said.get("begun", said["number"])), dict(said["values"])
