"""What features add to F: of one row in words, of all rows as a table and strips. Pure."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from workbench.charts.figures import row_strips
from workbench.data.sources import levels_of
from workbench.models.boosted import BoostedModel
from workbench.models.explained import MOST_FEATURES, AllRows, Floats, TwoCuts, importance_table
from workbench.text.numbers import number


def bricks_words(cuts: TwoCuts, row: int, round_number: int) -> str:
    """Both sums in words, what each means, and where they differ most."""
    gap = cuts.path - cuts.features
    j = int(np.abs(gap).argmax())
    words = (
        f"F of row {row} after round {round_number} is **{number(cuts.by_features, 4)}**: the start "
        f"{number(cuts.start, 4)}, the trees on average {number(cuts.average)}, and what the row's own "
        "values add. **Shapley values** say how much the answer changes when a feature becomes known, on "
        "average over all orders in which features may become known. **The path** credits each answer on the "
        "row's way with what it changes of the mean of the leaves below, so it depends on which comes "
        "first. Both add up to the same F. "
    )
    if abs(gap[j]) <= 1e-9 * max(1.0, float(np.abs(cuts.features).max())):
        return words + "Here they agree: no tree asks two features on the way of this row."
    return words + (
        f"They differ most in {cuts.names[j]}: {number(float(cuts.features[j]))} by Shapley, "
        f"{number(float(cuts.path[j]))} by the path."
    )


def all_rows_table(fit: BoostedModel, rows: AllRows) -> pd.DataFrame:
    """Every feature with its five importances and the mean size of its contributions, the largest first."""
    table = importance_table(fit)
    table.insert(0, "mean_contribution", rows.mean_sizes)
    return table.sort_values("mean_contribution", ascending=False, kind="stable")


def all_rows_figure(fit: BoostedModel, rows: AllRows) -> go.Figure:
    """What the features that move rows most add to each row's F."""
    shown = rows.order[:MOST_FEATURES]
    names = [fit.dataset.feature_names[j] for j in shown]
    place = np.column_stack([ranks(fit, rows, j) for j in shown]) if shown else np.empty((len(rows.rows), 0))
    return row_strips([str(name) for name in names], rows.features[:, shown], place, "added to F")


def ranks(fit: BoostedModel, rows: AllRows, feature: int) -> Floats:
    """The place of every row's value among those of the rows, from 0 to 1; NaN if missing or a category."""
    x = fit.dataset.X[rows.rows, feature]
    if levels_of(fit.dataset.feature_names[feature]):
        return np.full(len(x), np.nan)
    known = np.sort(x[~np.isnan(x)])
    found = np.searchsorted(known, x) / max(1, len(known) - 1)
    return np.where(np.isnan(x), np.nan, np.minimum(found, 1.0))


def all_rows_words(fit: BoostedModel, rows: AllRows, round_number: int) -> str:
    """Which rows these are, what is counted, and which feature leads by each."""
    n, table = len(rows.rows), all_rows_table(fit, rows)
    which = (
        f"all {n:,} training rows" if n == len(fit.train) else f"{n:,} of {len(fit.train):,} training rows"
    )
    if not rows.order:
        return f"After round {round_number} no tree has asked anything: no feature adds to any row."
    tops = {str(kind): str(table[kind].idxmax()) for kind in table}
    leaders = "; ".join(f"{kind.replace('_', ' ')}: {name}" for kind, name in tops.items())
    return (
        f"Each mark is one of {which}, after round {round_number}: how much the feature adds to its F, by "
        "Shapley values. Blue-green is a small value of the feature, ochre a large one, grey a missing "
        f"one or a category. First by each count: {leaders}."
    )
