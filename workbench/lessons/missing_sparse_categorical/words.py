"""What is said below the stage: whatever the reader chose, and of gaps of rows or of a node. Pure."""

from workbench.data.catalogue import DATASETS
from workbench.data.given_model import GivenModel
from workbench.lessons.missing_sparse_categorical.gap_column import ALIKE, SIDES, Record
from workbench.lessons.missing_sparse_categorical.row_gaps import GapCase
from workbench.models.own_model import LIBRARIES
from workbench.text.grammar import word_for
from workbench.text.numbers import number

TRY_MISSING = (
    "**Try:** click a row on the stage and watch its entry leave the list and its row the axis. Then let a "
    "blank cell be zero. Blank all four features of a row: is it still in the list?"
)
SUMS_OF_A_ROW = (
    "Half squared error from the mean of y, so g = F − y with F = 4 and h = 1. Sparse "
    "means no more than this: what is absent is not stored."
)
SAME_TREE = "Both searches grow the same tree; the full one also scores every place."
TRY_SURROGATES = (
    "**Try:** at the last step press x1 of a row in the table beside the rails, then its x3, x2 and x4: "
    "who decides now? Let the split be grown on the table with its blanks: does x1 keep its place?"
)
TRY_CATEGORIES = (
    "**Try:** move λ from 0 to 5: does another partition win? Take *three*, which comes with λ 2, "
    "and sort by G / (H + λ): the walk leaves the rim and misses the best."
)
HOW_MANY = (
    "L categories can be parted in 2^(L−1) − 1 ways; one against the rest looks at L of them, the sorted "
    "order at L − 1. Of five categories these are 15, 5 and 4, of 32 they are 2,147,483,647, 32 and 31."
)
WHY_SORTED = (
    "With two sums a row, G and H, the best of all partitions is a cut of the categories sorted "
    "by G / H, whatever λ. So every loss of boosting may sort them, class by class under softmax; a single "
    "tree may by Gini or entropy of two classes. With three classes or more no such order is known."
)
NOTHING_LEARNED = (
    "Where no training row has a gap, both ways of every cut gain the same, and no side is learned: "
    "XGBoost's hist and approx then keep right, its exact keeps left, scikit-learn's histograms the side "
    "with more rows, and LightGBM writes missing type None and reads a later gap as 0."
)
READ_AS_ZERO = (
    "**A gap that is read as 0** is a value like any other: it stands at 0 on the axis and goes where 0 "
    "goes, whatever its rows gain. So does LightGBM where training had no gap in the feature."
)
WITHOUT_GAPS = {
    "xgboost": (
        "The file does not say whether training had gaps here. Where it had none, nothing was learned: hist "
        "and approx keep right, exact keeps left."
    ),
    "lightgbm": "Missing type NaN: training had gaps in this feature, at this node or at others.",
    "scikit-learn": "Where training had no gap, a later one goes to the side with more rows.",
    "catboost": "CatBoost takes a gap for a value below all others, or above: no side is learned at a node.",
}


def case_words(case: GapCase) -> str:
    """How many rows have a gap, and which way is kept there, at a node of a model by its file."""
    column, record, given = case.column, case.column.cuts, DATASETS[case.data.id].model
    n, n_rows = len(column.packet), len(column.x)
    few = f"{n:,} of {n_rows:,} rows" if n else f"None of {n_rows:,} {word_for(n_rows, 'row')}"
    misses = f"**{few} {word_for(n, 'misses', 'miss') if n else 'misses'} {column.name}**: {case.place}."
    if given is not None:
        own = next(cut for cut in record if "keeps" in cut)
        return f"{misses} {file_words(own, given, case)}"
    if not record:
        return f"{misses} No two rows have different values of it: there is nothing to cut."
    if case.is_zero:
        return f"{misses} {READ_AS_ZERO}"
    return f"{misses} {learned_words(record) if n else NOTHING_LEARNED}"


def learned_words(cuts: list[Record]) -> str:
    """Which way the best cut keeps, and what the other one would have gained."""
    best = max(cuts, key=lambda cut: max(way["gain"] for way in cut["ways"]))
    gains = [way["gain"] for way in best["ways"]]
    if len(gains) == 1:
        return f"The best cut parts them from all others: gain {number(gains[0])}."
    if best["side"] is None:
        return f"At the best cut, {best['asks']}, both ways gain {number(gains[0])}: gbtlib keeps right."
    kept, other = best["side"], 1 - best["side"]
    return (
        f"At the best cut, {best['asks']}, a gap on the **{SIDES[kept]}** gains {number(gains[kept])}, on "
        f"the {SIDES[other]} {number(gains[other])}: a tree keeps {SIDES[kept]} as the side of a gap."
    )


def file_words(own: Record, given: GivenModel, case: GapCase) -> str:
    """Which side the file of a model says, why as far as it can be told, and what these rows would gain."""
    library, side = given.opened.library, own["keeps"]
    said = f"The file asks {own['asks']} and sends a gap **{SIDES[side]}**."
    if case.reads_zero:
        sign = "is" if side == 0 else "is not"
        return (
            f"{said} {LIBRARIES[library]} reads it as 0 here (missing type None: no gap in training, or "
            f"use_missing off), and 0 ≤ threshold {sign} true. {preferred(own, 'On these rows')}"
        )
    if not len(case.column.packet):
        return f"{said} Both ways gain the same on these rows. {WITHOUT_GAPS.get(library, '')}"
    return f"{said} {preferred(own, 'On these rows')}"


def preferred(own: Record, begin: str) -> str:
    """What both ways gain at a cut of a model, and whether its side is the better one."""
    gains = [way["gain"] for way in own["ways"]]
    if len(gains) == 1 or abs(gains[0] - gains[1]) <= ALIKE:
        return f"{begin} both ways gain the same."
    both = f"{begin} left gains {number(gains[0])}, right {number(gains[1])}"
    if own["side"] == own["keeps"]:
        return f"{both}: the side of the file is the better one."
    return (
        f"{both}: **they prefer {SIDES[own['side']]}**. The file does not say why: it was trained on other "
        "rows, with limits or bins of its own, or had no gap to learn from."
    )
