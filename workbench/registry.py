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
    """

    path: str
    title: str
    icon: str
    question: str


HOME = PageEntry("home.py", "Start", "🌳", "Where shall we begin?")

PAGES: tuple[PageEntry, ...] = (
    PageEntry(
        "boosting_rounds.py",
        "Boosting, round by round",
        "📈",
        "What does each new tree add to the prediction?",
    ),
)
"""The lessons, in reading order; the home page stands apart."""
