"""Which lines of gbtlib belong to what is on the screen."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from gbtlib.core.search import Search
from gbtlib.explain.rescan import search_of
from gbtlib.histogram.bins import HistogramSearch
from gbtlib.inputs.category_search import BinnedCategorySearch, CategorySearch
from gbtlib.inputs.table_columns import split_search
from gbtlib.inputs.triplet_search import SparseSearch
from gbtlib.losses.named import LOSSES
from workbench.models.boosted import BoostedModel
from workbench.models.single_tree import SingleTree


@dataclass(frozen=True)
class Topic:
    """A piece of gbtlib: the function, what it does in a sentence, and which of its lines to show.

    start, stop: the first line to show is the first that holds `start`, the last is the next that holds
    `stop`; None for the beginning and the end.
    """

    function: Callable[..., Any]
    sentence: str
    start: str | None = None
    stop: str | None = None


_OF_LOSS = {
    "loss": ("loss", "The loss of every row at its raw prediction."),
    "gradient": ("gradient", "The first derivative of each row's loss."),
    "hessian": ("hessian", "The second derivative of each row's loss, or a bound of it."),
    "start": ("initial_raw_prediction", "The constant with the smallest loss."),
    "prediction": ("inverse_link", "From raw prediction to prediction."),
}


# The searches beside the plain one, and what in each lays nodes along a line: in some, one of several.
_LAYING: dict[type[Search], list[str]] = {
    HistogramSearch: ["laid by bins"],
    SparseSearch: ["laid by entries"],
    CategorySearch: ["best partition"],
    BinnedCategorySearch: ["best partition", "laid by bins"],
}


def choosing(used: Search) -> list[str]:
    """The topics of what chose the cuts, by the search that was used."""
    return [*_LAYING.get(type(used), []), "best cut", "first of the best"]


def choosing_in_rounds(fit: BoostedModel) -> list[str]:
    """The topics of what chose the cuts of a boosted model."""
    model = fit.model
    return choosing(
        search_of(model.features_.columns_to_grow_on(model.columns_), model.params_, fit.trace[0])
    )


def choosing_in_tree(fit: SingleTree) -> list[str]:
    """The topics of what chose the cuts of a tree by itself."""
    model = fit.model
    return choosing(split_search(model.columns_, model.criterion_, model.params_))


@cache
def topics() -> dict[str, Topic]:
    """Those of code_topics.toml by their names."""
    told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {
        name: Topic(resolve_name(each["function"]), each["sentence"], each.get("start"), each.get("stop"))
        for name, each in told.items()
    }


def all_topics() -> dict[str, Topic]:
    """The same, and five of every loss that gbtlib now has, such as "gradient of huber"."""
    return topics() | {
        f"{what} of {name}": Topic(getattr(loss, method), sentence)
        for name, loss in LOSSES.items()
        for what, (method, sentence) in _OF_LOSS.items()
    }
