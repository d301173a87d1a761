"""The trees that are given, by hand or printed elsewhere, pruned. Pure, without streamlit."""

from functools import cache

from gbtlib import Tree, node_risk, weakest_links
from workbench.data.catalogue import load_dataset
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.models.hand_trees import THIRTEEN
from workbench.models.printed_class_tree import printed_tree

HAND, PRINTED = "hand", "printed"


@cache
def hand_sequence(measure: str) -> PruningSequence:
    """The sequence of the thirteen nodes."""
    return given_sequence(HAND, THIRTEEN, measure, ("x1", "x2"))


@cache
def printed_sequence(measure: str) -> PruningSequence:
    """The sequence of the printed tree of Sonar, by the risk of all 208 rows."""
    return given_sequence(PRINTED, printed_tree(), measure, load_dataset("sonar").feature_names)


def given_sequence(name: str, tree: Tree, measure: str, names: tuple[str, ...]) -> PruningSequence:
    """The sequence of a tree that is given with its counts."""
    steps = tuple(weakest_links(tree, measure))
    return PruningSequence(tree, measure, node_risk(tree, measure), steps, names, given=name)


GIVEN = {HAND: hand_sequence, PRINTED: printed_sequence}
"""By their names in the link."""
