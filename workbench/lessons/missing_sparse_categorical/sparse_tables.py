"""A document-term matrix as (i, j, v), what its split search costs, and zeros among negative values. Pure.

The sentences of the data set of that name, a column for each word that occurs in them; and eight rows of
one feature, three of them zero, where zeros are taken first though values may be negative.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gbtlib import DecisionTreeClassifier, DecisionTreeRegressor, LevelCost, Triplets, from_dense
from workbench.data.catalogue import load_dataset
from workbench.text.numbers import fixed, number
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


# -- zeros among negative values

ROWS = np.array([-3.0, -2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0])
TARGETS = np.select([ROWS < 0, ROWS > 0], [7.0, 5.0], 1.0)


class CountedCut(NamedTuple):
    """A cut x <= value: what it gains as it was counted, and by the rows that its rule sends left."""

    value: float
    counted: float
    by_rule: float


def gain(left: NDArray[np.bool_]) -> float:
    """Half of what the sum of squared deviations from the mean falls by, where these rows go left."""
    parts = [TARGETS[left], TARGETS[~left]]
    if not (len(parts[0]) and len(parts[1])):
        return 0.0
    return float(sum(len(part) * part.mean() ** 2 for part in parts) - len(TARGETS) * TARGETS.mean() ** 2) / 2


@cache
def zeros_first() -> tuple[CountedCut, ...]:
    """All cuts where the block of zeros comes before every value, in this order."""
    order = [0.0, *sorted(set(ROWS[ROWS != 0].tolist()))]
    counted = np.zeros(len(ROWS), dtype=bool)
    found = []
    for value in order[:-1]:
        counted = counted | (value == ROWS)
        found.append(CountedCut(value, gain(counted), gain(value >= ROWS)))
    return tuple(found)


def right_cut() -> tuple[float, float]:
    """The threshold and the gain that gbtlib finds on the triplets, whose block of zeros stands at 0."""
    entries: Any = from_dense(ROWS[:, np.newaxis], absent="zero")
    tree = DecisionTreeRegressor(max_depth=1, threshold="observed").fit(entries, TARGETS).tree_
    return float(tree.threshold[0]), float(tree.gain[0])


def zero_words() -> str:
    """What the wrong order chooses, and what that cut is worth."""
    best = max(zeros_first(), key=lambda each: each.counted)
    threshold, right = right_cut()
    return (
        "**Where values may be negative** the zeros do not come first. Eight rows, three of them 0 and "
        f"without an entry: with the block of zeros before all values x ≤ {number(best.value)} is counted "
        f"to gain {number(best.counted)}, and makes {number(best.by_rule)}, since its rule sends the "
        f"negative rows left, too. With the block between −1 and 1, as here, x ≤ {number(threshold)} gains "
        f"{number(right)}."
    )


def zero_table() -> str:
    """The rows, and the gains of every cut as counted and by its rule, as two tables in markdown."""
    rows = markdown_table(("x", *map(number, ROWS)), [("y", *map(number, TARGETS))], "lr")
    cuts = []
    for each in zeros_first():
        by_rule = fixed(each.by_rule, 2)
        same = abs(each.counted - each.by_rule) < 1e-9
        cells = f"x ≤ {number(each.value)}", fixed(each.counted, 2), by_rule if same else f"**{by_rule}**"
        cuts.append(cells)
    heads = ("cut, in the wrong order", "gain as counted", "gain by its rule")
    return f"{rows}\n\n{markdown_table(heads, cuts, 'lr')}"
