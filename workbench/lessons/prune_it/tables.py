"""Cross-validation fold by fold, and three ways to prune wrongly, as tables. Pure, without streamlit."""

from __future__ import annotations

from html import escape

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gbtlib import CrossValidation, prune, weakest_links
from gbtlib.cart.cost_complexity import prune_to
from workbench.charts.axes import spread
from workbench.charts.colours import INK, sign_fill
from workbench.lessons.prune_it.alpha_words import asks
from workbench.lessons.prune_it.link_sequence import PruningSequence, branches_of
from workbench.models.hand_trees import TWINS
from workbench.text.numbers import fixed, number

Floats = NDArray[np.float64]
MOST_COLUMNS = 12
INSIDE = (
    "Every fold's own tree is pruned at the geometric means of neighbouring "
    "alphas, well inside each interval; the last is infinite."
)
FORGETFUL = (
    "**R(t) forgets n_t/N.** Without the node's share of the rows g can be negative, "
    "and a leaf would have a negative price."
)
AT_ENDS = (
    "**Cross-validation at the alphas themselves.** There the choice of tree is "
    "about to change, so a fold's tree may be one step off; a mean of the interval "
    "is well inside."
)
_STYLE = (
    "<style>.folds{overflow-x:auto}.folds table{border-collapse:collapse;font-size:14px;"
    "font-variant-numeric:tabular-nums}.folds th,.folds td{padding:3px 9px;text-align:right;"
    "white-space:nowrap}.folds .now{outline:3px solid currentColor;outline-offset:-3px}"
    f".folds td.heat{{color:{INK}}}</style>"
)


def shown_steps(validated: CrossValidation, step: int) -> list[int]:
    """Which steps the matrix has columns for: all, or some of them with the chosen ones."""
    some = spread(len(validated.steps), MOST_COLUMNS).tolist()
    return sorted({*some, validated.best, validated.one_standard_error, step})


def matrix_html(found: PruningSequence, validated: CrossValidation, step: int) -> str:
    """Fold by alpha: mean errors as coloured cells, then sum, mean and standard error of all rows."""
    columns = shown_steps(validated, step)
    sizes = np.bincount(validated.fold)
    low, high = float(validated.fold_error.min()), float(validated.fold_error.max())

    def head(k: int) -> str:
        chosen = {validated.best: "minimum", validated.one_standard_error: "1 SE"}
        if validated.best == validated.one_standard_error:
            chosen = {validated.best: "minimum, 1 SE"}
        alpha = "∞" if np.isinf(validated.alpha[k]) else number(float(validated.alpha[k]))
        note = f"<br>{chosen[k]}" if k in chosen else ""
        return f'<th scope="col"{mark(k)}>{alpha}<br>step {k}{note}</th>'

    def mark(k: int) -> str:
        return ' class="now"' if k == step else ""

    def cell(value: float) -> str:
        share = (value - low) / ((high - low) or 1.0)
        return f'<td class="heat" style="background:{sign_fill(share)}">{number(value)}</td>'

    def row(name: str, values: Floats) -> str:
        cells = "".join(f"<td{mark(k)}>{number(float(values[k]))}</td>" for k in columns)
        return f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'

    total = (validated.fold_error * sizes[:, np.newaxis]).sum(axis=0)
    name = "sum of squared errors" if found.measure == "squared_error" else "rows misclassified"
    folds = "".join(
        f'<tr><th scope="row">fold {k + 1} ({sizes[k]:,} rows)</th>'
        + "".join(cell(float(validated.fold_error[k, i])) for i in columns)
        + "</tr>"
        for k in range(len(sizes))
    )
    return (
        f'{_STYLE}<div class="folds" tabindex="0" role="region" aria-label="Cross-validation, fold by alpha">'
        f'<table><thead><tr><th scope="col">α tried</th>{"".join(head(k) for k in columns)}</tr></thead>'
        f"<tbody>{folds}{row(name, total)}{row('mean of all rows', validated.error)}"
        f"{row('standard error', validated.standard_error)}</tbody></table></div>"
    )


