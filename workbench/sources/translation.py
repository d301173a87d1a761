"""The parameters of one system in the words of another, and what has no equal there. Pure, no streamlit."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gbtlib.checks.rules import RULES
from gbtlib.handover.names import BY_NAME, MOST_BINS
from gbtlib.handover.names import SYSTEMS as LIBRARIES
from gbtlib.handover.onedal import leaves_of
from workbench.models.systems import Terms, from_plain, to_plain
from workbench.sources.vocabulary import (
    BUILT_IN_PURITY,
    CLASSES,
    LOSSES,
    NEUTRAL,
    NUMBERS,
    OF_BOOSTING,
    OF_CLASSES,
    OPTIONS,
    VOICES,
    losses_of,
    options_of,
)
from workbench.text.numbers import number

TERMS = ("λ", "γ", "rate")
WHY = {
    "test": "rows it was trained on go the same way",
    "missing": "fill the gaps with a value below all others",
    "start": "",
    "accepts": "",
}


@dataclass(frozen=True)
class Said:
    """What one has typed in the words of a system.

    terms: its lambda, gamma and rate. numbers, options: by row of vocabulary; what it has not is not there.
    """

    system: str
    loss: str
    terms: Terms
    numbers: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SaidThere:
    """What a system says for a row. given: as keywords. note: what else. has_equal: whether all is said."""

    given: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    has_equal: bool = True

    @property
    def words(self) -> str:
        """As it is read."""
        said = ", ".join(f"{name} = {shown(value)}" for name, value in self.given.items())
        lost = "" if self.has_equal else "no equal"
        return "; ".join(part for part in (said, lost, self.note) if part) or "–"


def shown(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool) or value is None:
        return str(value)
    return number(value, 4) if isinstance(value, int | float) else str(value)


def rows_of(loss: str) -> tuple[str, ...]:
    """What there is to translate for a loss."""
    return (*OF_CLASSES, "test", "missing") if loss == CLASSES else (*TERMS, *OF_BOOSTING, *OPTIONS)


def translation(said: Said, other: str) -> dict[str, SaidThere]:
    """All rows in another system. Errors: ValueError for a rate that is not positive, KeyError for a loss."""
    if said.loss not in losses_of(other):
        lost = SaidThere(note=f"has no {LOSSES[said.loss].partition(',')[0]}", has_equal=False)
        return dict.fromkeys(rows_of(said.loss), lost)
    found: dict[str, SaidThere] = {}
    if said.loss != CLASSES:
        found |= said_terms(other, said.loss, to_plain(said.system, said.loss, said.terms))
    numbers = {row: said.numbers.get(row, neutral) for row, neutral in NEUTRAL.items()}
    for row in OF_CLASSES if said.loss == CLASSES else OF_BOOSTING:
        found[row] = said_number(other, said.loss, row, numbers)
    plain = to_plain(said.system, said.loss, said.terms) if said.loss != CLASSES else Terms(0, 0, 1)
    for row in rows_of(said.loss):
        if row in OPTIONS:
            free = row == "accepts" and not plain.gamma
            found[row] = said_option(said, other, row, binned=numbers["bins"] is not None, free=free)
    return found


def said_terms(other: str, loss: str, plain: Terms) -> dict[str, SaidThere]:
    """Lambda, gamma and rate."""
    terms, names = from_plain(other, loss, plain), VOICES[other].names
    found = {}
    for row, name, value in zip(TERMS, names, terms, strict=True):
        if name:
            found[row] = SaidThere({name: value})
        else:
            lost = (plain.gamma if row == "γ" else value) != 0
            found[row] = SaidThere(note=f"has no {row}" if lost else "", has_equal=not lost)
    if other in ("gbtlib", "onedal") and (broken := RULES["learning_rate"].broken_by(terms.rate)):
        found["rate"] = SaidThere(found["rate"].given, broken, has_equal=False)
    return found


def said_number(other: str, loss: str, row: str, numbers: Mapping[str, Any]) -> SaidThere:
    """A number beside these, by its name there."""
    if row == "depth":
        return depth(other, loss, numbers[row])
    if row == "bins":
        return bins(other, numbers[row])
    if row == "bin rows":
        return bin_rows(other, numbers)
    value, name = numbers[row], name_of(other, loss, row)
    if row == "leaf rows" and other == "xgboost":
        is_rows = loss == "squared" or value == 1
        counted = {"min_child_weight": value if loss == "squared" else 0}
        return SaidThere(counted, "" if is_rows else "it counts hessians, not rows", has_equal=is_rows)
    if name is None or value is None:
        lost = value != NEUTRAL[row]
        return SaidThere(note=f"has no rule for {row}" if lost else "", has_equal=not lost)
    if other == "cart" and row == "purity":
        return SaidThere(note=name, has_equal=value == BUILT_IN_PURITY)
    given: dict[str, Any] = {name: value}
    if (row, other) == ("leaf rows", "lightgbm"):
        given["min_child_weight"] = 0.0
    if name == "max_iter":
        given["early_stopping"] = False
    return SaidThere(given)


def name_of(other: str, loss: str, row: str) -> str | None:
    """A number's name in a system; None where it has none for this loss."""
    if other == "scikit-learn" and row in ("rounds", "node rows"):
        of_classes = {"rounds": "n_estimators", "node rows": "min_samples_split"}
        of_boosting = {"rounds": "max_iter", "node rows": None}
        return of_classes[row] if loss == CLASSES else of_boosting[row]
    return NUMBERS[row].get(other)


