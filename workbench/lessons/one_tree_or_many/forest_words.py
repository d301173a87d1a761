"""What is said of a random forest beside boosting, and of bias and variance. Pure."""

from collections.abc import Mapping

import numpy as np

from workbench.lessons.one_tree_or_many.bias_variance import ABOUT, N_ROWS, N_SAMPLES, NOISE, Scatter
from workbench.lessons.one_tree_or_many.forest import ForestModel, VoteAndSum
from workbench.models.boosted import BoostedModel
from workbench.text.grammar import how_many
from workbench.text.numbers import number
from workbench.text.tables import markdown_table


def forest_words(forest: ForestModel) -> str:
    """What a random forest is, with the numbers of this one."""
    n, n_features = len(forest.train), forest.dataset.X.shape[1]
    drawn = max(1, round(forest.model.params_.colsample_bynode * n_features))
    absent = float(np.mean([np.mean(tree.times_drawn == 0) for tree in forest.model.trace_]))
    features = (
        f"and every node takes the best cut of {drawn} of the {n_features} features, drawn for it"
        if n_features > 1
        else "with more than one feature, some would be drawn at every node as well"
    )
    return (
        f"A **random forest** grows each tree on a sample of its own: {n:,} rows drawn from the {n:,}, each "
        f"put back (a **bootstrap** sample: some come twice, {100 * absent:.0f} % not at all); {features}. "
        "No tree knows of another: each could be grown first, or alone. The answer is their **mean**. In "
        "boosting every tree is grown on what those before it have left over, and the answer is the **sum**."
    )


def measure_words(fit: BoostedModel) -> str:
    """Why wrong rows are counted, and not the log loss."""
    if fit.dataset.task == "regression":
        return ""
    return (
        "Counted are wrong rows, not the log loss: where all trees of a forest agree on a wrong class, its "
        "share is 0 and the log loss infinite."
    )


def vote_words(fit: BoostedModel, found: VoteAndSum | None, rounds: int) -> str:
    """That boosted trees do not vote, with the row of this model that shows it."""
    if fit.dataset.task == "regression":
        return ""
    head = (
        "**Boosted trees do not vote.** “Building Gradient Boosted Trees from scratch” speaks of a majority "
        "vote for classes; but a class is what the sum says, not what most trees say."
    )
    if found is None:
        return f"{head} After {how_many(rounds, 'round')} both say the same in every row of this data set."
    name = fit.dataset.class_names
    is_are = "is one such row" if found.n_differ == 1 else f"are {found.n_differ} such rows"
    return (
        f"{head} Row {found.row} (class {name[found.true]}): {found.n_voting} of {found.rounds} rounds add "
        f"to class {name[found.voted]}, but all together add {number(found.raw)} more to class "
        f"{name[found.said]}: a few large steps outweigh many small ones. There {is_are} among the "
        f"{found.n_rows:,}; in them the vote is wrong {times(found.vote_wrong)}, the sum "
        f"{times(found.sum_wrong)}."
    )


def times(n: int) -> str:
    """How often."""
    return "never" if n == 0 else "once" if n == 1 else f"{n} times"


def study_words() -> str:
    """What is done with the samples."""
    return (
        f"{N_SAMPLES} times {N_ROWS} rows are drawn from cos(x) with noise (standard deviation {NOISE:g}), "
        "and each model is fitted to each sample. How far the mean of its predictions lies off the truth is "
        "its **bias**; how far they scatter about their mean its **variance**. A deep tree has little bias "
        "and much variance: the mean of many takes variance away and leaves the bias. Boosting starts with "
        "trees that are too simple, and its sum takes bias away, until it begins to follow the noise."
    )


def study_table(found: Mapping[str, Scatter]) -> str:
    """The three parts of the expected error of each model, their sum, and what was measured."""
    heads = ("", "", "bias²", "variance", "noise", "expected squared error", "measured on new rows")
    rows = []
    for name, each in found.items():
        mean, error = each.measured(seed=2)
        parts = map(number, (each.bias2, each.variance, each.noise**2, each.expected))
        rows.append((name, ABOUT[name], *parts, f"{number(mean)} ± {number(error, 1)}"))
    return markdown_table(heads, rows, "llr")
