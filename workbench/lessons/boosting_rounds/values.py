"""Of the link: over which feature the rows are drawn. Pure."""

from typing import Any

from workbench.link.rules import Entry, count

OVER = "over"

# Few rows with noise, so that unseen rows say when to stop; few trees, of four leaves: one sees at once
# what each has added. One stands: what it has left is what the next is asked about.
OPENING: dict[str, Any] = {
    "data": "cos_x2_few",
    "noise": 0.3,
    "learning_rate": 0.5,
    "max_depth": 2,
    "n_estimators": 80,
}

VALUES: dict[str, Entry] = {
    OVER: count(-1, -1, 10**6),
}