def depth(other: str, loss: str, value: int | None) -> SaidThere:
    """The depth, and what else must make room for it."""
    name = NUMBERS["depth"][other]
    if value is None and other not in ("onedal", *LIBRARIES):
        return SaidThere(note=f"{name}: more than there are rows", has_equal=True)
    given = {name: BY_NAME["maxTreeDepth"].spelling(other).value(value or 0, None)}
    if other == "lightgbm":
        given["num_leaves"] = leaves_of(value)
    if other == "scikit-learn" and loss != CLASSES:
        given["max_leaf_nodes"] = None
    return SaidThere(given)


def bins(other: str, n_bins: int | None) -> SaidThere:
    """How many bins, or that every cut is tried."""
    name = NUMBERS["bins"].get(other)
    if name is None:
        return SaidThere(note="" if n_bins is None else "tries every cut", has_equal=n_bins is None)
    how, most = (BY_NAME[each].spelling(other) for each in ("splitMethod", "maxBins"))
    if n_bins is None and how.name is None:
        return SaidThere({name: MOST_BINS}, "the same where a column has no more values", has_equal=False)
    given = {how.name: how.value("exact" if n_bins is None else "inexact", None)} if how.name else {}
    if n_bins is None:
        return SaidThere(given)
    said = most.value(n_bins, None)
    return SaidThere(given | {name: said}, "" if said == n_bins else f"at most {said}", said == n_bins)


def bin_rows(other: str, numbers: Mapping[str, Any]) -> SaidThere:
    """How many rows a bin has at least."""
    name, n_rows = NUMBERS["bin rows"].get(other), numbers["bin rows"]
    if numbers["bins"] is None:
        return SaidThere({"min_data_in_bin": 1}) if other == "lightgbm" else SaidThere()
    if name is not None:
        return SaidThere({name: n_rows})
    return SaidThere(note="has no rule for it" if n_rows > 1 else "", has_equal=n_rows == 1)


def said_option(said: Said, other: str, row: str, *, binned: bool, free: bool) -> SaidThere:
    """An option. free: whether pruning at once and pruning afterwards are the same."""
    asked, there = said.options.get(row), options_of(other, said.loss, row, binned=binned)
    if asked is None:
        return SaidThere()
    if not there:
        return SaidThere(
            note="takes no missing values" if row == "missing" else "", has_equal=row != "missing"
        )
    same = asked if asked in there else there[0]
    is_equal = same == asked or (free and {same, asked} == {"pre", "post"})
    given = keywords(other, said.loss, row, same)
    note = "" if given else OPTIONS[row][same]
    if not is_equal:
        note = "; ".join(part for part in (note, WHY[row]) if part)
    return SaidThere(given, note, has_equal=is_equal)


def keywords(other: str, loss: str, row: str, option: str) -> dict[str, Any]:
    """An option as the keywords of a library; nothing where it is built in."""
    zero = 0.0 if loss == "squared" else 0.5
    if other == "gbtlib":
        value = {"always": "full", "zero": zero, "best": None}.get(option, option)
        return {{"start": "base_score", "test": "threshold", "accepts": "pruning"}.get(row, row): value}
    if row == "start" and other == "xgboost" and option == "zero":
        return {"base_score": zero}
    if row == "start" and other == "lightgbm":
        return {"boost_from_average": option == "best"}
    if row == "start" and other == "pluggable":
        return {"bias": 0 if option == "zero" else OPTIONS[row][option]}
    return {}
