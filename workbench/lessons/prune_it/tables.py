"""Cross-validation fold by fold as a table. Pure, without streamlit."""

import numpy as np
import pandas as pd

from gbtlib import CrossValidation
from workbench.charts.axes import spread
from workbench.lessons.prune_it.link_sequence import PruningSequence
from workbench.text.numbers import number

MOST_COLUMNS = 12
INSIDE = (
    "Every fold's own tree is pruned at the geometric means of neighbouring "
    "alphas, well inside each interval; the last is infinite."
)


def shown_steps(validated: CrossValidation, step: int) -> list[int]:
    """Which steps the matrix has columns for: all, or some of them with the chosen ones."""
    some = spread(len(validated.steps), MOST_COLUMNS).tolist()
    return sorted({*some, validated.best, validated.one_standard_error, step})


def fold_table(found: PruningSequence, validated: CrossValidation, step: int) -> pd.DataFrame:
    """Fold by alpha: mean errors of each fold, then sum, mean and standard error of all rows."""
    sizes, alpha = np.bincount(validated.fold), validated.alpha
    total = "sum of squared errors" if found.measure == "squared_error" else "rows misclassified"
    rows = {f"fold {k + 1} ({sizes[k]:,} rows)": errors for k, errors in enumerate(validated.fold_error)} | {
        total: sizes @ validated.fold_error,
        "mean of all rows": validated.error,
        "standard error": validated.standard_error,
    }
    chosen = {validated.best: ", minimum"}
    chosen[validated.one_standard_error] = chosen.get(validated.one_standard_error, "") + ", 1 SE"
    columns = {
        f"step {k}: α {'∞' if np.isinf(alpha[k]) else number(float(alpha[k]))}{chosen.get(k, '')}": k
        for k in shown_steps(validated, step)
    }
    return pd.DataFrame(
        {head: [number(float(values[k])) for values in rows.values()] for head, k in columns.items()},
        index=list(rows),
    )
