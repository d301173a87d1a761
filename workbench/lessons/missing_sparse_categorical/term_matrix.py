"""A document-term matrix as (i, j, v): its first entries, its density, and what a split search costs. Pure.

The sentences of the data set of that name, a column for each word that occurs in them.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib import DecisionTreeClassifier, LevelCost, Triplets, from_dense
from workbench.data.catalogue import load_dataset
from workbench.text.numbers import number
from workbench.text.tables import markdown_table

DEPTH, FIRST = 3, 8


@dataclass(frozen=True, eq=False)
class Documents:
    """The matrix, and what each level of one and the same tree cost to search: by entries, and in full.

    words: the columns by name. in_node: rows, and words with entries, of the nodes on
    the way left from the root.
    """

    X: Triplets
    words: tuple[str, ...]
    sparse: list[LevelCost]
    full: list[LevelCost]
    in_node: list[tuple[int, int]]


@cache
def documents() -> Documents:
    """The sentences, and a tree of three levels grown on their entries and on the full matrix."""
    data = load_dataset("sentences")
    X = from_dense(data.X, absent="zero")
    entries: Any = X  # fit takes both kinds
    sparse = DecisionTreeClassifier(max_depth=DEPTH).fit(entries, data.y)
    full = DecisionTreeClassifier(max_depth=DEPTH).fit(data.X, data.y)
    tree, node, in_node = full.tree_, 0, []
    rows = np.arange(len(data.X))
    while not tree.is_leaf[node]:
        in_node.append((len(rows), int((data.X[rows] != 0).any(axis=0).sum())))
        rows = rows[data.X[rows, tree.feature[node]] <= tree.threshold[node]]
        node = int(tree.children_left[node])
    return Documents(X, data.feature_names, sparse.search_cost(), full.search_cost(), in_node)


def matrix_words(found: Documents) -> str:
    """How much of the matrix is stored, and what that means for a split."""
    (n_rows, n_words), n = found.X.shape, found.X.n_entries
    return (
        f"The {n_rows} sentences as counts of their {n_words} words: **{n}** entries of {n_rows * n_words:,} "
        f"places, {100 * n / (n_rows * n_words):.1f} %. What is absent is 0: in the sorted column of a word "
        f"the zeros come first, as one block, and go left at each cut, for no count is negative. The sums of "
        f"the block are those of the node less those of the entries, so only the words with entries in the "
        f"node need a scan."
    )


WEIGHTS = (
    "“Building a Classification Tree from scratch” has TF-IDF weights: each count times ln (N / documents "
    "with the word), so that rare words weigh more. A tree does not mind: a column on another scale parts "
    "the same rows."
)


def rarity(found: Documents) -> NDArray[np.float64]:
    """The factor of each word in TF-IDF, ln (N / documents with the word): (n_words,)."""
    n_rows, n_words = found.X.shape
    with_word = np.bincount(found.X.column, minlength=n_words)
    return np.log(n_rows / with_word)


def entry_table(found: Documents, base: int) -> str:
    """The first entries as a markdown table, with the word of each column and its TF-IDF weight."""
    rows, idf = [], rarity(found)
    for i, j, v in found.X.to_frame(base).head(FIRST).itertuples(index=False):
        word = int(j) - base
        rows.append((i, j, f"{v:g}", found.words[word], number(v * float(idf[word]))))
    return markdown_table(("i", "j", "v", "word", "TF-IDF"), rows, "rrrlr")


def cost_table(found: Documents) -> str:
    """Candidates scored in each level of the same tree, by entries and in full, as a markdown table."""
    heads = ("level", "rows searched", "words with entries", "candidates by entries", "in the full matrix")
    rows = []
    for by_entries, full, (_, n_words) in zip(found.sparse, found.full, found.in_node, strict=True):
        cells = full.depth, full.n_samples, n_words, by_entries.n_candidates, full.n_candidates
        rows.append([f"{each:,}" for each in cells])
    return markdown_table(heads, rows, "r")
