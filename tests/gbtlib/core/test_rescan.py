"""The candidates of any node, computed afterwards, and the split in the tree: the same to the last bit."""

import numpy as np
import pytest

from gbtlib.estimators.boosting import GradientBoosting
from gbtlib.loops.reasons import WHY_LEAF
from tests.gbtlib.models import MODELS

NODES = [
    pytest.param(model, round_.number, k, id=f"{name}-{round_.number}-{k}")
    for name, model in MODELS.items()
    for round_ in model.trace_
    for k in range(len(round_.trees))
]


@pytest.mark.parametrize(("model", "number", "k"), NODES)
def test_best_candidate_is_the_stored_split(model: GradientBoosting, number: int, k: int) -> None:
    tree = model.trace_[number - 1].trees[k]
    for i in np.flatnonzero(~tree.is_leaf):
        found = model.candidates(number, int(i), k=k)
        best = found.best
        assert best is not None
        left, right = tree.children_left[i], tree.children_right[i]
        assert found.feature[best] == tree.feature[i]
        assert found.threshold[best] == tree.threshold[i]
        assert found.default_left[best] == tree.default_left[i]
        assert found.gain[best] == tree.gain[i]
        assert (found.GL[best], found.HL[best], found.n_left[best]) == side(tree, left)
        assert (found.GR[best], found.HR[best], found.n_right[best]) == side(tree, right)


def side(tree, node: int) -> tuple[float, float, int]:
    return tree.G[node], tree.H[node], tree.n_samples[node]


@pytest.mark.parametrize(("model", "number", "k"), NODES)
def test_a_leaf_tells_the_truth(model: GradientBoosting, number: int, k: int) -> None:
    tree = model.trace_[number - 1].trees[k]
    params = model.params_
    for i in tree.leaves:
        found = model.candidates(number, int(i), k=k)
        why = WHY_LEAF[tree.why_leaf[i]].split(":")[0].split(" reached")[0]
        gains = found.gain + params.gamma > 1e-12
        blocked = found.verdict
        match why:
            case "one row":
                assert tree.n_samples[i] == 1
            case "max_depth":
                assert tree.depth[i] == params.max_depth
                assert tree.n_samples[i] > 1
            case "max_leaves":
                assert tree.n_leaves == params.max_leaves
                assert found.best is not None
            case "no cut has a positive gain":
                assert not gains[blocked != 6].any()
            case "no spread in gradients":
                assert not gains.any()
                rows = model.trace_[number - 1].rows_in(int(i), k)
                for each in (model.trace_[number - 1].gradient, model.trace_[number - 1].hessian):
                    assert len(np.unique(each.reshape(len(each), -1)[rows, k])) == 1
            case "gamma":
                assert found.best is None
                assert gains.any()
            case "pruned":
                assert found.gain[found.best] < 0
            case "min_samples_leaf" | "min_child_weight":
                assert found.best is None
                assert why in {found.why_not(j) for j in np.flatnonzero(gains)}
            case _:
                raise AssertionError(f"a reason nobody checks: {why}")


def test_candidates_as_a_table_say_why_not() -> None:
    frame = MODELS["min_samples"].candidates(1).to_frame()
    forbidden = frame[frame["why_not"] == "min_samples_leaf"]
    assert len(forbidden) > 0
    assert (forbidden[["n_left", "n_right"]].min(axis=1) < 9).all()
    assert (frame["gain"][frame["why_not"] == ""] > 0).all()
