"""What is said of the deals and of the printed tree below the stage, and as tables in markdown. Pure."""

from gbtlib.metrics import auc_error
from workbench.lessons.sonar_laboratory.class_tree_words import way_words
from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.printed_tree import (
    RATE,
    decoded,
    printed_table,
    rebuilt,
    rows_of_node,
    unseen_area,
)
from workbench.lessons.sonar_laboratory.splits import sonar
from workbench.lessons.sonar_laboratory.table_changes import AS_PRINTED, CHANGES, built
from workbench.lessons.sonar_laboratory.variants import VARIANTS, Variant
from workbench.text.grammar import how_many
from workbench.text.numbers import number
from workbench.text.tables import markdown_table
from workbench.trees.box_text import BoxLines, question

_TIE = "\u00a0"  # a space at which no line ends
ASKED = "What the deals say stands here once the question is answered."


def error_words(areas: Areas) -> str:
    """How far an area of so few rows strays, by the formula and over the deals."""
    found = areas.spread(areas.first)
    return (
        "**How far it strays.** Other rows would give another AUC. Its standard error follows from the "
        f"area and the numbers of mines and rocks alone: {formula_error(areas):.3f} at {found.mean:.3f}. "
        f"Over the deals above, {areas.pair[0].short} strays by {found.sd:.3f}. Two areas of different "
        f"rows must lie {number(areas.by_formula, 2)} apart before chance is unlikely ({areas.level} %); "
        "0.780 − 0.760 is 0.02."
    )


def formula_error(areas: Areas) -> float:
    """The standard error of the first variant's mean area by Hanley and McNeil."""
    return auc_error(areas.spread(areas.first).mean, *areas.classes(0))


def area_terms(areas: Areas, k: int) -> dict[str, str]:
    """The terms of the screen, each with its number."""
    n_train, n_test = areas.splits.n_train, areas.splits.n_test
    return {
        "AUC": f"{areas.of(areas.first)[k]:.3f} for {areas.pair[0].title} on deal {k + 1}",
        "standard error": f"{formula_error(areas):.3f}, from one deal of {n_test} rows",
        "unseen": f"{n_test} of {n_train + n_test} rows",
    }


def published_table(areas: Areas) -> str:
    """What was published beside what the deals give, as a table in markdown."""
    heads = ("variant", "what it is", "published", "mean", "new rows", "one deal", "deals below published")
    rows = [(each.title, each.words, *row_of(areas, name, each)) for name, each in VARIANTS.items()]
    return markdown_table(heads, rows, "llr")


def row_of(areas: Areas, name: str, variant: Variant) -> list[str]:
    """The numbers of a variant in the table."""
    found, published = areas.spread(name), variant.published
    of = variant.published_of and f" ({variant.published_of})"
    cells = ["" if published is None else f"{published:.3f}{of}"]
    cells += [f"{found.mean:.3f}{_TIE}±{_TIE}{found.of_mean:.3f}"]
    cells += [f"±{_TIE}{each:.3f}" for each in (found.of_new, found.of_one)]
    if published is None:
        return [*cells, ""]
    return [*cells, f"{int((areas.of(name) < published).sum())} of {found.n}"]


def other_algorithm_words(areas: Areas) -> str:
    """What may be said of 0.754, the figure of an algorithm that is not here."""
    found, published = areas.spread("adaboost"), VARIANTS["adaboost"].published
    assert published is not None
    below = int((areas.of("adaboost") < published).sum())
    return (
        f"**{published:.3f} is of another algorithm.** C5.0 with 5 trials boosts, too, and there the "
        "likeness ends: its trees choose cuts by the gain in entropy over that of the sides' sizes, are "
        "pruned by an estimate of their error, and it weighs rows and trees by rules of its own. Our "
        f"AdaBoost, also of five trees, gives {found.mean:.3f} ± {found.of_mean:.3f} over the deals above "
        f"and falls below {published:.3f} on {below} of {found.n}. That is no reproduction, and does "
        "not rank the two: the algorithm is another one, and which rows its one split tested is not known."
    )


