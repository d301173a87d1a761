"""What the stage of the lesson draws: every row's way through all rounds, and the trees of every class. Pure.

State r is what the first r rounds make, 0 to R; round r leads from state r-1 to r. n rows, trained on
or not, K classes.
"""

from typing import Any

import numpy as np

from gbtlib.loops.reasons import WHY_LEAF
from workbench.lessons.several_classes.model import Course
from workbench.trees.drawn import drawn_trees, ends

ASKED_ROUND = 10  # where the row stands after it is asked, or after the last, where that comes earlier

Record = dict[str, Any]


def record_of(course: Course) -> Record:
    """All that the stage shows, wherever the cursor is.

    asked: after which round it is asked where a row stands. row: the one that is followed until another is
    chosen. codes, seen: (n) the class of a row, and whether it was trained on. base: (K) raw predictions
    before the first round. outputs: for each class the leaves of all rounds, see `ends`; in them `cell` says
    in which every row ends, so that its raw prediction grows in every round by rate * weight. trees: of each
    class. missing: whether a feature has values that are not there. least_sure, most_wrong: (R+1) rows worth
    a look in every state.
    """
    fit, data = course.fit, course.fit.dataset
    seen = np.zeros(len(data.y), dtype=np.uint8)
    seen[fit.train] = 1
    names, states = data.feature_names, range(course.n_rounds + 1)
    of_each = [[round_.trees[k] for round_ in fit.trace] for k in range(fit.n_classes)]
    nobody = np.arange(0)
    return {
        "n_rounds": course.n_rounds,
        "rate": float(fit.model.learning_rate),
        "reg_lambda": float(fit.model.params_.reg_lambda),
        "losses": fit.losses,
        "asked": min(ASKED_ROUND, course.n_rounds),
        "row": course.least_sure(course.n_rounds),
        "classes": data.class_names,
        "codes": data.y.astype(np.uint8),
        "seen": seen,
        "base": np.asarray(fit.model.initial_raw_prediction_, dtype=np.float64),
        "outputs": [
            ends(fit.trace, k, nobody, lambda tree: tree.apply(data.X)) for k in range(fit.n_classes)
        ],
        "trees": [drawn_trees(trees, names) for trees in of_each],
        "names": [str(name) for name in names],
        "missing": np.isnan(data.X).any(axis=0).tolist(),
        "reasons": WHY_LEAF,
        "least_sure": np.array([course.least_sure(r) for r in states], dtype=np.int32),
        "most_wrong": np.array([course.most_wrong(r) for r in states], dtype=np.int32),
    }
