"""What is said of the splits: in the pictures' place, below them, and as tables in markdown. Pure."""

from __future__ import annotations
