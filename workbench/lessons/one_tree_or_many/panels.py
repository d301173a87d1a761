"""ROC curves of both models, and what models make of many samples, as panels. Pure."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from workbench.charts.colours import MODEL, OTHER, TRUTH
from workbench.charts.panels import DASHED, DOTTED, FAINT, SOLID, Floats, Label, Line, Panel, floats
from workbench.lessons.one_tree_or_many.bias_variance import Scatter
from workbench.lessons.one_tree_or_many.comparison import Names, Roc

# What is compared with is a broad line, the settings on the screen a thin one on top of it.
MODELS = ((OTHER, 4.0), (MODEL, 2.0))
N_DRAWN = 8  # predictions of single samples


def values_of(predicted: NDArray[np.floating], k: int) -> Floats:
    """The values that are drawn: predictions, or the probability of class k."""
    return np.asarray(predicted if predicted.ndim == 1 else predicted[:, k], dtype=np.float64)


def round_ends(low: float, high: float) -> tuple[float, float]:
    """Ends of a scale that holds both values, rounded outwards to a twentieth of its length at most."""
    unit = 10.0 ** (np.floor(np.log10(high - low)) - 1) if high > low else 1.0
    return float(np.floor(low / unit) * unit), float(np.ceil(high / unit) * unit)


def roc_panel(found: tuple[Roc, Roc], names: Names, of_class: str) -> Panel:
    """Both ROC curves of a class, and the coin toss."""
    lines = [Line((0.0, 1.0), (0.0, 1.0), OTHER, "", DASHED, 1.2)]
    labels = []
    for i, (each, name, (colour, width)) in enumerate(zip(found, names, MODELS, strict=True)):
        lines.append(Line(floats(each.fpr), floats(each.tpr), colour, name, SOLID, width))
        words = f"AUC {area_words(each)}"
        labels.append(Label(0.98, 0.06 + 0.11 * (1 - i), words, colour))
    extent = (-0.02, 1.02, -0.02, 1.02)
    return Panel(
        "",
        extent,
        "false positive rate",
        f"true positive rate, {of_class}",
        tuple(lines),
        labels=tuple(labels),
    )


def area_words(found: Roc) -> str:
    """An area and its standard error."""
    return f"{found.auc:.3f} ± {found.se:.3f}"


def scatter_panels(found: Mapping[str, Scatter]) -> list[Panel]:
    """For each model the truth, the mean of all its predictions how far they scatter, and some of them."""
    reach = max(float(np.abs(each.predicted[:N_DRAWN]).max()) for each in found.values())
    panels = []
    for name, each in found.items():
        x = each.x
        lines = [
            Line(floats(x), floats(one), FAINT, "" if i else "of one sample", width=1.0)
            for i, one in enumerate(each.predicted[:N_DRAWN])
        ]
        lines += [
            Line(floats(x), floats(each.mean - each.spread), MODEL, "", DOTTED, 2.0),
            Line(floats(x), floats(each.mean + each.spread), MODEL, "mean ± spread", DOTTED, 2.0),
            Line(floats(x), floats(each.mean), MODEL, "mean prediction", SOLID, 3.0),
            Line(floats(x), floats(each.truth), TRUTH, "truth", DASHED, 2.0),
        ]
        extent = (float(x[0]), float(x[-1]), -1.05 * reach, 1.05 * reach)
        panels.append(Panel(name, extent, "x", "", tuple(lines)))
    return panels
