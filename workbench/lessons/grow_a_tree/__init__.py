"""Grow a tree: in which order, and what the impurity says."""
