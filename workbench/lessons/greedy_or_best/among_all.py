"""Which of all trees one looks at: greed's, the best, the best behind a first cut, or any other. Pure."""

from dataclasses import dataclass

from workbench.lessons.greedy_or_best.every_tree import EveryTree, best_of, every_tree, greedy_of
from workbench.lessons.greedy_or_best.rows import Task


@dataclass(frozen=True, eq=False)
class AmongAll:
    """All trees of a task, and greed's and the best among them, by their numbers."""

    every: EveryTree
    pruning: str
    greedy: int
    best: int

    @property
    def greedy_place(self) -> int:
        """The place of greed's first cut: 0 for none, else 1, 2, ... in the order of the cuts."""
        return self.place_of(self.greedy)

    def place_of(self, tree: int) -> int:
        """The place of a tree's first cut."""
        return int(self.every.root[tree]) + 1


def among_all(task: Task, pruning: str) -> AmongAll:
    """All trees of a task."""
    every = every_tree(task)
    greedy = greedy_of(every, pruning)
    return AmongAll(every, pruning, greedy, best_of(every, greedy))
