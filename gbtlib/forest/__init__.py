"""Random forests: trees on bootstrap samples, each split from a draw of the features."""
