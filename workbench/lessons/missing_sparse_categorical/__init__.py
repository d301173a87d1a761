"""Missing, sparse, categorical: where a row goes without a number."""
