"""Losses of one's own: a class with a loss and a gradient, or a formula of y and F."""
