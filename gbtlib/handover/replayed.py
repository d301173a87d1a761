"""replay: an opened model of another library on rows, as if gbtlib had boosted it on them.

Each round has the library's raw predictions of the rows, their g and h there, and the library's trees with G,
H and gains of these rows, so that all that looks into a boosted model looks into this one. Splits and the
weights of leaves are the file's. Where the rows are those of training, G, H and gains are the library's, but
for the rounding of its float32 and, in XGBoost and LightGBM, the half that their gains lack.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gbtlib.core.boosting import Round, column, derivatives, mean_loss
from gbtlib.core.criteria import soft_threshold
from gbtlib.core.losses import HalfSquaredError, Logistic, Loss
from gbtlib.core.params import BoostingParams
from gbtlib.core.tree import Tree
from gbtlib.estimators.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from gbtlib.handover.fields import Floats
from gbtlib.handover.names import hessian_of_softmax
from gbtlib.handover.opened import ZERO_TAKES_DEFAULT, Codes, OpenedModel, tree_of
from gbtlib.handover.solved import UNTOLD, Solved
from gbtlib.losses.named import Softmax

Sums = tuple[Floats, Floats, NDArray[np.intp]]  # of each row: g, h and its leaf

SQUARED = ("reg:squarederror", "reg:linear", "regression", "regression_l2", "RMSE", "squared_error")
LOGISTIC = ("binary:logistic", "binary:logitraw", "binary", "Logloss", "log_loss")
SOFTMAX = ("multi:softprob", "multi:softmax", "multiclass", "log_loss")
MOST_STEPS = 100
MET = 1e-4  # of the sum of |g|: what float32 and 16 digits of a file leave of a leaf's equation
NO_PENALTY = (0.0, "gains are computed with 0")
INSTEAD = {"lambda": ("reg_lambda", *NO_PENALTY), "alpha": ("reg_alpha", *NO_PENALTY)}
INSTEAD |= {"learning rate": ("learning_rate", 1.0, "it is within the weights, and the rate is 1")}


@dataclass(frozen=True)
class Replayed:
    """model: as if fitted on the rows, with its whole trace. met: the share of leaves, of those with rows,
    whose weight in the file is that of these rows by lambda and alpha: near 1 for the rows of training.
    notes: sentences on what was assumed.
    """

    model: GradientBoostingRegressor | GradientBoostingClassifier
    met: float
    notes: tuple[str, ...]


def loss_of(model: OpenedModel) -> Loss:
    """The loss that a model was boosted on. Errors: ValueError naming why it cannot be replayed."""
    is_sklearn, K = model.library == "scikit-learn", model.n_outputs
    if is_sklearn and "GradientBoosting" not in model.objective:
        raise ValueError(f"{model.objective} is not boosted on gradients")
    if model.divisor != 1 or model.params.get("boosting") == "rf":
        raise ValueError("its trees are averaged, as in a random forest: no tree follows from those before")
    if model.params.get("boosting") == "dart" or (np.ptp(model.tree_weight) > 0):
        raise ValueError("rounds were dropped while it was boosted (DART), and the file does not say which")
    if any((tree.absence[tree.splits] == ZERO_TAKES_DEFAULT).any() for tree in model.trees):
        raise ValueError("it takes zeros for missing (zero_as_missing), which gbtlib's trees cannot say")
    if model.library == "catboost":
        check_leaves(model)
    turns = np.arange(len(model.trees)) % K
    if (np.diff(model.round_starts) != K).any() or (model.tree_output != turns).any():
        raise ValueError("its rounds have several trees for one output (num_parallel_tree)")
    name = str(model.params.get("loss", "")) if is_sklearn else model.objective
    if name in SQUARED:
        return HalfSquaredError()
    if name in LOGISTIC and K == 1 and model.sigmoid == 1:
        return Logistic()
    if name in SOFTMAX and K > 1:
        is_first = model.objective.startswith("GradientBoosting")  # which has LightGBM's
        return Softmax(K, hessian_of_softmax("lightgbm" if is_first else model.library, K))
    raise ValueError(f"its loss {name!r} is none of squared error, log loss and softmax")


def check_leaves(model: OpenedModel) -> None:
    """Errors: ValueError where leaves of CatBoost are no Newton steps, -G / (H + lambda), of one output."""
    refused = {"model_shrink_rate": "trees are shrunk later on", "langevin": "its leaves are drawn by chance"}
    for name, why in refused.items():
        if model.params.get(name, 0) != 0:
            raise ValueError(f"{why} ({name}={model.params[name]}), beside G and H")
    method = model.params.get("leaf_estimation_method", "Newton")
    if method != "Newton" and (model.objective, method) != ("RMSE", "Gradient"):
        raise ValueError(f"its leaves are not steps by H (leaf_estimation_method={method})")
    if model.n_outputs > 1:
        raise ValueError("its trees have a leaf value for each class; gbtlib grows one tree a class")


def replay(
    model: OpenedModel,
    solved: Solved,
    X: Floats,
    y: NDArray[Any],
    *,
    codes: Codes | None = None,
    validation: tuple[Floats, NDArray[Any]] | None = None,
    progress: Callable[[Round], bool | None] | None = None,
) -> Replayed:
    """The model on rows X (n, n_features), y (n,): numbers, or classes 0 .. K-1.

    codes: by feature that is split by category, the library's category of each code 0, 1, ... in X.
    validation: other rows, for their loss after every round. progress: called with every round.
    Errors: ValueError for a loss, or rounds, that cannot be replayed (see loss_of), or for rows that gbtlib's
    trees would send elsewhere than the library does.
    """
    loss, codes = loss_of(model), codes or {}
    given, notes = settings_of(model, solved)
    kind = GradientBoostingRegressor if loss.task == "regression" else GradientBoostingClassifier
    estimator: Any = kind(loss=loss, categorical_features=sorted(codes) or None, trace="full", **given)
    # As the library had them: a rate above 1, too, which gbtlib itself does not boost with.
    estimator.params_, estimator.loss_ = BoostingParams(**given), loss
    rows = X if validation is None else np.concatenate((X, validation[0]))
    values = estimator._learn_X(X)
    target = estimator._learn_target(y, len(values))
    K = max(2, loss.n_outputs)
    if loss.task == "classification" and len(estimator.classes_) != K:
        raise ValueError(f"the rows have {len(estimator.classes_)} classes; the model tells {K} apart")
    estimator.columns_ = estimator.features_.sorted_columns(values)
    base = base_of(model, solved, loss, target, notes)
    estimator.initial_raw_prediction_ = float(base[0]) if loss.n_outputs == 1 else base
    targets = target if validation is None else np.concatenate((target, validation[1]))
    estimator.trace_, met = [], []
    for round_ in rounds_on(model, estimator, rows, targets, codes, base):
        estimator.trace_.append(round_)
        met.append(leaves_met(round_, estimator, target, steps_of(model)))
        if progress is not None and progress(round_):
            break
    estimator.n_estimators_ = len(estimator.trace_)
    n_met, n_asked = np.sum(met, axis=0)
    return Replayed(estimator, float(n_met / max(n_asked, 1)), (*notes, *of_the_library(model, loss)))


def of_the_library(model: OpenedModel, loss: Loss) -> list[str]:
    """What its library did in another way than the numbers of a replay say."""
    notes = []
    if model.objective.startswith("GradientBoosting") and loss.task == "classification":
        notes.append("scikit-learn chose cuts by the squared error of residuals, not by these gains")
    if model.library == "catboost":
        own = "CatBoost chose cuts by its own score"
        notes.append(f"{own}; a symmetric tree has one for all nodes of a depth")
    if steps_of(model) > 1:
        notes.append(f"each leaf took {steps_of(model)} such steps, g and h computed anew after each")
    return notes


def settings_of(model: OpenedModel, solved: Solved) -> tuple[dict[str, Any], list[str]]:
    """The settings of a replay: solved for, or what stands in for those that cannot be told, and is said."""
    known, notes = {}, []
    for name, (ours, instead, why) in INSTEAD.items():
        found = solved.settings.get(name, UNTOLD)
        is_told = found.is_told and (found.value > 0 or instead == 0)
        known[ours] = float(f"{found.value:.6g}") if is_told else instead  # .3 for float32's .30000001
        if not is_told:
            notes.append(f"{name} cannot be told from the file: {why}")
    depth = max(1, *(int(tree.depth.max()) for tree in model.trees))
    return {"n_estimators": model.n_rounds, "max_depth": depth} | known, notes


def base_of(model: OpenedModel, solved: Solved, loss: Loss, y: NDArray[Any], notes: list[str]) -> Floats:
    """What is there before the first tree, (K,): of LightGBM the average that it keeps in the first trees."""
    base = model.base.copy()
    if model.library != "lightgbm" or str(model.params.get("boost_from_average", "1")) == "0":
        return base
    started = np.atleast_1d(loss.initial_raw_prediction(y))
    for k in range(len(base)):
        found = solved.settings.get(f"average of output {k}", UNTOLD)
        base[k] = found.value if found.is_told else started[k]
        if not found.is_told:
            notes.append(f"the average in the first tree of output {k} is taken for that of these rows")
    return base


def rounds_on(
    model: OpenedModel, estimator: Any, X: Floats, y: NDArray[Any], codes: Codes, base: Floats
) -> Iterator[Round]:
    """Every round. X, y: training rows, then others."""
    loss, n = estimator.loss_, estimator.columns_.n_samples
    smallest = np.int16 if max(len(tree.feature) for tree in model.trees) < 2**15 else np.int32
    before = np.tile(base, (len(X), 1))
    for number, (leaves, raw) in enumerate(islice(model.walk(library_rows(X, codes)), 1, None), start=1):
        F, after = shaped(before, loss), shaped(raw.astype(np.float64), loss)
        gradient, hessian = derivatives(loss, y[:n], F[:n], None)
        trees = []
        for k, leaf in enumerate(leaves.T):
            which = (number - 1) * model.n_outputs + k
            folded = base[k] - float(model.base[k]) if number == 1 else 0.0
            sums = (column(gradient, k), column(hessian, k), leaf[:n])
            trees.append(tree_on(model, which, estimator.params_, sums, codes, folded))
            if not np.array_equal(trees[k].apply(X), leaf):
                raise ValueError(f"tree {which} sends rows elsewhere than a tree of gbtlib would")
        yield Round(
            number=number,
            raw_before=F[:n],
            gradient=gradient,
            hessian=hessian,
            rows=None,
            trees=tuple(trees),
            leaf=shaped(leaves[:n].astype(smallest), loss),
            raw_after=after[:n],
            learning_rate=estimator.params_.learning_rate,
            train_loss=mean_loss(loss, y[:n], after[:n], None),
            validation_loss=mean_loss(loss, y[n:], after[n:], None) if len(y) > n else np.nan,
        )
        before = raw.astype(np.float64)


def tree_on(
    model: OpenedModel, which: int, params: BoostingParams, sums: Sums, codes: Codes, folded: float
) -> Tree:
    """A tree with the sums of rows. folded: what its leaves have that is no step."""
    source, (gradient, hessian, leaf) = model.trees[which], sums
    each_row, n_nodes = (gradient, hessian, np.ones(len(leaf))), len(source.feature)
    G, H, n = (source.sums(np.bincount(leaf, each, n_nodes).astype(np.float64)) for each in each_row)
    shrunk, size = soft_threshold(G, params.reg_alpha), H + params.reg_lambda
    best = np.divide(-shrunk, size, out=np.zeros(n_nodes), where=size > 0)
    scaled = (source.leaf_value * float(model.tree_weight[which]) - folded) / params.learning_rate
    return replace(
        tree_of(source, model, codes=codes),
        n_samples=n.astype(np.int32),
        G=G,
        H=H,
        gain=source.gains_of(-0.5 * shrunk * best),
        weight=np.where(source.is_leaf, scaled, best),
    )


def leaves_met(round_: Round, estimator: Any, y: NDArray[Any], n_steps: int) -> NDArray[np.intp]:
    """How many leaves of a round have the weight of a Newton step from where rows stand, the last of several
    where a leaf took them, and how many have rows."""
    found, reg_lambda = np.zeros(2, dtype=np.intp), estimator.params_.reg_lambda
    for k, tree in enumerate(round_.trees):
        g, leaf = column(round_.gradient, k), column(round_.leaf, k)
        G, H, before = tree.G, tree.H, np.zeros(tree.n_nodes)
        for _ in range(n_steps - 1 if len(round_.trees) == 1 else 0):
            before -= G / np.where(H + reg_lambda > 0, H + reg_lambda, np.inf)
            g, h = derivatives(estimator.loss_, y, round_.raw_before + before[leaf], None)
            G, H = (np.bincount(leaf, each, tree.n_nodes).astype(np.float64) for each in (g, h))
        asked = tree.is_leaf & (tree.n_samples > 0)
        off = (tree.weight - before) * (H + reg_lambda) + soft_threshold(G, estimator.params_.reg_alpha)
        met = np.abs(off) <= MET * np.bincount(leaf, np.abs(g), tree.n_nodes)
        found += np.array([met[asked].sum(), asked.sum()])
    return found


def steps_of(model: OpenedModel) -> int:
    """How many Newton steps a leaf took, one after another."""
    told = model.params.get("leaf_estimation_iterations", 1)
    return told if isinstance(told, int) and 1 <= told <= MOST_STEPS else 1


def shaped(values: NDArray[Any], loss: Loss) -> NDArray[Any]:
    """(n, K), or (n,) where there is one output."""
    return values[:, 0] if loss.n_outputs == 1 else values


def library_rows(X: Floats, codes: Codes) -> Floats:
    """Rows with the library's own categories in place of codes."""
    found = X.copy()
    for feature, theirs in codes.items():
        gap = np.isnan(X[:, feature])
        found[~gap, feature] = theirs[X[~gap, feature].astype(np.intp)]
    return found
