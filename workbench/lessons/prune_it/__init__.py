"""Prune it: which branch is not worth its leaves."""
