"""What is said of a table, and where it can be taken. Pure."""

from collections.abc import Sequence

import numpy as np

from workbench.data.catalogue import DatasetInfo
from workbench.data.own_columns import Column

WELCOME = (
    "Open a table, say what is predicted, and walk through every split, round and number on your rows. "
    "It stays on this computer: nothing is sent anywhere."
)
WAITS = "The link is about a table of its sender's: open the same file, and it goes on here."
IS_ANOTHER = (
    "This is another table than the link's: its rows or columns differ. The link goes on once its own file "
    "is open; what its sender chose of it comes with the link."
)
OF_MODEL = "The link is about a model on a table of its sender's: open the table here, then the model."
EXAMPLES = {"airquality.csv": "Air quality, with gaps", "automobile.csv": "Automobiles, with categories"}
EXAMPLE = "airquality"  # of the catalogue: how a table opens
N_BARS, MOST_NAMED = 12, 5


def bars_of(column: Column) -> list[int]:
    """How many rows fall into each of some equal intervals of a column, or have each of its first levels."""
    if column.kind == "category" and column.codes is not None:
        counts = np.bincount(column.codes[~np.isnan(column.codes)].astype(int), minlength=len(column.levels))
        return [int(each) for each in counts[:N_BARS]]
    if column.numbers is None:
        return []
    values = column.numbers[~np.isnan(column.numbers)]
    return [int(each) for each in np.histogram(values, N_BARS)[0]] if len(values) else []


def about(column: Column) -> str:
    """What a reader should know of a column."""
    rare = f"{column.rare} of its categories in one row only" if column.rare else ""
    shown = f"shown as {column.label}" if column.label != column.name else ""
    return "; ".join(filter(None, (column.why, rare if column.kind == "category" else "", shown)))


def left_out(names: Sequence[str]) -> str:
    """Which columns no tree sees, as plain text; the notes on the columns say why."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f" Left out: {', '.join(names[:MOST_NAMED])}{more}; see their notes below." if names else ""


def summary(info: DatasetInfo, said: Sequence[str]) -> str:
    """What was made of a table, as plain text."""
    task = f"{info.n_classes} classes" if info.task == "classification" else "numbers to predict"
    return " ".join((f"{info.description} {task.capitalize()}.", *said))
