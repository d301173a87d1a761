"""The list of pages: what the navigation shows, and the question that each page answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from workbench.link.values import (
    CLASS,
    CRITERION,
    GUESS_FIRST,
    PRESENT,
    PRUNE_BY,
    PRUNE_TREE,
    ROUND,
    SETTINGS,
    SPLIT_BY,
    TREE_DEPTH,
    TREE_POINTS,
    TREE_SETTINGS,
)

Controls = Literal["boosting", "tree", "none"]


@dataclass(frozen=True, slots=True, eq=False)
class PageEntry:
    """One page of the workbench.

    Attributes:
        path: file name in the pages folder.
        title: name in the navigation, and heading of the page.
        icon: one emoji; a Material icon would fetch its font from the network.
        question: the one question that the page answers, in words a student knows.
        learned: what one can do after it, a few words for the home page.
        controls: what stands above the page: the settings of a boosted model, of one tree, or nothing.
        values: what the link to the page carries, beside what all pages have.
        with_setting: values that are set with every setting that the reader changes above the page.
    """

    path: str
    title: str
    icon: str
    question: str
    learned: str = ""
    controls: Controls = "boosting"
    values: tuple[str, ...] = ()
    with_setting: Mapping[str, Any] = field(default_factory=dict)

    @property
    def link_names(self) -> tuple[str, ...]:
        """The values that the link to the page carries."""
        return (PRESENT, GUESS_FIRST, *self.values)


_BOOSTING = (*SETTINGS, ROUND, CLASS)
_TREE = (*("data", "noise", "seed", "grow_policy", "max_leaves", "missing"), *TREE_SETTINGS)

HOME = PageEntry("home.py", "Start", "🌳", "Where shall we begin?", controls="none")

PAGES: tuple[PageEntry, ...] = (
    PageEntry(
        "boosting_rounds.py",
        "Boosting, round by round",
        "📈",
        "What does each new tree add to the prediction?",
        "Residuals, one tree for them, a step towards it: step through the rounds, back and forth.",
        values=(*_BOOSTING, *("node", "feature", "cut", "splits", "over", "if_lambda", "if_gamma")),
    ),
    PageEntry(
        "one_leaf.py",
        "One leaf",
        "🍃",
        "Why is the weight of a leaf −G / (H + λ)?",
        "The parabola under the true loss: what λ shrinks, and where the second order is wrong.",
        values=(
            *(*_BOOSTING, "node", "row"),
            *("leaf", "leaf_steps", "leaf_w", "leaf_lambda", "leaf_rate", "leaf_zoom"),
        ),
    ),
    PageEntry(
        "one_tree_or_many.py",
        "One tree or many",
        "🌲",
        "What can many small trees do that one large tree cannot?",
        "One tree beside the ensemble, errors on rows seen and unseen, two settings side by side.",
        values=(*_BOOSTING, *("node", "tree_depth", "tree_points", "compare", "other")),
    ),
    PageEntry(
        "follow_one_row.py",
        "Follow one row",
        "🧭",
        "How does the prediction of one row come about?",
        "Its ledger adds up: the start, then a leaf of every tree; its path through each of them.",
        values=(*_BOOSTING, "row", "path_node"),
    ),
    PageEntry(
        "find_the_split.py",
        "Find the split",
        "🎯",
        "Where would you cut?",
        "Place the cut yourself, then see its gain and its rank among all candidates.",
        controls="tree",
        values=(
            *(*_TREE, "if_lambda", "if_gamma", "split_by", "find_round", "find_splits"),
            *("find_feature", "find_cut", "find_easy", "find_asks"),
        ),
    ),
    PageEntry(
        "grow_a_tree.py",
        "Grow a tree",
        "🌱",
        "In which order does a tree grow?",
        "Split by split, level by level or best first, with the queue of open nodes; impurity on its curve.",
        controls="tree",
        values=(*_TREE, "node", "splits"),
    ),
    PageEntry(
        "prune_it.py",
        "Prune it",
        "✂️",
        "Which branch is not worth its leaves?",
        "The weakest link at every price of a leaf, cross-validated; gamma before and after growing.",
        controls="tree",
        values=(
            *(*_BOOSTING, *TREE_SETTINGS, "node", "prune_by", "prune_tree", "prune_step"),
            *("prune_risk", "prune_folds", "prune_gamma"),
        ),
        with_setting={PRUNE_TREE: "data"},
    ),
    PageEntry(
        "adaboost.py",
        "AdaBoost",
        "⚖️",
        "What if every tree looks hardest at the rows that the last one got wrong?",
        "Weights, error and vote round by round, beside gradient boosting under exponential loss.",
        controls="none",
        values=(
            *("data", "noise", "seed", "missing", "criterion", "purity_stop", "tree_points"),
            *("round", "node", "feature", "cut", "row", "ada_rows", "ada_rounds", "ada_depth"),
            *("ada_flip", "ada_x", "ada_y", "ada_alpha"),
        ),
    ),
    PageEntry(
        "missing_sparse_categorical.py",
        "Missing, sparse, categorical",
        "🕳️",
        "Where does a row go whose value is not there, or not a number?",
        "The default side, surrogates, triplets, and the partitions of a categorical feature.",
        controls="none",
        values=(
            *("feature", "cut", "part", "blank", "absent", "count_from", "grown_on", "asked_row"),
            *("groups", "group_lambda", "group_order", "partition"),
        ),
    ),
)
"""The lessons, in reading order; the home page stands apart."""


def page_named(filename: str) -> PageEntry:
    """The entry of a page. Errors: StopIteration for a file that is not registered."""
    return next(entry for entry in (HOME, *PAGES) if entry.path == filename)


_OF_GRADIENTS = "Not in use: gradients are split by the gain of the logistic loss."
_OF_BOOSTING = (
    "Not in use: by γ trees of boosting are pruned, which have the settings of “Boosting, round by round”. "
    "The data set is that of this page."
)


def idle_controls(path: str, values: Mapping[str, Any]) -> dict[str, str]:
    """The controls of one tree that a page does not use, by name, each with the reason.

    path: of the page, as in the registry. values: of the link, by name.
    """
    if path == "find_the_split.py" and values[SPLIT_BY] == "logistic":
        return {CRITERION: _OF_GRADIENTS}
    if path == "prune_it.py" and values[PRUNE_BY] == "gamma":
        return dict.fromkeys((TREE_DEPTH, TREE_POINTS, CRITERION), _OF_BOOSTING)
    return {}
