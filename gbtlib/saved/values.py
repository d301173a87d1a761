"""Parameters, categories and labels as JSON: what Python has and JSON has not is an object with its kind."""

import math
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.losses import Loss
from gbtlib.losses.expression import BinaryExpressionLoss, ExpressionLoss
from gbtlib.losses.named import LOSSES
from gbtlib.saved.part import DamagedError, Part

NUMBER_TYPE = re.compile(r"[<>|](b1|[iu][1248]|f[248])|<[mM]8\[(Y|M|W|D|h|m|s|ms|us|ns)\]")
"""Types of arrays of numbers, dates and time spans, as numpy writes them."""
OWN = "own"
KNOWN_LOSSES: dict[str, type[Loss]] = LOSSES | {
    kind.name: kind for kind in (ExpressionLoss, BinaryExpressionLoss)
}


def plain(value: Any, place: str) -> Any:
    """A value as JSON has it. Errors: ValueError for one that cannot be read back from it."""
    if isinstance(value, np.generic) and value.dtype.kind in "biufU":
        value = value.item()
    if value is None or type(value) in (bool, int, str) or (type(value) is float and math.isfinite(value)):
        return value
    if type(value) is list:
        return [plain(each, f"{place}[{i}]") for i, each in enumerate(value)]
    kind = kind_of(value)
    if kind is None:
        kinds = "a number, a text, a date, or a list of such"
        wrong = f"{place}={value!r} cannot be saved: it is of type {type(value).__name__}"
        raise ValueError(f"{wrong}, and must be {kinds}")
    return {kind: WRITERS[kind](value, place)}


def kind_of(value: Any) -> str | None:
    """Under which name a value is written that JSON has not; None if it is of no such kind."""
    if isinstance(value, np.ndarray | Loss):
        return "array" if isinstance(value, np.ndarray) else "loss"
    kind, name = type(value), type(value).__name__
    of_pandas = kind.__module__.startswith("pandas") and name in ("Interval", "Timestamp")
    known = of_pandas or kind in (float, tuple, dict, date, datetime, Decimal)
    return name.lower() if known else None


def value_of(part: Part, own: Loss | None) -> Any:
    """The value that `plain` wrote. own: in the place of a loss that only its user has."""
    value = part.value
    if value is None or isinstance(value, bool | str | int):
        return value
    if isinstance(value, float):
        return part.number()
    if isinstance(value, list):
        return [value_of(each, own) for each in part.entries()]
    kind, *more = part.object() or ("",)
    if kind not in READERS or more:
        raise part.fault("a value of a kind that this version knows")
    try:
        return READERS[kind](part[kind], own)
    except DamagedError:
        raise
    except (ArithmeticError, TypeError, ValueError):
        raise part[kind].fault(f"a {kind}") from None


def interval_of(part: Part, own: Loss | None) -> Any:
    """An interval of pandas from its ends and which of them it holds."""
    import pandas as pd

    left, right, closed = (value_of(each, own) for each in part.entries(3))
    return pd.Interval(left, right, closed)


def timestamp_of(part: Part, own: Loss | None) -> Any:
    """A timestamp of pandas from its text."""
    import pandas as pd

    return pd.Timestamp(part.entries(1)[0].text())


def dict_of(part: Part, own: Loss | None) -> dict[Any, Any]:
    """A dictionary from its pairs."""
    pairs = [each.entries(2) for each in part.entries()]
    return {single_of(key, own): value_of(value, own) for key, value in pairs}


def single_of(part: Part, own: Loss | None = None) -> Any:
    """A value that can be looked up. Errors: ValueError for another, such as a list."""
    value = value_of(part, own)
    try:
        hash(value)
    except TypeError:
        raise part.fault("a single value, such as a text or a number") from None
    return value


def plain_array(array: NDArray[Any], place: str) -> dict[str, Any]:
    """A vector with its type. Errors: ValueError for entries that cannot be saved."""
    kind = array.dtype.kind
    entries = (array.astype(np.int64) if kind in "mM" else array).tolist()
    type_name = "text" if kind == "U" else "object" if kind == "O" else array.dtype.str
    known = type_name in ("text", "object") or NUMBER_TYPE.fullmatch(type_name)
    if not known or array.ndim != 1:
        raise ValueError(f"{place} cannot be saved: it is an array {array.shape} of type {array.dtype}")
    return {"type": type_name, "values": plain(entries, place)}


