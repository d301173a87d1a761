"""The list of pages: what the navigation shows, and the question that each page answers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page of the workbench.

    Attributes:
        path: file name in the pages folder.
        title: name in the navigation, and heading of the page.
        icon: one emoji; a Material icon would fetch its font from the network.
        question: the one question that the page answers, in words a student knows.
        learned: what one can do after it, a few words for the home page.
        is_lesson: whether it boosts a data set, and so has the shared controls.
    """

    path: str
    title: str
    icon: str
    question: str
    learned: str = ""
    is_lesson: bool = True


HOME = PageEntry("home.py", "Start", "🌳", "Where shall we begin?", is_lesson=False)

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
)
"""The lessons, in reading order; the home page stands apart."""
