"""The data sets: their list, their makers, and which rows a model does not see.

What snippets to be copied need is at hand here: `from workbench.data import load_dataset`.
"""

from workbench.data.catalogue import DATASETS, load_dataset
from workbench.data.held_out import training_rows, unseen_rows

__all__ = ["DATASETS", "load_dataset", "training_rows", "unseen_rows"]
