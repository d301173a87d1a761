"""Missing, sparse, categorical: where a row goes without a number."""

from workbench.lessons.missing_sparse_categorical.thumbnail import thumbnail
from workbench.lessons.missing_sparse_categorical.topics import TOPICS
from workbench.lessons.missing_sparse_categorical.values import VALUES
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "missing_sparse_categorical",
    "Missing, sparse, categorical",
    "Where does a row without a value go?",
    "The default side, surrogates, triplets, and the partitions of a categorical feature.",
    controls="none",
    own=VALUES,
    topics=TOPICS,
    screenshot="guess=0&gap_step=2",
    thumbnail=thumbnail,
)
