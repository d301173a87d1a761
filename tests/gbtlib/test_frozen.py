"""Records are frozen: their arrays cannot be written to, nor those of their copies and out of pickles."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gbtlib import AdaBoostClassifier, DecisionTreeRegressor, GradientBoostingClassifier, from_dense
from tests.gbtlib.models import table, target

HOLES = table(60, 3, missing=0.2)
Y = target(HOLES)
BOOSTED = GradientBoostingClassifier(n_estimators=2, max_depth=2, subsample=0.5, trace="full")
BOOSTED.fit(HOLES, Y > 0)
RECORDS: dict[str, Any] = {
    "tree": BOOSTED.trace_[0].trees[0],
    "tree with surrogates": DecisionTreeRegressor(max_depth=2, surrogates=2).fit(HOLES, Y).tree_,
    "round": BOOSTED.trace_[1],
    "round of AdaBoost": AdaBoostClassifier(n_estimators=1, trace="full").fit(HOLES, Y > 0).trace_[0],
    "columns": BOOSTED.columns_,
    "triplets": from_dense(HOLES, absent="missing"),
}
COPIES: dict[str, Callable[[Any], Any]] = {
    "itself": lambda record: record,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda record: pickle.loads(pickle.dumps(record)),
}


def arrays_of(record: Any) -> dict[str, np.ndarray]:
    return {name: value for name, value in vars(record).items() if isinstance(value, np.ndarray)}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", RECORDS)
def test_arrays_stay_frozen(name: str, way: str) -> None:
    record = RECORDS[name]
    copied = COPIES[way](record)
    assert type(copied) is type(record)
    assert len(arrays_of(copied)) >= 2
    for field, array in arrays_of(copied).items():
        assert array.tobytes() == getattr(record, field).tobytes()
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize("way", ["deepcopy", "pickle"])
def test_a_copied_model_is_frozen_all_through(way: str) -> None:
    copied = COPIES[way](BOOSTED)
    first = copied.trace_[0]
    for record in (copied.columns_, first, first.trees[0]):
        assert not any(array.flags.writeable for array in arrays_of(record).values())
    assert np.array_equal(copied.predict_proba(HOLES), BOOSTED.predict_proba(HOLES))
