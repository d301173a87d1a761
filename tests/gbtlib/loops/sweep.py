"""Small models of every kind, and their bits as a digest each: `python -m tests.gbtlib.loops.sweep`."""

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_array

from gbtlib import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestRegressor,
    from_scipy,
)
from gbtlib.loops.compiling import IS_COMPILED
from tests.gbtlib.models import MODELS, OPTIONS, table, target


def sweep() -> Iterator[tuple[str, Any]]:
    """What is grown, by name."""
    holes = table(40, missing=0.25)
    y = target(holes)
    three = np.digitize(y, [-0.5, 0.5])
    zeros = np.where(np.abs(table(40, seed=3)) < 1, 0.0, table(40, seed=3))
    named = pd.DataFrame(holes).assign(colour=pd.Categorical(np.array(list("rgbyo"))[np.arange(40) % 5]))
    weight = np.arange(40) % 3 + 0.5
    for name, model in MODELS.items():
        yield name, (model.trace_, model.candidates(1))
    few = {"n_estimators": 2, "max_depth": 3, "trace": "full"}
    for options in OPTIONS:
        model = GradientBoostingRegressor(**few | options).fit(holes, y, sample_weight=weight)
        yield f"holes {options}", model.trace_
    for loss in ("logistic", "exponential"):
        yield loss, GradientBoostingClassifier(loss=loss, **few).fit(holes, three > 0).trace_
    yield "softmax", GradientBoostingClassifier(**few).fit(holes, three).trace_
    wide = zeros * np.array([1.0, 1e-300, 1e300, 0.0])
    kinds = {
        "triplets of zeros": from_scipy(csr_array(zeros), absent="zero"),
        "triplets of gaps": from_scipy(csr_array(zeros), absent="missing"),
        "categories": named,
        "wide": wide,
    }
    for name, X in kinds.items():
        for method in ("exact", "hist"):
            model = GradientBoostingRegressor(**few, tree_method=method, colsample_bynode=0.7)
            if method == "exact" or name == "wide":
                yield f"{name} {method}", (model.fit(X, y).trace_, model.candidates(1))
    coarse = GradientBoostingRegressor(**few, tree_method="hist", max_bin=5).fit(holes, y)
    yield "histogram", (coarse.trace_, coarse.candidates(1))
    for criterion in ("gini", "entropy"):
        for surrogates in (0, 2):
            tree = DecisionTreeClassifier(criterion=criterion, surrogates=surrogates, max_depth=4)
            yield f"{criterion} {surrogates}", tree.fit(holes, three).tree_
            yield f"{criterion} {surrogates} weighed", tree.fit(holes, three, sample_weight=weight).tree_
        yield (
            f"{criterion} named",
            DecisionTreeClassifier(criterion=criterion, max_depth=3).fit(named, three).tree_,
        )
    tree = DecisionTreeRegressor(surrogates=1, max_depth=4).fit(holes, y)
    yield "squared error", tree.tree_
    yield "by surrogates", (tree.predict(holes), tree.contributions(holes))
    tree.fit(named, y)
    yield "by categories", (tree.predict(named), tree.contributions(named))
    yield "forest", RandomForestRegressor(n_estimators=2, max_depth=3).fit(zeros, y).predict(zeros)
    yield "adaboost", AdaBoostClassifier(n_estimators=3).fit(zeros, three).predict_proba(zeros)


def bits_of(value: Any) -> Iterator[bytes]:
    """All numbers of records, tuples and arrays, with their types, in order."""
    if isinstance(value, np.ndarray):
        yield f"{value.dtype}{value.shape}".encode()
        yield value.tobytes()
    elif is_dataclass(value):
        for each in fields(value):
            yield from bits_of(getattr(value, each.name))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from bits_of(part)
    else:
        yield repr(value).encode()


def digests() -> dict[str, str]:
    """Of every model that is grown the digest of all its bits."""
    return {name: hashlib.sha256(b"".join(bits_of(grown))).hexdigest() for name, grown in sweep()}


def main() -> None:
    """Print the digests, and whether the loops were compiled, as JSON."""
    json.dump([IS_COMPILED, digests()], sys.stdout)


if __name__ == "__main__":
    main()
