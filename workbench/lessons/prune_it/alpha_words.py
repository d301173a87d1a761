"""What the page on pruning says: formulas with the numbers of a node, steps, choices. Pure."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gbtlib import CrossValidation, Tree
from workbench.lessons.prune_it.hand_trees import PRINTED
from workbench.lessons.prune_it.link_sequence import Branches, PruningSequence
from workbench.text.grammar import how_many, listed, word_for
from workbench.text.numbers import latex, number
from workbench.text.questions import split_sides
from workbench.trees.box_text import BoxLines, question, rows_of
from workbench.trees.single_tree_boxes import node_lines

RISKS = {
    "misclassification": "Misclassification",
    "impurity": "Impurity",
    "squared_error": "Squared error",
}
MOST_TERMS = 3
WHAT_TO_GUESS = (
    "**Guess first.** A branch takes some risk off its node, and has some leaves more than one. The price α "
    "of a leaf rises: the branch that takes off least for each leaf more falls first. Filled is what the "
    "leaves err, a ring what a node would err as one leaf."
)


Floats = NDArray[np.float64]
TIES = (
    "Branches that are equally weak fall in one step, the shallower first and what lies in it along with it; "
    "step 0 cuts what takes nothing off the risk at all."
)


def remaining(found: PruningSequence, step: int, node: int) -> int:
    """A node, or the closest one above it that is left at a step."""
    node = node if node < found.tree.n_nodes else 0
    leaf = found.leaves(step)
    path = found.tree.path_to(node)
    return next((each for each in path if leaf[each]), node)


def is_told(tree: Tree, node: int) -> bool:
    """Whether a tree tells what an inner node asks."""
    return not np.isnan(tree.threshold[node]) or split_sides(tree, node) is not None


def asks(found: PruningSequence, node: int) -> str:
    """The question of an inner node; nothing where the tree does not tell it, or in a leaf."""
    if found.tree.is_leaf[node] or not is_told(found.tree, node):
        return ""
    return question(found.tree, node, found.names)


def node_name(found: PruningSequence, node: int) -> str:
    """A node as one speaks of it."""
    words = asks(found, node)
    return f"Node {node} ({words})" if words else f"Node {node}"


def counts(found: PruningSequence, node: int) -> str:
    """The rows of a node by class, or their mean."""
    weights = found.tree.class_weights
    if weights is None:
        return number(float(found.tree.weight[node]))
    return " : ".join(number(each) for each in weights[node].tolist())


def node_title(found: PruningSequence, node: int) -> str:
    """A node of the picture in words."""
    parts = [node_name(found, node), rows_of(found.tree, node)]
    kind = "mean" if found.tree.class_weights is None else "classes"
    return ", ".join((*parts, f"{kind} {counts(found, node)}"))


def box_lines(found: PruningSequence, leaf: NDArray[np.bool_]) -> Callable[[int], BoxLines]:
    """What the boxes of the tree say; a tree by hand has no questions.

    leaf: (n_nodes,) the leaves of the step; those that were splits say so.
    """
    own = node_lines(found.tree, found.names, found.class_names)

    def lines(i: int) -> BoxLines:
        text = own(i) if found.asks else (f"node {i}", f"n {found.tree.n_samples[i]}", counts(found, i))
        return (*text[:2], "cut: a leaf now") if leaf[i] and not found.tree.is_leaf[i] else text

    return lines


def strength_formula(found: PruningSequence, branches: Branches, node: int) -> str:
    """g(t) of an inner node, R(t) and R(T_t) written out; in a leaf R(t) alone."""
    own = rf"R(t)&={risk_symbols(found)}={risk_numbers(found, node)}={latex(found.risk[node])}"
    if np.isnan(branches.strength[node]):
        return rf"\begin{{aligned}}{own}\end{{aligned}}"
    n_leaves = int(branches.n_leaves[node])
    inside = found.tree.subtree(node)
    leaves = inside[branches.n_leaves[inside] == 1]
    below = (
        r"R(T_t)&=\sum_{\text{leaves}}R(\text{leaf})="
        f"{largest_first(found.risk[leaves])}\\\\"
        f"&={latex(branches.risk[node])}\\quad(\\text{{{leaf_words(found.risk[leaves])}}})"
    )
    strength = (
        r"g(t)&=\frac{R(t)-R(T_t)}{\text{leaves}-1}="
        rf"\frac{{{latex(found.risk[node])}-{latex(branches.risk[node])}}}{{{n_leaves}-1}}"
        rf"=\mathbf{{{latex(branches.strength[node])}}}"
    )
    return rf"\begin{{aligned}}{own}\\{below}\\{strength}\end{{aligned}}"


def largest_first(risks: Floats) -> str:
    """A sum that begins with its largest terms; those that are 0 are left out."""
    counting = np.sort(risks[risks != 0])[::-1]
    terms = "+".join(latex(each) for each in counting[:MOST_TERMS])
    return (terms or "0") + (r"+\dots" if len(counting) > MOST_TERMS else "")


def leaf_words(risks: Floats) -> str:
    """How many leaves a branch has, and how many of them add nothing."""
    nothing = int((risks == 0).sum())
    return how_many(len(risks), "leaf") + (f", {nothing:,} of them 0" if nothing else "")


def risk_symbols(found: PruningSequence) -> str:
    """R(t) in symbols: the risk of a row, times the node's share of the rows."""
    row = {
        "misclassification": r"\frac{\text{wrong}_t}{n_t}",
        "impurity": r"i(t)",
        "squared_error": r"\text{var}_t(y)",
    }[found.measure]
    return rf"{row}\cdot\frac{{n_t}}{{N}}"


