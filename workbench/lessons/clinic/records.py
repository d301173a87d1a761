"""What is written of a patient: its complaint, its diagnosis, the wrong line and the right one. Pure.

A patient goes by a name that tells nothing, which is what the link says; its fault has a name of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

SYSTEMS = {
    "scratch": "boosted trees from scratch",
    "cart": "classification trees, pruning and AdaBoost",
    "onedal": "oneDAL's boosted trees",
    "loss": "boosted trees with a loss of one's own",
    "nested": "regression trees as nested ifs",
}
"""Where the faults were found, in words: published write-ups of five systems."""


@dataclass(frozen=True)
class Patient:
    """A booster, tree, pruning or vote with one fault.

    name: in the link. fault: its name among the examined. system: of SYSTEMS. complaint: what brings it here.
    diagnosis: in a few words. words: what goes wrong. sign: what would show it. wrong, right: the line of
    arithmetic, in LaTeX. others: faults that look alike.
    """

    name: str
    fault: str
    system: str
    complaint: str
    diagnosis: str
    words: str
    sign: str
    wrong: str
    right: str
    others: tuple[str, ...]

    @property
    def title(self) -> str:
        """Its name as it is read."""
        return self.name.capitalize()
