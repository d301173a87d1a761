"""Which cells are blank."""

from gbtlib import Tree
from workbench.lessons.missing_sparse_categorical.blank_table import BlankTable, blank_cells, model_of

MEANINGS = ("missing", "zero")
EVERY = ",".join(f"{row}.{column}" for row in range(8) for column in range(4))
BLANKS = [
    *("1.0,3.0", "none", "7.0,7.1,7.2,7.3", "0.0,2.1,4.2,6.3", "5.0,6.0", "4.0,4.2,5.1,6.0,6.2"),
    *("0.0,1.0,2.0,3.0,4.0,5.0,6.0,7.0", EVERY),
]


def gaps(text: str, absent: str = "missing") -> BlankTable:
    return BlankTable(blank_cells(text), absent)


def tree(found: BlankTable) -> Tree:
    """That of the model that is taken along."""
    grown: Tree = model_of(found).model.trace_[0].trees[0]
    return grown
