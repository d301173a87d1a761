"""Parameters, categories and labels as JSON: what Python has and JSON has not is an object with its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.losses import Loss
from gbtlib.losses.expression import BinaryExpressionLoss, ExpressionLoss
from gbtlib.saved.part import Part, plain_number

BY_TEXT: dict[type, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    date: (date.isoformat, date.fromisoformat),
    datetime: (datetime.isoformat, datetime.fromisoformat),
    Decimal: (str, Decimal),
}
NUMBER_TYPE = re.compile(r"[<>|](b1|[iu][1248]|f[248])|<[mM]8\[(Y|M|W|D|h|m|s|ms|us|ns)\]")
"""Types of arrays of numbers, dates and time spans, as numpy writes them."""
OWN = "own"

Losses = Mapping[str, type[Loss]]


def plain(value: Any, place: str, losses: Losses) -> Any:
    """A value as JSON has it. Errors: ValueError for one that cannot be read back from it."""
    if isinstance(value, np.ndarray):
        return {"array": plain_array(value, place, losses)}
    if isinstance(value, np.generic) and value.dtype.kind in "biufU":
        value = value.item()
    if value is None or type(value) in (bool, int, str):
        return value
    if type(value) is float:
        number = plain_number(value)
        return number if isinstance(number, float) else {"float": number}
    if type(value) is list:
        return [plain(each, f"{place}[{i}]", losses) for i, each in enumerate(value)]
    if type(value) is tuple:
        return {"tuple": plain(list(value), place, losses)}
    if type(value) is dict:
        return {"dict": [plain(list(pair), place, losses) for pair in value.items()]}
    if type(value) in BY_TEXT:
        return {type(value).__name__.lower(): BY_TEXT[type(value)][0](value)}
    if type(value).__name__ in ("Interval", "Timestamp") and type(value).__module__.startswith("pandas"):
        parts = (value.left, value.right, value.closed) if hasattr(value, "left") else (value.isoformat(),)
        return {type(value).__name__.lower(): plain(list(parts), place, losses)}
    if isinstance(value, Loss):
        return {"loss": plain_loss(value, place, losses)}
    kinds = "a number, a text, a date, or a list of such"
    raise ValueError(
        f"{place}={value!r} cannot be saved: it is of type {type(value).__name__}, and must be {kinds}"
    )


def value_of(part: Part, losses: Losses, own: Loss | None) -> Any:
    """The value that `plain` wrote. own: in the place of a loss that only its user has."""
    value = part.value
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return part.number() if isinstance(value, float) else value
    if isinstance(value, list):
        return [value_of(each, losses, own) for each in part.entries()]
    kind, *more = part.object() or ("",)
    if kind in ("tuple", "dict") and not more:
        entries = [value_of(each, losses, own) for each in part[kind].entries()]
        return tuple(entries) if kind == "tuple" else dict_of(entries, part)
    if kind == "float" and not more:
        return part[kind].number(finite=False)
    if kind == "array" and not more:
        return array_of(part[kind], losses)
    if kind == "loss" and not more:
        return loss_of(part[kind], losses, own)
    if kind in ("interval", "timestamp") and not more:
        return of_pandas(kind, [value_of(each, losses, own) for each in part[kind].entries()], part)
    for known, (_, read) in BY_TEXT.items():
        if kind == known.__name__.lower() and not more:
            try:
                return read(part[kind].text())
            except (ValueError, ArithmeticError):
                raise part[kind].fault(f"a {kind}") from None
    raise part.fault("a value of a kind that this version knows")


def of_pandas(kind: str, given: list[Any], part: Part) -> Any:
    """An interval from its ends and which of them it holds, or a timestamp from its text."""
    import pandas as pd

    try:
        return pd.Interval(*given) if kind == "interval" else pd.Timestamp(str(given[0]))
    except (IndexError, TypeError, ValueError):
        raise part.fault("an interval or a timestamp of pandas") from None


def dict_of(entries: list[Any], part: Part) -> dict[Any, Any]:
    """A dictionary from its pairs."""
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 2:
            raise part.fault("pairs of key and value")
        check_single(entry[0], part)
    return dict(entries)


def check_single(value: Any, part: Part) -> None:
    """Errors: ValueError for a value that is none that can be looked up, such as a list."""
    try:
        hash(value)
    except TypeError:
        raise part.fault("a single value, such as a text or a number") from None


def plain_array(array: NDArray[Any], place: str, losses: Losses) -> dict[str, Any]:
    """A vector with its type. Errors: ValueError for entries that cannot be saved."""
    kind, entries = array.dtype.kind, array.tolist()
    if kind in "mM":
        entries = array.astype(np.int64).tolist()
    type_name = "text" if kind == "U" else "object" if kind == "O" else array.dtype.str
    known = type_name in ("text", "object") or NUMBER_TYPE.fullmatch(type_name)
    if not known or array.ndim != 1:
        raise ValueError(f"{place} cannot be saved: it is an array {array.shape} of type {array.dtype}")
    entries = [plain(each, f"{place}[{i}]", losses) for i, each in enumerate(entries)]
    return {"type": type_name, "values": entries}


def array_of(part: Part, losses: Losses) -> NDArray[Any]:
    """The vector that plain_array wrote."""
    type_name, entries = part["type"].text(), part["values"].entries()
    if type_name == "text":
        return np.array([each.text() for each in entries], dtype=np.str_)
    if type_name == "object":
        array = np.empty(len(entries), dtype=object)
        array[:] = [value_of(each, losses, None) for each in entries]
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


def plain_loss(loss: Loss, place: str, losses: Losses) -> dict[str, Any]:
    """A loss by its name and fields; of a class that only its user has, just the name of the class."""
    if type(loss) not in known_losses(losses).values() or not is_dataclass(loss):
        return {"name": OWN, "class": type(loss).__name__}
    given = {each.name: getattr(loss, each.name) for each in fields(loss)}
    return {"name": loss.name, **{name: plain(each, place, losses) for name, each in given.items()}}


def loss_of(part: Part, losses: Losses, own: Loss | None) -> Loss:
    """The loss that plain_loss wrote. Errors: ValueError for an unknown one, or if `own` is needed."""
    name = part["name"].text()
    if name == OWN:
        title = part["class"].text()
        if own is None or type(own).__name__ != title:
            given = "no loss" if own is None else f"loss={own!r}"
            rule = f"load(path, loss={title}(...)) must hand it in; {given} was given"
            raise ValueError(f"{part.place} is one of your own, {title}: {rule}")
        return own
    if name not in known_losses(losses):
        raise part["name"].fault(f"one of {', '.join(known_losses(losses))}")
    kind: Any = known_losses(losses)[name]
    names = [each.name for each in fields(kind)]
    unknown = [each for each in part.object() if each not in ("name", *names)]
    if unknown:
        raise ValueError(f"{part.place} has {unknown[0]!r}, which {name} does not know")
    values = {each: value_of(part[each], losses, own) for each in names if each in part.object()}
    try:
        found: Loss = kind(**values)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{part.place}: {error}") from None
    return found


def known_losses(losses: Losses) -> dict[str, type[Loss]]:
    """All losses that a file can name: those with a name of their own, and formulas."""
    return {**losses, ExpressionLoss.name: ExpressionLoss, BinaryExpressionLoss.name: BinaryExpressionLoss}
