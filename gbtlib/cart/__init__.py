"""One tree by itself: impurity, pruning by cost-complexity, cross-validation, tables."""
