"""Node, cut and what-if at the cursor, for every lesson with gain curves and a formula."""

from __future__ import annotations

from workbench.components import told
from workbench.components.formula import formula
from workbench.gains.formula import Tried
from workbench.gains.node_at_cut import NodeAtCut, formula_of, node_at
from workbench.link.values import CUT, FEATURE, WHAT_IF_GAMMA, WHAT_IF_LAMBDA
from workbench.models.boosted import BoostedModel
from workbench.shell import session
from workbench.shell.cursor import current_cut

GAINS, FORMULA = "gains", "formula"


def node_at_cursor(fit: BoostedModel, number: int, k: int, index: int) -> NodeAtCut:
    """The node with its candidates, and the cursor's cut: the one that the tree took until one moves it."""
    feature = session.clip(FEATURE, fit.X.shape[1] - 1, None)
    cut = current_cut(CUT, fit.candidates(number, index, k), feature)
    return node_at(fit, number, k, index, feature=feature, cut=cut, values=tried_values())


def tried_values() -> Tried:
    """The lambda and gamma that the reader tries."""
    return session.value(WHAT_IF_LAMBDA), session.value(WHAT_IF_GAMMA)


def tried_or(name: str, fitted: float) -> float:
    """The value that the reader tries, or the fitted one."""
    tried = session.value(name)
    return fitted if tried is None else float(tried)


@session.callback
def take_move(key: str = GAINS, feature: str = FEATURE, cut: str = CUT) -> None:
    """Move the cursor, feature and cut by name, to the candidate that was chosen in the gain curves `key`."""
    move = told(key, "move")
    if move:
        session.put(**{feature: move["feature"], cut: move["candidate"]})


def node_formula(node: NodeAtCut) -> None:
    """The formula of a node, with lambda and gamma to be tried."""
    formula(formula_of(node), key=FORMULA, on_what_if=take_what_if)


@session.callback
def take_what_if() -> None:
    """Keep the lambda and gamma that the reader tries."""
    tried = told(FORMULA, "what_if")
    if tried:
        session.put(**{WHAT_IF_LAMBDA: tried["lambda"], WHAT_IF_GAMMA: tried["gamma"]})
