"""Other deals of the same rows into folds, and what they choose."""

import numpy as np
import pytest

from gbtlib import DecisionTreeClassifier
from tests.pages import opened, quiet
from workbench.lessons.prune_it.folds import deal_words, fold_deals
from workbench.lessons.prune_it.link_sequence import sequence_of
from workbench.models.single_tree import TreeSettings, grow_single_tree


def test_every_deal_is_counted_where_it_chooses() -> None:
    fit = grow_single_tree(TreeSettings(data="iris"))
    found = sequence_of(fit, "misclassification")
    deals = fold_deals(fit, found, 3, n_deals=8)
    assert deals.sum() == 8
    model = DecisionTreeClassifier(max_depth=6).fit(fit.X, fit.y)
    chosen = [
        model.cross_validate_alpha(n_folds=3, measure="misclassification", seed=seed).best
        for seed in range(8)
    ]
    assert deals.tolist() == np.bincount(chosen, minlength=found.n_steps).tolist()


@pytest.mark.sweep
def test_sonar_hangs_on_the_deal() -> None:
    fit = grow_single_tree(TreeSettings(data="sonar", max_depth=100, purity_stop=0.95))
    found = sequence_of(fit, "misclassification")
    deals = fold_deals(fit, found, 5)
    assert (deals > 0).sum() >= 3
    assert f"Of 40 deals of the same rows into 5 folds, {(deals > 0).sum()} steps" in deal_words(
        found, deals, 5
    )


def test_they_are_dealt_when_they_are_asked_for() -> None:
    at = opened("prune_it.py", data="iris", prune_tree="data", prune_folds=2)
    assert not any("The seed deals" in each.value for each in at.markdown)
    at.session_state["folded_If the rows were dealt into folds anew"] = True
    at.run()
    assert quiet(at)
    fit = grow_single_tree(TreeSettings(data="iris"))
    found = sequence_of(fit, "misclassification")
    said = "\n".join(each.value for each in at.markdown)
    assert deal_words(found, fold_deals(fit, found, 2), 2) in said