def risk_numbers(found: PruningSequence, node: int) -> str:
    """The same with the numbers of a node."""
    tree = found.tree
    share = rf"\frac{{{tree.n_samples[node]}}}{{{tree.n_samples[0]}}}"
    if found.measure == "misclassification" and tree.class_weights is not None:
        weights = tree.class_weights[node]
        return rf"\frac{{{latex(weights.sum() - weights.max())}}}{{{tree.n_samples[node]}}}\cdot{share}"
    assert tree.impurity is not None
    return rf"{latex(tree.impurity[node])}\cdot{share}"


def step_words(found: PruningSequence, step: int) -> str:
    """Where the sequence stands, and what falls next."""
    now = found.steps[step]
    words = f"**Step {step:,} of {found.n_steps - 1:,}**, best from α = {number(now.alpha)} on: "
    words += f"{now.n_leaves:,} of {how_many(found.tree.n_leaves, 'leaf')}."
    following = found.falls_next(step)
    if not following:
        return f"{words} Nothing is left to cut."
    alpha = number(found.steps[step + 1].alpha)
    return f"{words} At α = {alpha} {listed(following)} {word_for(len(following), 'falls', 'fall')}."


def terms_here(found: PruningSequence, step: int) -> dict[str, str]:
    """The terms of the screen, each with its number at this step."""
    now, following = found.steps[step], found.falls_next(step)
    here = {"risk": f"{number(now.risk)}, of {how_many(now.n_leaves, 'leaf')}", "alpha": number(now.alpha)}
    if following:
        here["weakest link"] = f"{listed(following)}, at {number(found.steps[step + 1].alpha)}"
    if found.measure == "impurity":
        here["impurity"] = "what the risk sums, by rows"
    return here


def task_words(found: PruningSequence, step: int) -> str:
    """What to try at a step."""
    if found.tree.n_leaves == 1:
        return "let the tree grow: a larger max_depth, or a smaller min_samples_leaf."
    if not found.falls_next(step):
        return "go back step by step: how much risk does every leaf take off that comes back?"
    if len(found.inner(step)) == 1:
        return "cut the last branch: what is left is the root."
    return "choose the branch with the smallest g, cut it, and watch which g above it changes."


def choice_words(found: PruningSequence, validated: CrossValidation) -> str:
    """What cross-validation chooses, by the minimum and by one standard error."""
    best, simple = validated.best, validated.one_standard_error
    error, spread = (float(each[best]) for each in (validated.error, validated.standard_error))
    words = (
        f"Cross-validated, step {best} errs least: {number(error)} ± {number(spread, 2)}, "
        f"{how_many(found.steps[best].n_leaves, 'leaf')}."
    )
    if simple == best:
        return f"{words} No smaller tree is within one standard error of it."
    return (
        f"{words} The smallest tree with at most {number(error)} + {number(spread, 2)} = "
        f"{number(error + spread)} is step {simple}: {number(float(validated.error[simple]))}, "
        f"{how_many(found.steps[simple].n_leaves, 'leaf')}."
    )


def why_no_folds(found: PruningSequence) -> str:
    """Why a sequence was not cross-validated."""
    if found.given == PRINTED:
        return (
            "This tree was printed without its rows, and is asked here about all 208: the risk is of rows "
            "that it partly was grown on. For cross-validation take the tree of the data set, or a preset."
        )
    if found.by_hand:
        return (
            "This tree is known by its counts alone: for errors on unseen rows and cross-validation "
            "take the tree of the data set, or a preset."
        )
    return (
        "Cross-validation of this sequence would take too long: choose a smaller max_depth, or "
        "more rows in a leaf."
    )