def strength_table(found: PruningSequence, step: int) -> pd.DataFrame:
    """g(t) of every inner node at a step, the weakest first."""
    branches = found.branches(step)
    inner = np.array(found.inner(step), dtype=np.intp)
    inner = inner[np.argsort(branches.strength[inner], kind="stable")]
    falling = set(found.falls_next(step))
    return pd.DataFrame(
        {
            "node": inner,
            **({"question": [asks(found, node) for node in inner.tolist()]} if found.asks else {}),
            "rows": found.tree.n_samples[inner],
            "leaves": branches.n_leaves[inner],
            "R(t)": [number(each) for each in found.risk[inner].tolist()],
            "R(T_t)": [number(each) for each in branches.risk[inner].tolist()],
            "g(t)": [number(each) for each in branches.strength[inner].tolist()],
            "": ["falls next" if node in falling else "" for node in inner.tolist()],
        }
    )


def forgetful_table(found: PruningSequence, step: int) -> str:
    """g(t) with the node's share of the rows in R(t), and without it."""
    right = found.branches(step).strength
    wrong = forgetful_strengths(found, step)
    lines = ["| node | rows | g(t) | without n_t/N |", "|--:|--:|--:|--:|"]
    nodes = found.inner(step)[:MOST_COLUMNS]
    for node in nodes:
        text = fixed(float(wrong[node]), 4)  # whose digits tell small ones apart
        text = f"**{text}**" if wrong[node] < 0 else text
        lines.append(f"| {node} | {found.tree.n_samples[node]:,} | {number(float(right[node]))} | {text} |")
    return "\n".join(lines)


def forgetful_strengths(found: PruningSequence, step: int) -> Floats:
    """g(t) where R(t) forgets that a node has only n_t of the N rows."""
    share = found.tree.H / found.tree.H[0]
    return branches_of(found.tree, found.risk / share, found.leaves(step)).strength


def ends_table(validated: CrossValidation, at_ends: Floats, step: int) -> str:
    """Both errors of every step."""
    lines = ["| step | interval of α | at its lower end | at the geometric mean |", "|--:|--:|--:|--:|"]
    alpha = [each.alpha for each in validated.steps] + [np.inf]
    for k in shown_steps(validated, step):
        upper = "∞" if np.isinf(alpha[k + 1]) else number(alpha[k + 1])
        pair = number(float(at_ends[k])), number(float(validated.error[k]))
        pair = tuple(f"**{each}**" for each in pair) if at_ends[k] != validated.error[k] else pair  # type: ignore[assignment]
        lines.append(f"| {k} | {number(alpha[k])} to {upper} | {pair[0]} | {pair[1]} |")
    return "\n".join(lines)


def twins_in(found: PruningSequence, step: int) -> list[tuple[int, ...]]:
    """Inner nodes of a step that ask the very same question, group by group."""
    groups: dict[tuple[int, float], list[int]] = {}
    for node in found.inner(step):
        key = int(found.tree.feature[node]), float(found.tree.threshold[node])
        if not np.isnan(key[1]):
            groups.setdefault(key, []).append(node)
    return [tuple(nodes) for nodes in groups.values() if len(nodes) > 1]


def twin_words() -> str:
    """What finding a node by its question does to the tree with twins."""
    steps = weakest_links(TWINS)
    alpha = steps[1].alpha
    by_number, by_question = prune(TWINS, alpha), prune_to(TWINS, [1, 2])[0]
    costs = [
        float((tree.H - tree.class_shares.max(axis=1) * tree.H)[tree.leaves].sum() / tree.H[0])
        for tree in (by_number, by_question)
    ]
    totals = [costs[i] + alpha * tree.n_leaves for i, tree in enumerate((by_number, by_question))]
    return (
        f"15 rows, both children of the root ask x2 ≤ 0.5: the left one takes 1 row off the risk, the right "
        f"one 3. At α = {number(alpha)} only the left one falls: {by_number.n_leaves} leaves, risk "
        f"{number(costs[0])}, R + α·leaves = {number(totals[0])}. Found by its question the right one falls, "
        f"too: {by_question.n_leaves} leaves, risk {number(costs[1])}, R + α·leaves = {number(totals[1])}."
    )
