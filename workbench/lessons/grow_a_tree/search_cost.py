"""What the search for the splits of a tree cost, in a table and in words. Pure, without streamlit."""

import numpy as np
import pandas as pd

from gbtlib import Tree
from gbtlib.cart.search_cost import search_cost
from workbench.models.single_tree import SingleTree


def cost_table(tree: Tree, n_samples: int) -> pd.DataFrame:
    """What the search for splits cost, level by level, beside the bound of rows times features."""
    levels = search_cost(tree)
    bound = n_samples * tree.n_features
    return pd.DataFrame(
        {
            "level": [each.depth for each in levels],
            "nodes searched": [each.n_nodes for each in levels],
            "rows in them": [each.n_samples for each in levels],
            "cuts scored": [each.n_candidates for each in levels],
            "N · F": bound,
            "share of N · F": [each.n_candidates / bound for each in levels],
            "running sums (× K)": [each.n_updates for each in levels],
        }
    ).set_index("level")


def cost_words(tree: Tree, n_samples: int) -> str:
    """The same in a sentence."""
    levels = search_cost(tree)
    n_classes = 1 if tree.class_weights is None else tree.class_weights.shape[1]
    scored, updates = sum(each.n_candidates for each in levels), sum(each.n_updates for each in levels)
    bound = tree.n_features * n_classes * len(levels) * n_samples
    return (
        "No row is in two nodes of a level, so that a level scores N · F cuts at most, each with K running "
        f"sums: O(F·K·D·N) for the tree. Here F = {tree.n_features}, K = {n_classes}, D = {len(levels)} "
        f"levels searched and N = {n_samples:,}: {scored:,} cuts and {updates:,} sums, of {bound:,} at most."
    )


def scan_words(fit: SingleTree, node: int) -> str:
    """What else decides the cost: the rows that a node looks at, its features, and nodes at the same time."""
    tree, n_samples = fit.tree, len(fit.train)
    levels = search_cost(tree)
    if not levels:
        return ""
    n_nodes, rows = sum(each.n_nodes for each in levels), sum(each.n_samples for each in levels)
    widest = max(levels, key=lambda each: each.n_nodes)
    usable = len(np.unique(fit.candidates(node).feature))
    return (
        f"- Every node here looks at its own rows: {tree.n_features * rows:,} values for {n_nodes:,} nodes. "
        f"A search through all {n_samples:,} rows in every node, as the code of “Building a Classification "
        "Tree from scratch” (Stokastik) does it, looks at "
        f"F · N · nodes = {tree.n_features * n_samples * n_nodes:,}.\n"
        f"- {usable:,} of {tree.n_features:,} features can be cut in the chosen node; in all others its rows "
        "have the same value. In a table of words, those are the words that none of its documents has, "
        "or all equally often; where a word is absent it counts 0, which comes first and goes left.\n"
        f"- The nodes of a level need nothing of each other: the {widest.n_nodes:,} of level {widest.depth} "
        "could be searched at the same time, each by a processor of its own. Here one searches them all."
    )
