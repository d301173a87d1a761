"""Everything that a link carries: the settings that are fitted, and the cursor that moves over the fit.

A key is the name of a widget, of a value in the session, and of a value in the link, all at once. Each has a
default, which links leave out, and a rule, so that a link with nonsense is answered by a note.
"""

from collections.abc import Mapping
from typing import Any

from gbtlib.checks.rules import RULES, Choice, Rule
from gbtlib.losses.named import LOSSES
from workbench.data.catalogue import DATASETS
from workbench.link.rules import FLAG, Entry, NameIn, count, number, optional, position, settled
from workbench.models.settings import USUAL

DATA = "data"
# The cursor, which several lessons share.
ROUND, NODE, FEATURE, CUT, ROW, CLASS, SPLITS = "round", "node", "feature", "cut", "row", "class", "splits"
WHAT_IF_LAMBDA, WHAT_IF_GAMMA = "if_lambda", "if_gamma"
PATH_NODE = "path_node"
# How a page is shown.
PRESENT, GUESS_FIRST = "present", "guess"
# Which folded part of a page a link opens and leads to: no value of it, for what is open is the reader's own.
FOLD = "fold"
# A tree by itself.
TREE_DEPTH, TREE_POINTS, TREE_SPLIT = "tree_depth", "tree_points", "tree_split"
CRITERION, PURITY = "criterion", "purity_stop"

_SETTINGS: dict[str, Entry] = {
    DATA: Entry("cos_x2", NameIn(DATASETS), chooses_rows=True),
    "learning_rate": number(0.3, 0.0001, 1.0, 0.05),
    "max_depth": count(3, 1, 1000, none_means="no limit"),
    "n_estimators": count(50, 1, 200),
    "loss": Entry(USUAL, NameIn(LOSSES, USUAL)),
    "noise": number(0.0, 0.0, 1.0, 0.05),
    "reg_lambda": number(1.0, 0.0, 100.0, 0.5),
    "reg_alpha": number(0.0, 0.0, 100.0, 0.5),
    "gamma": number(0.0, 0.0, 100.0, 0.05),
    "pruning": Entry("post", RULES["pruning"]),
    "grow_policy": Entry("depthwise", RULES["grow_policy"]),
    "max_leaves": optional("max_leaves", 4096),
    "min_samples_leaf": count(1, 1, 1000),
    "min_samples_split": count(2, 2, 10**4),
    "min_child_weight": number(0.0, 0.0, 1000.0, 0.5),
    "missing": Entry("learn", RULES["missing"]),
    "threshold": Entry("midpoint", RULES["threshold"]),
    "subsample": number(1.0, 0.05, 1.0, 0.05),
    "colsample_bynode": number(1.0, 0.05, 1.0, 0.05),
    "tree_method": Entry("exact", RULES["tree_method"]),
    "max_bin": count(256, 2, 4096),
    "min_bin_size": count(1, 1, 1000),
    "base_score": optional("base_score", 1e6),
    "early_stopping_rounds": optional("early_stopping_rounds", 200),
    "seed": count(0, 0, 10**6),
}
SETTINGS = {name: settled(entry) for name, entry in _SETTINGS.items()}
"""What is fitted, in the order of the controls."""

CURSOR: dict[str, Entry] = {
    ROUND: count(1, 0, 10**4),  # 0 is before the first one, where a picture has a place for it
    CLASS: count(0, 0, 1000),
    NODE: count(0, 0, 10**6),
    FEATURE: position("the feature of the split"),
    CUT: position("the chosen cut"),
    ROW: position("the row with the largest gradient in round 1"),
    PATH_NODE: position("the leaf of the row"),
    SPLITS: position("the whole tree"),
    WHAT_IF_LAMBDA: Entry(None, Rule(low=0, high=1e9, none_means="the fitted value")),
    WHAT_IF_GAMMA: Entry(None, Rule(low=0, high=1e9, none_means="the fitted value")),
    PRESENT: settled(FLAG),
    GUESS_FIRST: settled(Entry(None, Rule(whole=True, low=0, high=1, none_means="asked once"))),
    TREE_DEPTH: settled(count(6, 1, 1000, none_means="no limit")),
    TREE_POINTS: settled(count(1, 1, 1000)),
    TREE_SPLIT: settled(count(2, 2, 10**4)),
    CRITERION: settled(Entry("gini", Choice(("gini", "entropy")))),
    PURITY: settled(Entry(None, Rule(low=0.5, high=1, none_means="one class only"), 0.05)),
}
"""Where one looks, and how; moving it never fits again."""

TREE_SETTINGS = (TREE_DEPTH, TREE_POINTS, TREE_SPLIT, CRITERION, PURITY)
"""What shapes a tree by itself, beside data, noise, seed, grow_policy, max_leaves and missing of SETTINGS."""

