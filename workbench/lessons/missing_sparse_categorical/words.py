"""What the three parts of the page on what has no number say whatever the reader chose. Pure."""

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
