"""Gains of candidates: their names and ranks, curves, the formula at a cut."""
