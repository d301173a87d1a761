"""What a reader types or pastes: a row of numbers, and a number with the digits it has. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation

import numpy as np
from numpy.typing import NDArray

MISSING = {"", "nan", "na", "n/a", "none", "null", "?", "-"}
LIKE = "it must be numbers in the model's order, as 1.5, 2, nan, or names with numbers, as size=1.5; colour=2"


def number_of(text: str) -> str | None:
    """A finite number as Python writes it, with its digits; of 73 % it is 0.73. None where it is none."""
    flat = text.strip().replace("−", "-").replace("\u00a0", "")
    percent = flat.endswith("%")
    flat = flat.removesuffix("%").strip()
    if re.fullmatch(r"[+-]?\d+,\d+", flat):
        flat = flat.replace(",", ".")
    try:
        found = Decimal(flat)
    except InvalidOperation:
        return None
    if not found.is_finite() or abs(found) > Decimal("1e300"):
        return None
    return str(found.scaleb(-2) if percent else found)


def row_of(text: str, names: Sequence[str]) -> NDArray[np.float64]:
    """A row, (n_features,), NaN where it says so; of named values those that are not named are NaN.

    Errors: ValueError with a sentence that names the value and the rule.
    """
    flat = text.strip()
    if re.search(r"[=:]", flat):
        return named_row(pairs_of(flat), names)
    cells = cells_of(flat.strip("[](){}"))
    if len(cells) == 2 * len(names) and cells[: len(names)] == list(names):
        cells = cells[len(names) :]
    if len(cells) != len(names):
        raise ValueError(f"The row has {len(cells)} values and the model {len(names)} features; {LIKE}.")
    return np.array([value_of(cell, name) for cell, name in zip(cells, names, strict=True)])


def cells_of(text: str) -> list[str]:
    """Cells between tabs, semicolons or commas, where there is one of them; else between spaces."""
    between = next((each for each in "\t;," if each in text), None)
    return [cell.strip(" '\"") for cell in (text.split(between) if between else text.split())]


def pairs_of(text: str) -> Mapping[str, str]:
    """Names with values: JSON, or name=value or name: value between semicolons or commas."""
    try:
        found = json.loads(re.sub(r"\bNaN\b|\bnan\b|\bNone\b", "null", text).replace("'", '"'))
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return {name: "nan" if value is None else str(value) for name, value in found.items()}
    cells = [re.split(r"[=:]", cell.strip("{} "), maxsplit=1) for cell in re.split(r"[;,\t]", text)]
    wrong = next((cell for cell in cells if len(cell) != 2), None)
    if wrong is not None:
        raise ValueError(f"“{wrong[0].strip()[:40]}” has no value; {LIKE}.")
    return {name.strip(" '\""): value.strip(" '\"") for name, value in cells}


def named_row(pairs: Mapping[str, str], names: Sequence[str]) -> NDArray[np.float64]:
    """A row from values by name. Errors: ValueError for a name that the model does not have."""
    unknown = next((name for name in pairs if name not in names), None)
    if unknown is not None:
        raise ValueError(f"The model has no feature “{unknown[:40]}”; its first is “{names[0]}”.")
    return np.array([value_of(pairs.get(name, ""), name) for name in names])


def value_of(cell: str, name: str) -> float:
    """The number in a cell; NaN where it is missing. Errors: ValueError naming the feature."""
    if cell.strip().lower() in MISSING:
        return float("nan")
    try:
        return float(cell.replace("−", "-"))
    except ValueError:
        raise ValueError(f"“{cell[:40]}” is no number for {name}; {LIKE}.") from None