def decoding_words() -> str:
    """How the scores of the printed tree tell its rows."""
    leaves = decoded()
    mines = sum(leaf.n_rows for leaf in leaves if leaf.is_mine)
    n_rows = sum(leaf.n_rows for leaf in leaves)
    area, n_positive, n_negative = unseen_area()
    error = auc_error(area, n_positive, n_negative)
    return (
        "**A printed tree gives its rows away.** With the 0.760 one tree was printed: 33 nodes, 17 scores. "
        "In the first round a rock has g = η/2, a mine −η/2, both h = η²/4, with the learning rate "
        f"η = {RATE:g} inside. So n rows of one class score ∓ηn/2 / (1 + η²n/4), and every score gives a "
        f"whole n: {n_rows} rows in all, {mines} mines and {n_rows - mines} rocks. No leaf mixes classes. "
        f"What else of Sonar falls into a leaf was unseen: {n_positive} mines and {n_negative} rocks, which "
        f"this tree orders with an AUC of **{area:.3f} ± {error:.3f}**."
    )


def node_lines(node: int) -> BoxLines:
    """A box of the printed tree: its question or score, its rows, its gain."""
    tree = rebuilt()
    rows = counted(*rows_of_node(node))
    if tree.is_leaf[node]:
        return number(float(tree.weight[node]), 4), rows, ""
    return question(tree, node, sonar().feature_names), rows, f"gain {number(float(tree.gain[node]))}"


def leaf_table(chosen: int) -> str:
    """Every leaf decoded, as a table in markdown; the chosen one is strong."""
    lines = []
    for leaf in decoded():
        cells = [
            str(leaf.node),
            f"{leaf.score:.10f}".replace("-", "−"),
            f"{leaf.exact:.3f}",
            how_many(leaf.n_rows, "mine" if leaf.is_mine else "rock"),
            counted(*leaf.unseen),
        ]
        strong = "**" if leaf.node == chosen else ""
        lines.append([f"{strong}{each}{strong}" for each in cells])
    total = sum(leaf.n_rows for leaf in decoded())
    lines.append(["", "", "", f"**{total} rows**", f"**{len(sonar().y) - total} rows**"])
    return markdown_table(("node", "score", "n solved for", "rows", "unseen"), lines, "rrrl")


def counted(mines: int, rocks: int) -> str:
    """Mines and rocks in words."""
    return ", ".join(how_many(n, kind) for n, kind in ((mines, "mine"), (rocks, "rock")) if n) or "–"


def path_words(row: int, from_table: float, from_tree: float) -> str:
    """The way of a row through the printed tree, and its score read in two ways."""
    same = "the same" if from_table == from_tree else "not the same"
    return (
        f"{way_words(rebuilt(), row)}. Straight from the table its score is {from_table:.10f}, by the tree "
        f"rebuilt from it {from_tree:.10f}: {same}."
    ).replace("-0.", "−0.")


BUILDER_WORDS = (
    "`gbtlib.build_model` makes a model of trees that come from elsewhere, as flat tables like this one or "
    "as arrays. Its columns, printed from 1, count from 0 here. What is no tree it refuses. Change a cell "
    "and see."
)


def built_words(name: str, row: int) -> str:
    """The cell that was changed, and the model's answer for a row of Sonar, or why there is no model."""
    told = ""
    if name != AS_PRINTED:
        change, before = CHANGES[name], printed_table()
        old = float(before[change.column][change.node])
        told = f"Node {change.node}, {change.column}: {old:.10g} becomes {change.value:.10g}. "
    model = built(name)
    if isinstance(model, str):
        return f"{told}Refused: *{model}*.".replace("-", "−")
    data = sonar()
    X = data.X[[row]]
    raw, p = float(model.raw_prediction(X)[0]), float(model.predict_proba(X)[0, 1])
    return (
        f"{told}A model of one tree: from F0 = 0, row {row}, a {data.class_names[int(data.y[row])]}, goes to "
        f"F = {raw:.10f}, and p(mine) = 1 / (1 + e^−F) = {p:.10f}."
    ).replace("-0.", "−0.")