BINNING = ("tree_method", "max_bin", "min_bin_size")
"""Which cuts boosting scores: all, or those between bins."""

NO_OPENING: Mapping[str, Any] = {}
"""Of a page that opens with all values at their defaults."""

OF_BOOSTING = (*SETTINGS, ROUND, CLASS)
"""What a lesson about a boosted model has in its link."""
OF_A_TREE = (*("data", "noise", "seed", "grow_policy", "max_leaves", "missing"), *TREE_SETTINGS)
"""What a lesson about one tree has in its link."""

FORMERLY = {"binned": DATA}
"""Names that values have in older links."""

ENTRIES: dict[str, Entry] = SETTINGS | CURSOR
"""Every value by its name; each lesson declares its own, which the registry of lessons gathers here."""


def declare(own: Mapping[str, Entry]) -> None:
    """Take the values that a lesson has of its own. Errors: ValueError for a name that is taken."""
    taken = sorted(name for name, entry in own.items() if ENTRIES.get(name, entry) is not entry)
    if taken:
        raise ValueError(f"values of a lesson: {', '.join(taken)} would have two meanings in the link")
    ENTRIES.update(own)


def defaults() -> dict[str, Any]:
    """Every value at its default."""
    return {name: entry.default for name, entry in ENTRIES.items()}


def read(name: str, text: str) -> Any:
    """A value of the link from its text. Errors: ValueError with the broken rule in words."""
    rule = ENTRIES[name].rule
    value: Any = text
    if isinstance(rule, Rule):
        if text == "none" and rule.none_means is not None:
            return None
        try:
            value = int(text) if rule.whole else float(text)
        except ValueError:
            value = text
    broken = rule.broken_by(value)
    if broken is not None:
        raise ValueError(f"{name}={text[:40]} {broken}")
    return value


def read_all(
    link: Mapping[str, str], opening: Mapping[str, Any] = NO_OPENING
) -> tuple[dict[str, Any], list[str]]:
    """Every value of a link to a page, and a note on each word of it that is nonsense.

    opening: what the page opens with. A link that says which rows is about those alone: what it does not say
    has its default. Any other is about the page's own case.
    """
    found: dict[str, Any] = {}
    broken: dict[str, str] = {}
    notes: list[str] = []
    for name, text in link.items():
        if name.startswith("embed") or name == FOLD:
            continue  # Streamlit's own, or what folded() of shell/page takes
        name = FORMERLY.get(name, name)
        if name not in ENTRIES:
            notes.append(f"{name[:40]} is not a value of this workbench.")
            continue
        try:
            found[name] = read(name, text)
        except ValueError as error:
            broken[name] = str(error)
    opens = defaults() | ({} if any(ENTRIES[name].chooses_rows for name in found) else dict(opening))
    for name, why in broken.items():
        notes.append(f"Shown is {name}={_text(opens[name])}: {why}.")  # first: a notice is cut off
    return opens | found, notes


def checked(name: str, value: Any) -> Any:
    """A value as the link has it. Errors: ValueError with the rule that it breaks, in words."""
    rule = ENTRIES[name].rule
    if isinstance(rule, Rule) and isinstance(value, (int, float)) and not rule.whole:
        value = float(value)
        if name in SETTINGS:
            value = round(value, 9)  # sliders add up steps: 0.15000000000000002
    broken = rule.broken_by(value)
    if broken is not None:
        raise ValueError(f"{name}={value} {broken}")
    return value


def written(values: Mapping[str, Any], opening: Mapping[str, Any] = NO_OPENING) -> dict[str, str]:
    """The link of some values by name, as text: what read_all() with the same opening reads back.

    Left out is what the page opens with; about another data set than that, what is the default.
    """
    opens = usual(values, opening)
    is_another = DATA in values and not is_of_opening(values, opening)
    return {
        name: _text(values[name])
        for name in ENTRIES
        if name in values and (values[name] != opens[name] or (name == DATA and is_another))
    }


def usual(values: Mapping[str, Any], opening: Mapping[str, Any] = NO_OPENING) -> dict[str, Any]:
    """What a link of some values leaves out: what the page opens with; of another data set, the defaults."""
    return defaults() | (dict(opening) if is_of_opening(values, opening) else {})


def is_of_opening(values: Mapping[str, Any], opening: Mapping[str, Any]) -> bool:
    """Whether values are about the rows that a page opens with."""
    opens = defaults() | dict(opening)
    return all(
        values.get(name, opens[name]) == opens[name] for name, each in ENTRIES.items() if each.chooses_rows
    )


def _text(value: Any) -> str:
    return "none" if value is None else str(value)
