"""The list of pages: what the navigation shows, and the question that each page answers."""

from dataclasses import dataclass
from typing import Literal

Controls = Literal["boosting", "tree", "none"]


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page of the workbench.

    Attributes:
        path: file name in the pages folder.
        title: name in the navigation, and heading of the page.
        icon: one emoji; a Material icon would fetch its font from the network.
        question: the one question that the page answers, in words a student knows.
        learned: what one can do after it, a few words for the home page.
        controls: what stands above the page: the settings of a boosted model, of one tree, or nothing.
    """

    path: str
    title: str
    icon: str
    question: str
    learned: str = ""
    controls: Controls = "boosting"


HOME = PageEntry("home.py", "Start", "🌳", "Where shall we begin?", controls="none")

PAGES: tuple[PageEntry, ...] = (
    PageEntry(
        "boosting_rounds.py",
        "Boosting, round by round",
        "📈",
        "What does each new tree add to the prediction?",
        "Residuals, one tree for them, a step towards it: step through the rounds, back and forth.",
    ),
    PageEntry(
        "one_leaf.py",
        "One leaf",
        "🍃",
        "Why is the weight of a leaf −G / (H + λ)?",
        "The parabola under the true loss: what λ shrinks, and where the second order is wrong.",
    ),
    PageEntry(
        "one_tree_or_many.py",
        "One tree or many",
        "🌲",
        "What can many small trees do that one large tree cannot?",
        "One tree beside the ensemble, errors on rows seen and unseen, two settings side by side.",
    ),
    PageEntry(
        "follow_one_row.py",
        "Follow one row",
        "🧭",
        "How does the prediction of one row come about?",
        "Its ledger adds up: the start, then a leaf of every tree; its path through each of them.",
    ),
    PageEntry(
        "find_the_split.py",
        "Find the split",
        "🎯",
        "Where would you cut?",
        "Place the cut yourself, then see its gain and its rank among all candidates.",
        controls="tree",
    ),
    PageEntry(
        "grow_a_tree.py",
        "Grow a tree",
        "🌱",
        "In which order does a tree grow?",
        "Split by split, level by level or best first, with the queue of open nodes; impurity on its curve.",
        controls="tree",
    ),
    PageEntry(
        "prune_it.py",
        "Prune it",
        "✂️",
        "Which branch is not worth its leaves?",
        "The weakest link at every price of a leaf, cross-validated; gamma before and after growing.",
        controls="tree",
    ),
    PageEntry(
        "adaboost.py",
        "AdaBoost",
        "⚖️",
        "What if every tree looks hardest at the rows that the last one got wrong?",
        "Weights, error and vote round by round, beside gradient boosting under exponential loss.",
        controls="none",
    ),
    PageEntry(
        "missing_sparse_categorical.py",
        "Missing, sparse, categorical",
        "🕳️",
        "Where does a row go whose value is not there, or not a number?",
        "The default side, surrogates, triplets, and the partitions of a categorical feature.",
        controls="none",
    ),
)
"""The lessons, in reading order; the home page stands apart."""
