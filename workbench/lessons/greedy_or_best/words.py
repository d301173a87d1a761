"""What the lesson says below its stage: what greed cannot see, how many trees there are. Pure."""

from workbench.lessons.greedy_or_best.counting import n_greedy_cuts, n_trees
from workbench.text.tables import markdown_table

WHY_GREEDY = (
    "**What greedy cannot see.** Once the first cut is made, each child is on its own, and at depth two the "
    "best cut of each child is the best there is. So greedy goes wrong in the first cut or not at all: it "
    "takes what gains most **now**, but a cut that gains nothing may be the one that makes the next two pay. "
    "In XOR that is every first cut. Who grows first and prunes afterwards lets such a cut stand, if "
    "what comes after it pays. Who cuts all before anything is pruned can keep too much: each last cut pays "
    "for its own leaf, γ of the first one is paid by nobody."
)

WHY_STILL = (
    "**Why one is greedy still.** A tree of depth D has 2ᴰ − 1 places for a cut, and each multiplies the "
    "number of trees by about d · n. To find the tree with the fewest questions is NP-complete (Hyafil and "
    "Rivest, 1976). Greedy passes over each sorted feature once a level. And the best tree on a few "
    "training rows is also the one that fits their noise best."
)

_COUNTED = ((12, 2), (100, 2), (100, 10), (208, 60))


def count_table() -> str:
    """How many trees there are on some rows and features, and how many cuts greed scores, as a table."""
    lines = []
    for rows, features in _COUNTED:
        counts = [counted(n_trees(rows, features, depth)) for depth in (1, 2, 3)]
        cuts = n_greedy_cuts(rows, features, 3)
        lines.append((rows, features, *counts, f"{cuts:,}"))
    heads = ("rows", "features", "trees, depth 1", "depth 2", "depth 3", "cuts that greedy scores, depth 3")
    return markdown_table(heads, lines, "r")


def counted(n: int) -> str:
    """A number of trees as one reads it: in full up to nine digits, else as a power of ten."""
    if n < 10**9:
        return f"{n:,}"
    power = len(str(n)) - 1
    return f"{n / 10**power:.1f} · 10{str(power).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


HOW_OFTEN = (
    "**How often.** On 300 dozens with x1 in any order and y by coin, greedy misses the best tree in 69 %; "
    "of what that gains it has 83 % on average. Boosting mends much of it: the next tree begins with "
    "what this one left."
)

COUNT_WORDS = (
    "**How many trees there are.** Of depth D at most, on n rows with d features of which none has the "
    "same value twice: a leaf, or one of d · (n − 1) cuts with k rows on its left and a tree on each side."
)

COUNT_FORMULA = r"T_0(n)=1,\qquad T_D(n)=1+d\sum_{k=1}^{n-1}T_{D-1}(k)\,T_{D-1}(n-k)"
