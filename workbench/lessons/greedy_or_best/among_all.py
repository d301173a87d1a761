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

    @property
    def n_weighed(self) -> int:
        """How many cuts greed scores: all of the root, and those of both sides of its first one."""
        below = self.every.below[self.greedy_place - 1] if self.greedy_place else ()
        return sum(len(each) for each in (self.every.cuts, *below))

    def place_of(self, tree: int) -> int:
        """The place of a tree's first cut."""
        return int(self.every.root[tree]) + 1


def among_all(task: Task, pruning: str) -> AmongAll:
    """All trees of a task."""
    every = every_tree(task)
    greedy = greedy_of(every, pruning)
    return AmongAll(every, pruning, greedy, best_of(every, greedy))
