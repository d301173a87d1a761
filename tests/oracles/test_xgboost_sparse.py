"""gbtlib on triplets beside XGBoost's `exact` on a sparse matrix, for which absent means missing, too."""

import numpy as np
import pytest
from scipy import sparse

from gbtlib import GradientBoostingClassifier, GradientBoostingRegressor, Triplets, from_scipy
from gbtlib.core.losses import HalfSquaredError, Logistic, Loss
from tests.oracles import xgboost_adapter as adapter
from tests.oracles.comparison import Comparison
from tests.oracles.tables import Table
from tests.oracles.test_xgboost_splits import assert_nearly_all_equal, compared
from tests.oracles.xgboost_adapter import InFloat32

LOSSES: dict[str, Loss] = {"squared error": HalfSquaredError(), "logistic": Logistic()}


def sparse_data(density: float, seed: int) -> tuple[sparse.csr_array, Triplets, np.ndarray]:
    """300 rows, 12 features, values k/64 with stored zeros among them, and a target that depends on them."""
    random = np.random.default_rng(seed)
    matrix = sparse.random_array(
        (300, 12),
        density=density,
        rng=random,
        data_sampler=lambda size: random.integers(-64, 65, size) / 64,
    ).tocsr()
    matrix.data[::10] = 0.0
    y = matrix @ random.normal(size=12) + 0.3 * random.normal(size=300)
    return matrix, from_scipy(matrix, absent="missing"), y


@pytest.mark.parametrize(
    "settings", [{}, {"reg_lambda": 0.1, "max_depth": 8}, {"min_child_weight": 0.5}], ids=str
)
@pytest.mark.parametrize("density", [0.02, 0.1, 0.5])
@pytest.mark.parametrize("name", LOSSES)
def test_every_split_from_the_same_derivatives(
    name: str, density: float, settings: dict[str, float], pytestconfig: pytest.Config
) -> None:
    loss = InFloat32(LOSSES[name])
    kind = GradientBoostingRegressor if name == "squared error" else GradientBoostingClassifier
    found: list[Comparison] = []
    for seed in range(4 if pytestconfig.getoption("--wide") else 2):
        matrix, triplets, y = sparse_data(density, seed)
        target = y if name == "squared error" else (y > 0).astype(float)
        model = kind(loss=loss, trace="full", n_estimators=4, learning_rate=0.3, **settings).fit(
            triplets, target
        )
        full = Table(triplets.to_dense(), target)
        for round_ in model.trace_:
            theirs = adapter.trees_of_derivatives(matrix, target, round_, loss, model.params_)
            found += compared(full, round_, theirs, model.params_)
    assert_nearly_all_equal(found, 0.02)
