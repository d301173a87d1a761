"""What a lesson says of its unseen rows. Pure, without streamlit."""

from workbench.data.catalogue import Dataset
from workbench.data.held_out import OF_FORMULA, Rows, follows_its_formula


def unseen_words(data: Dataset, held_out: Rows) -> str:
    """How many rows are unseen, and where they come from; see `data.held_out.unseen_rows`."""
    if follows_its_formula(data):
        return f"{OF_FORMULA:,} more rows of the formula"
    if not len(held_out):
        return f"none: {len(data.y)} rows are too few to hold any out"
    return f"{len(held_out):,} of {len(data.y):,} rows"
