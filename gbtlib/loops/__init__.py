"""All that visits rows or cuts, as loops that numba compiles: each beside its formula, to be read."""