def array_of(part: Part, own: Loss | None = None) -> NDArray[Any]:
    """The vector that plain_array wrote."""
    type_name, entries = part["type"].text(), part["values"].entries()
    if type_name == "text":
        return np.array([each.text() for each in entries], dtype=np.str_)
    if type_name == "object":
        array = np.empty(len(entries), dtype=object)
        array[:] = [value_of(each, own) for each in entries]
        return array
    if not NUMBER_TYPE.fullmatch(type_name):
        raise part["type"].fault("the type of an array of numpy")
    kind = np.dtype(type_name)
    if kind.kind == "b":
        return np.array([each.truth() for each in entries], dtype=kind)
    if kind.kind == "f":
        with np.errstate(over="ignore"):
            return np.array([each.number() for each in entries]).astype(kind)
    span = np.iinfo(np.int64 if kind.kind in "mM" else kind)
    found = [each.whole(int(span.min), int(span.max)) for each in entries]
    return np.array(found, dtype=span.dtype).astype(kind)


def plain_loss(loss: Loss, place: str) -> dict[str, Any]:
    """A loss by its name and fields; of a class that only its user has, just the name of the class."""
    if type(loss) not in KNOWN_LOSSES.values() or not is_dataclass(loss):
        return {"name": OWN, "class": type(loss).__name__}
    return {"name": loss.name} | {each.name: plain(getattr(loss, each.name), place) for each in fields(loss)}


def loss_of(part: Part, own: Loss | None) -> Loss:
    """The loss that plain_loss wrote. Errors: ValueError for an unknown one, or if `own` is needed."""
    name = part["name"].text()
    if name == OWN:
        title = part["class"].text()
        if own is None or type(own).__name__ != title:
            given = "no loss" if own is None else f"loss={own!r}"
            rule = f"load(path, loss={title}(...)) must hand it in; {given} was given"
            raise DamagedError(f"{part.place} is one of your own, {title}: {rule}")
        return own
    if name not in KNOWN_LOSSES:
        raise part["name"].fault(f"one of {', '.join(KNOWN_LOSSES)}")
    kind: Any = KNOWN_LOSSES[name]
    given_fields = [each for each in part.object() if each != "name"]
    unknown = set(given_fields) - {each.name for each in fields(kind)}
    if unknown:
        raise DamagedError(f"{part.place} has {min(unknown)!r}, which {name} does not know")
    loss: Loss = made(kind, part, given_fields, own)
    return loss


def made(kind: type[Any], part: Part, names: Any, own: Loss | None = None) -> Any:
    """What a class makes of fields by name. Errors: ValueError with the place for what it refuses."""
    given = {name: value_of(part[name], own) for name in names}
    try:
        return kind(**given)
    except (TypeError, ValueError) as error:
        raise DamagedError(f"{part.place}: {error}") from None


WRITERS: dict[str, Callable[[Any, str], Any]] = {
    "array": plain_array,
    "loss": plain_loss,
    "float": lambda value, _: str(value),
    "tuple": lambda value, place: plain(list(value), place),
    "dict": lambda value, place: [plain(list(pair), place) for pair in value.items()],
    "date": lambda value, _: value.isoformat(),
    "datetime": lambda value, _: value.isoformat(),
    "decimal": lambda value, _: str(value),
    "interval": lambda value, place: plain([value.left, value.right, value.closed], place),
    "timestamp": lambda value, _: [value.isoformat()],
}
READERS: dict[str, Callable[[Part, Loss | None], Any]] = {
    "array": array_of,
    "loss": loss_of,
    "float": lambda part, _: part.number(finite=False),
    "tuple": lambda part, own: tuple(value_of(each, own) for each in part.entries()),
    "dict": dict_of,
    "date": lambda part, _: date.fromisoformat(part.text()),
    "datetime": lambda part, _: datetime.fromisoformat(part.text()),
    "decimal": lambda part, _: Decimal(part.text()),
    "interval": interval_of,
    "timestamp": timestamp_of,
}
