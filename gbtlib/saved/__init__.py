"""Fitted models as JSON: what is kept of each, and how it is read back to the last bit."""
