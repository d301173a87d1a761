"""What is said of the printed classification tree, and of trees like it over the deals. Pure."""

from itertools import pairwise

import numpy as np
import pandas as pd

from gbtlib import Tree, to_class_tables
from workbench.lessons.sonar_laboratory.class_trees import AccuracyCourse
from workbench.lessons.sonar_laboratory.splits import N_SPLITS, Splits, sonar
from workbench.models.printed_class_tree import printed_tree
from workbench.text.numbers import number
from workbench.text.tables import markdown_table
from workbench.trees.box_text import BoxLines, question

_TIE = "\u00a0"  # a space at which no line ends


def printed_words() -> str:
    """What was printed, and which rows stand in it here."""
    data, tree = sonar(), printed_tree()
    n_right = int((tree.predict(data.X) == data.y).sum())
    n_zeros = int((data.X == 0).sum())
    row = int(np.flatnonzero((data.X == 0).any(axis=1))[0]) + 1
    n_train, n_columns = Splits().n_train, data.X.shape[1]
    return (
        "**A classification tree was printed, too**, in “Building a Classification Tree from scratch” "
        "(Stokastik): 13 nodes, six questions, no rows. All six thresholds are values of those columns of "
        f"Sonar. Its rows came as triplets (row, column, value): {n_train} rows of {n_columns} columns "
        f"would be {n_train * n_columns:,}, and {n_train * n_columns - n_zeros:,} were counted, for "
        f"{n_zeros} values are zero. All of these stand in row {row}, counted from 1, so that row was "
        f"among them; which others were is not told. Here are all {len(data.y)} rows: {n_right} of them "
        f"are right, {n_right / len(data.y):.3f}, those that it was grown on included."
    )


def node_lines(node: int) -> BoxLines:
    """A box of the tree: its question or class, its rocks and mines, its gain or the leaf's shares."""
    data, tree = sonar(), printed_tree()
    assert tree.class_weights is not None
    rocks, mines = tree.class_weights[node].astype(int)
    counts = f"{rocks} : {mines}"
    if not tree.is_leaf[node]:
        return question(tree, node, data.feature_names), counts, f"gain {number(float(tree.gain[node]))}"
    label = int(tree.weight[node])
    return data.class_names[label], counts, f"{tree.class_shares[node][label]:.3f} of them"


def leaf_table() -> pd.DataFrame:
    """LeafIndex, LeafLabel and LeafLabelProb of all 208 rows."""
    table = to_class_tables(printed_tree(), np.array(sonar().class_names))[1]
    return table.round({"LeafLabelProb": 4})


TABLE_WORDS = (
    "Two flat tables hold the whole tree: the nodes, as they were printed (nodes count from 0, columns "
    "from 1), and the shares of the classes in every leaf, here of all 208 rows. −1 stands for what a leaf "
    "does not have. A threshold may be −1, too: only the index columns tell a leaf from a split."
)


def path_words(row: int) -> str:
    """The way of a row through the tree, and the probabilities of its leaf."""
    tree = printed_tree()
    rock, mine = tree.class_shares[tree.apply(sonar().X[[row]])[0]]
    return f"{way_words(tree, row)}: p(rock) = {rock:.3f}, p(mine) = {mine:.3f}."


def way_words(tree: Tree, row: int) -> str:
    """A row's answers on its way through a tree, and its leaf."""
    data = sonar()
    path = tree.decision_path(data.X[row])
    steps = [
        f"{question(tree, node, data.feature_names)}? "
        f"{'yes' if child == tree.children_left[node] else 'no'} "
        f"({number(float(data.X[row, tree.feature[node]]), 4)})"
        for node, child in pairwise(path)
    ]
    return f"Row {row}, a {data.class_names[int(data.y[row])]}: {'; '.join(steps)}; leaf {path[-1]}"


def course_words(courses: dict[str, AccuracyCourse]) -> str:
    """What the random splits say of the tree and of pruning it."""
    (whole, _, all_leaves), (kept, _, few_leaves) = (courses[name].spreads for name in ("whole", "folds_5"))
    boosted = courses["boosted"].spreads[0]
    gap = courses["folds_5"].accuracy - courses["folds_3"].accuracy
    differ = int((courses["folds_5"].leaves != courses["folds_3"].leaves).sum())
    return (
        f"**Trees like it over {N_SPLITS} deals**: Gini, cuts at observed values, a node of 95 % "
        "one class is not split, depth 100; the price of a leaf chosen by cross-validation, the risk by "
        f"rows misclassified. Pruning in five folds takes {all_leaves.mean:.1f} leaves down to "
        f"{few_leaves.mean:.1f}, and the accuracy on unseen rows stays: {whole.mean:.3f} ± "
        f"{whole.of_mean:.3f} before, {kept.mean:.3f} ± {kept.of_mean:.3f} after. Three folds or five "
        f"choose trees of different size on {differ} deals, but their accuracies differ by "
        f"{number(float(gap.mean()), 1)} on average. Five such trees under AdaBoost reach "
        f"{boosted.mean:.3f} ± {boosted.of_mean:.3f}."
    )


def course_table(courses: dict[str, AccuracyCourse]) -> str:
    """Every model with its intervals, as a table in markdown; of 95 %."""
    lines = []
    for course in courses.values():
        accuracy, probability, leaves = course.spreads
        cells = (
            course.title,
            f"{accuracy.mean:.3f}{_TIE}±{_TIE}{accuracy.of_mean:.3f}",
            f"±{_TIE}{accuracy.of_new:.3f}",
            f"±{_TIE}{accuracy.of_one:.3f}",
            f"{probability.mean:.3f}{_TIE}±{_TIE}{probability.of_mean:.3f}",
            f"{leaves.mean:.1f}{_TIE}±{_TIE}{leaves.of_mean:.1f}",
        )
        lines.append(cells)
    heads = ("model", "accuracy", "new rows", "one deal", "p of the true class", "leaves")
    return markdown_table(heads, lines, "lr")
