"""What the lesson says about cuts, bins and oneDAL's parameters. Pure."""

from gbtlib.handover.names import BY_NAME
from workbench.lessons.exact_or_histogram.node_cuts import NODES, CutComb, Recipe
from workbench.text.numbers import gradient_range, number
from workbench.text.questions import question_of

WHAT_A_BIN_IS = (
    "A **bin** is a stretch of a feature's values; at most *max_bin* of them hold about equally many "
    "training rows. Their borders are found once, before the first tree. From then on a cut may fall "
    "between two bins only: there are fewer to score, and the best of all may not be among them. More "
    "bins move all borders, so that once in a while fewer bins hit the cut better."
)
SUBTRACTION = (
    "A node's **histogram** has for each bin its rows, and the sums of their gradients g and hessians "
    "h. Every row of a node lies in one of its two children, so that the sums of one child are those of"
    " the node less those of the other. Only the smaller child is counted, row by row; its sibling "
    "costs one subtraction a bin, however many rows it has. gbtlib sums whole numbers, so that the "
    "difference is exact to the last bit."
)
TRY = (
    "**Try:** at the right child fewer bins are sure to be enough than at the root? And at Sonar, with its "
    "145 rows and 60 features?"
)


def terms_here(exact: CutComb) -> dict[str, str]:
    """The terms of the screen, each with its number in the node."""
    first, rows = exact.first, exact.first.rows(exact.node)
    gradient, hessian = first.gradient[rows], first.hessian[rows]
    return {
        "training": f"{len(first.y):,} rows, {len(rows):,} of them in the {NODES[exact.node]}",
        "gradient": f"{gradient_range(gradient)}, in the {NODES[exact.node]}",
        "hessian": f"{number(hessian.min())} to {number(hessian.max())}",
        "gain": f"{number(exact.gain)} by the best of all cuts",
        "threshold": question_of(exact.name, exact.threshold),
    }


def recipe_words(recipe: Recipe) -> str:
    """The whole model of the stage, boosted for one max_bin after another."""
    given = recipe.parameters()
    whose = "The whole model has oneDAL’s defaults" if recipe.is_onedal else "The whole model is small"
    words = (
        f"{whose}: {given['n_estimators']} rounds, depth {given['max_depth']}, rate {given['learning_rate']}"
    )
    return (
        f"{words}; {recipe.min_bin_size} rows or more in a shared bin." if recipe.is_onedal else f"{words}."
    )


TIME_WORDS = (
    "Fewer cuts are not less time by themselves. The exact search here keeps every feature sorted and sums "
    "a node in a few calls, so that on some hundred or thousand rows fixed costs decide, and bins gain "
    "little or nothing. With 20,000 rows of 20 features they take about half its time: a histogram is "
    "read bin by bin, however many rows there are, and no sorted columns are parted at every split."
)


DRAWN = (
    "Rows are drawn for every tree **without replacement**, none twice; of the features some are drawn anew "
    "at every node; one seed fixes both. oneDAL's page calls its draw a bootstrap; a bootstrap draws with "
    "replacement, so that about 63 % of the rows would be there, some of them several times."
)


def memory_words() -> str:
    """oneDAL's memory saving mode in a sentence, with the table's own meaning."""
    mode = BY_NAME["memorySavingMode"]
    return (
        "The preset *oneDAL’s defaults* takes these: 50 rounds, depth 6, 256 bins, five rows in a leaf. "
        f"*{mode.name}* trades time for memory: what could be kept for all trees is made again when it is "
        f"needed ({mode.meaning.split(': ')[-1]}). The trees are the same; gbtlib always keeps it."
    )
