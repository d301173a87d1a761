"""The losses of a model over all rows of its training, beside those over the rows that are here. Pure."""

import numpy as np
import plotly.graph_objects as go

from workbench.charts.colours import MODEL, TRUTH
from workbench.data.catalogue import DATASETS
from workbench.models.all_rows import LossesOfAllRows, losses_of_all_rows
from workbench.models.boosted import BoostedModel
from workbench.text.losses import words_of
from workbench.text.numbers import number


def told_losses(fit: BoostedModel) -> LossesOfAllRows | None:
    """What the model's file tells of all rows; None for a model that was grown here, or tells nothing."""
    given = DATASETS[fit.settings.data].model
    return None if given is None else losses_of_all_rows(given.opened)


def all_rows_words(fit: BoostedModel, told: LossesOfAllRows, cursor: int) -> str:
    """The losses after a round, of all rows and of those here."""

    def both(trained: float, unseen: float) -> str:
        held_out = "" if np.isnan(unseen) else f" and {number(unseen)} over those held out"
        return f"{number(trained)} over those trained on{held_out}"

    whole = both(float(told.training[cursor - 1]), float(told.held_out[cursor - 1]))
    here = both(*map(float, fit.losses[:, cursor]))
    return (
        f"Of the {told.n_rows:,} rows of the whole table the {words_of(fit.model.loss_).on_axis} after round "
        f"{cursor} is {whole}; of the {len(fit.y) + fit.n_unseen:,} rows here it is {here}."
    )


def all_rows_chart(fit: BoostedModel, told: LossesOfAllRows) -> go.Figure:
    """Both over the rounds."""
    rounds, (here, unseen) = np.arange(1, len(fit.trace) + 1), fit.losses[:, 1:]
    figure = go.Figure()
    for name, values, colour, dash in (
        ("all rows", told.training, MODEL, "solid"),
        ("all rows, held out", told.held_out, MODEL, "dash"),
        ("rows here", here, TRUTH, "solid"),
        ("rows here, held out", unseen, TRUTH, "dash"),
    ):
        if not np.isnan(values).all():
            line = {"color": colour, "dash": dash, "width": 2}
            figure.add_scatter(x=rounds, y=values, name=name, mode="lines", line=line)
    figure.update_layout(
        xaxis_title="round",
        yaxis_title=words_of(fit.model.loss_).on_axis,
        margin={"t": 8, "b": 40},
        height=320,
    )
    return figure.update_yaxes(rangemode="tozero")
