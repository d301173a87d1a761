"""How many cuts of a node are allowed, in a sentence."""

import re

from tests.pages import fit
from workbench.gains.node_at_cut import best_words, node_at


def test_a_price_that_no_cut_is_worth_is_said_as_a_loss() -> None:
    lesson = fit(n_estimators=1)
    assert re.fullmatch(
        r"4,999 candidate cuts, [\d,]+ of them allowed; the best gains 387\.",
        best_words(node_at(lesson, 1, 0, 0)),
    )
    dear = best_words(node_at(lesson, 1, 0, 0, values=(None, 400.0)))
    assert dear == "4,999 candidate cuts, none of them worth its price γ: the best would lose 12.6."
