"""What GradientBoostingRegressor and GradientBoostingClassifier share: fit, predict, look into a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import InitVar, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gbtlib.checks.rules import BoostingParams
from gbtlib.checks.validation import check_base_score, check_index, check_sample_weight
from gbtlib.core.boosting import Resumed, Round, base_raw_prediction, boost, mean_loss, start, step_sizes
from gbtlib.core.boosting import Validation as Rows
from gbtlib.core.candidates import Candidates
from gbtlib.core.criteria import Floats
from gbtlib.core.losses import Loss
from gbtlib.estimators.base import Ensemble, RandomState, estimator, other_name
from gbtlib.estimators.given import check_validation, directions_of, groups_of, rows_aside, some_rows
from gbtlib.estimators.plots import BoostingPlots
from gbtlib.explain.contributions import round_contributions
from gbtlib.explain.importance import feature_importance, gain_shares
from gbtlib.explain.rescan import ledger, rescan, search_of
from gbtlib.inputs.categories import Partitions
from gbtlib.inputs.table_columns import category_search
from gbtlib.losses.named import LOSSES
from gbtlib.losses.own import CheckedLoss
from gbtlib.prediction import raw_prediction, staged_raw_prediction
from gbtlib.saved.trace import ONE_VALUE, forget, has_one_value, lightened

if TYPE_CHECKING:
    import pandas as pd


BINNING = ("tree_method", "max_bin", "min_bin_size")


@estimator
class GradientBoosting(BoostingPlots, Ensemble):
    """What regressor and classifier share. Most parameters are gbtlib.BoostingParams', and explained there.

    warm_start, trace, random_state: see gbtlib.estimators.base.Ensemble.
    loss: a name in gbtlib.LOSSES, a Loss (see gbtlib.OwnLoss for one's own), or None for the usual one.
    early_stopping_rounds: stop when the validation loss has not improved for so many rounds, and predict with
        the rounds up to the best one; None: never stop early. n_iter_no_change: another name of it.
    validation_fraction: the share of the training rows that is set aside for early stopping where fit has no
        validation, of classes the same share of each; drawn by random_state, and not trained on.
    categorical_features: columns whose values are categories, by number or name; None for the categorical and
        text columns of a table.

    monotonic_cst: for each feature 1, -1 or 0, or a dictionary from features, by name or number, to 1 or -1.
        Not with categories, nor for several classes.
    interaction_constraints: groups of features, by name or number, that may cut one path together.
    tree_method: "exact" scores the cuts between all values, "hist" those between bins of them.
    max_bin, min_bin_size: how many bins a feature has at most, by quantiles of the training rows, and how
        many rows a bin has at least. A feature with no more values has a bin for each, and the cuts of
        "exact"; a category has one of its own, however many there are.
    n_jobs: threads of the search over a million numbers or more; any other search has one.

    Learned by fit: trace_ (every Round that was computed, as `trace` keeps it), n_estimators_ (how many of
    them predict uses), initial_raw_prediction_ (a number, or (K,)), columns_ (the training rows, sorted; with
    trace "full"), features_ (what the columns hold, see gbtlib.inputs.encoding), loss_, params_,
    n_features_in_, feature_names_in_; where rows were set aside, with trace "full", validation_rows_: which;
    ended_ (why boosting ended before its last round, where y is the same in every row; else empty).
    """

    Params = BoostingParams
    ended_ = ""  # no field: it is learned, and a model that was loaded or built has ended nothing

    loss: str | Loss | None = None
    learning_rate: float = BoostingParams.learning_rate
    max_depth: int | None = BoostingParams.max_depth
    max_leaves: int | None = BoostingParams.max_leaves
    min_samples_leaf: int = BoostingParams.min_samples_leaf
    min_samples_split: int = BoostingParams.min_samples_split
    min_child_weight: float = BoostingParams.min_child_weight
    reg_lambda: float = BoostingParams.reg_lambda
    reg_alpha: float = BoostingParams.reg_alpha
    gamma: float = BoostingParams.gamma
    pruning: str = BoostingParams.pruning
    grow_policy: str = BoostingParams.grow_policy
    missing: str = BoostingParams.missing
    threshold: str = BoostingParams.threshold
    partitions: str = BoostingParams.partitions
    subsample: float = BoostingParams.subsample
    colsample_bynode: float = BoostingParams.colsample_bynode
    monotonic_cst: Sequence[int] | Mapping[int | str, int] | None = None
    interaction_constraints: Sequence[Sequence[int | str]] | None = None
    base_score: float | None = BoostingParams.base_score
    booster: str = BoostingParams.booster
    rate_drop: float = BoostingParams.rate_drop
    skip_drop: float = BoostingParams.skip_drop
    one_drop: bool = BoostingParams.one_drop
    normalize_type: str = BoostingParams.normalize_type
    early_stopping_rounds: int | None = None
    validation_fraction: float = 0.1
    n_iter_no_change: InitVar[int | None] = None
    categorical_features: Sequence[int | str] | None = None
    tree_method: str = "exact"
    max_bin: int = 256
    min_bin_size: int = 1
    n_jobs: int = BoostingParams.n_jobs

    def __post_init__(self, seed: RandomState, n_iter_no_change: int | None) -> None:
        super().__post_init__(seed)
        if n_iter_no_change is not None:
            self.early_stopping_rounds = n_iter_no_change

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        *,
        validation: Sequence[ArrayLike] | None = None,
        progress: Callable[[Round], bool | None] | None = None,
    ) -> Self:
        """Boost on X (n_samples, n_features) and y (n_samples,); NaN in X is a missing value.

        X: an array, a table, or gbtlib.Triplets. sample_weight: (n_samples,), at least 0; None for 1.
        validation: (X, y), or (X, y, sample_weight), to measure the loss on after every round; early stopping
        without it sets some of the training rows aside.
        progress: called with every Round; when it returns True, boosting stops there.
        Errors: ValueError naming the parameter, the value and the rule. A fit that fails or is interrupted
        leaves what was learned before.
        """
        return self._fit_anew(X, y, sample_weight, validation, progress)

    def _fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None,
        validation: Sequence[ArrayLike] | None,
        progress: Callable[[Round], bool | None] | None,
    ) -> None:
        if progress is not None and not callable(progress):
            raise ValueError(f"progress={progress!r} must be callable, or None")
        # The constraints need the features.
        params = self._grown_by(monotonic_cst=None, interaction_constraints=None, seed=self._seed())
        done, goes_on = self._begun(), self._goes_on()
        values = self._learn_X(X)
        target = self._learn_target(y, len(values))
        rows = Rows(values, target, self._row_weight(sample_weight, target))
        self.loss_ = self._find_loss(self.loss)
        self.params_ = replace(
            params,
            monotonic_cst=directions_of(self.monotonic_cst, self.features_, self.loss_),
            interaction_constraints=groups_of(self.interaction_constraints, self.features_),
        )
        check_base_score(self.params_.base_score, self.task)
        loss = self.loss_ if type(self.loss_) in LOSSES.values() else CheckedLoss(self.loss_)
        rows, held_out = self._parted(rows, validation)
        target, weight = rows.y, rows.sample_weight
        if not goes_on:
            self.initial_raw_prediction_ = base_raw_prediction(loss, self.params_, target, weight)
        self.columns_ = self.features_.sorted_columns(
            rows.X, **{name: getattr(self, name) for name in BINNING}, n_jobs=self.params_.n_jobs
        )
        del values, rows  # the columns have a copy by column, and two would take much memory
        rounds = boost(
            self.features_.columns_to_grow_on(self.columns_),
            target,
            loss,
            self.params_,
            sample_weight=weight,
            validation=held_out,
            resumed=Resumed(self.initial_raw_prediction_, tuple(done)) if goes_on else None,
        )
        self.trace_: list[Round] = done
        self._consume(rounds, progress, has_one_value(target, weight))
        if self.trace != "full":
            forget(self)

    def _parted(self, rows: Rows, validation: Sequence[ArrayLike] | None) -> tuple[Rows, Rows | None]:
        """The rows to train on, and those to measure the loss on: given, or for early stopping set aside."""
        if validation is not None:
            X, y, weight = check_validation(validation)
            values, target = self._checked(X, y, "validation ")
            return rows, Rows(values, target, check_sample_weight(weight, len(values), "validation weight"))
        if self.early_stopping_rounds is None:
            return rows, None
        strata = rows.y if self.task == "classification" else None
        share, seed = self.validation_fraction, self.params_.seed
        aside = rows_aside(share, len(rows.y), seed, strata=strata, weight=rows.sample_weight)
        self.validation_rows_ = aside
        return some_rows(rows, np.setdiff1d(np.arange(len(rows.y)), aside)), some_rows(rows, aside)

    def _consume(
        self, rounds: Iterator[Round], progress: Callable[[Round], bool | None] | None, y_is_constant: bool
    ) -> None:
        """Keep the rounds as they come, until they end, `progress` says stop, or patience runs out.

        Of a constant y, until a round changes nothing but rounding: no later one will.
        """
        patience = self.early_stopping_rounds
        self.ended_, best_loss, best = "", np.inf, 0
        for round_ in self.trace_:
            if round_.validation_loss < best_loss:
                best_loss, best = round_.validation_loss, round_.number
        for round_ in rounds:
            self.trace_.append(lightened(round_, self.trace))
            if round_.validation_loss < best_loss:
                best_loss, best = round_.validation_loss, round_.number
            stop = progress is not None and progress(round_)
            if y_is_constant and np.allclose(round_.raw_after, round_.raw_before, rtol=2.0**-40, atol=0.0):
                self.ended_, stop = ONE_VALUE, True
            if stop or (patience is not None and round_.number - best >= patience):
                break
        self.n_estimators_ = best if patience is not None and best > 0 else len(self.trace_)

    def staged_raw_prediction(self, X: ArrayLike) -> Iterator[Floats]:
        """The raw prediction after each round that predict uses: (n,), or (n, K) under softmax."""
        values = self._checked_X(X)
        raw = start(self.loss_, self.initial_raw_prediction_, len(values))
        yield from staged_raw_prediction(raw, self.trace_[: self.n_estimators_], values)

    def raw_prediction(self, X: ArrayLike, *, n_rounds: int | None = None) -> Floats:
        """The raw prediction after the last round, or after the first `n_rounds`: (n,), or (n, K)."""
        values = self._checked_X(X)
        raw = start(self.loss_, self.initial_raw_prediction_, len(values))
        rounds = self.trace_[: self._first("n_rounds", n_rounds, self.n_estimators_)]
        return raw_prediction(raw, rounds, values)

    def staged_loss(
        self, X: ArrayLike, y: ArrayLike, *, sample_weight: ArrayLike | None = None
    ) -> Iterator[float]:
        """The (weighted) mean loss on X and y after each round."""
        self._check_fitted()
        values, target = self._checked(X, y, "")
        weight = check_sample_weight(sample_weight, len(values))
        for raw in self.staged_raw_prediction(X):
            yield mean_loss(self.loss_, target, raw, weight)

    def feature_importance(self, kind: str = "gain") -> Floats:
        """How much each feature was used, (n_features,); see gbtlib.explain.importance.feature_importance."""
        self._check_fitted()
        return feature_importance(self._trees(), self.n_features_in_, kind, weights=self._tree_weights())

    @property
    def feature_importances_(self) -> Floats:
        """What the splits on each feature take off the loss, as shares: (n_features,), adding up to 1.

        See gbtlib.explain.importance.gain_shares; without lambda it is scikit-learn's.
        """
        self._check_fitted()
        weights = self._tree_weights()
        return gain_shares(self._trees(), self.n_features_in_, self.params_.gamma, weights=weights)

    def contributions(self, X: ArrayLike, *, cover: str = "hessian", n_rounds: int | None = None) -> Floats:
        """How each feature contributes to the raw prediction: (n, n_features + 1), or (n, n_features + 1, K).

        The last is what is predicted if no feature is known; all together they are the raw prediction, up to
        rounding. cover and what the numbers mean: gbtlib.explain.contributions. n_rounds: the first so many.
        """
        values = self._checked_X(X)
        rounds = self.trace_[: self._first("n_rounds", n_rounds, self.n_estimators_)]
        return round_contributions(self.initial_raw_prediction_, rounds, values, cover)

    def ledger(self, x: ArrayLike, *, k: int = 0) -> pd.DataFrame:
        """How the raw prediction of one row x (n_features,) comes about; see gbtlib.explain.rescan.ledger.

        k: the class, under softmax.
        """
        self._check_fitted()
        check_index("k", k, 0, self.loss_.n_outputs - 1)
        row = self._checked_X(self.features_.as_rows(x), "x")
        if len(row) != 1:
            raise ValueError(f"x has {len(row)} rows; it must be one, (n_features,)")
        base = float(np.atleast_1d(self.initial_raw_prediction_)[k])
        return ledger(base, self.trace_[: self.n_estimators_], row, k)

    def candidates(self, number: int, node: int = 0, *, k: int = 0) -> Candidates:
        """Every candidate cut of a node of round `number`'s tree (1 is the first), for class k."""
        round_ = self._round_of(number, node, k)
        return rescan(self.columns_, self.params_, round_, node, k)

    def partitions_of(
        self, number: int, feature: int, node: int = 0, *, k: int = 0, way: str | None = None
    ) -> Partitions:
        """Every way to part the categories of a feature in a node of round `number`'s tree, for class k.

        way: see gbtlib.inputs.category_search.CategorySearch.partitions.
        """
        round_ = self._round_of(number, node, k)
        search = search_of(self.columns_, self.params_, round_, k)
        return category_search(search, feature).partitions(feature, round_.rows_in(node, k), way=way)

    def _round_of(self, number: int, node: int, k: int) -> Round:
        """A round, after checking that it has this node."""
        self._check_rows()
        check_index("number", number, 1, len(self.trace_))
        check_index("k", k, 0, self.loss_.n_outputs - 1)
        check_index("node", node, 0, self.trace_[number - 1].trees[k].n_nodes - 1)
        return self.trace_[number - 1]

    def _trees(self) -> list[Any]:
        return [tree for round_ in self.trace_[: self.n_estimators_] for tree in round_.trees]

    def _tree_weights(self) -> list[float] | None:
        """What each tree weighs under DART, beside the learning rate; None where all weigh 1."""
        rounds = self.trace_[: self.n_estimators_]
        if not any(round_.drop.rounds for round_ in rounds):
            return None
        sizes = zip(rounds, step_sizes(rounds), strict=True)
        return [size / round_.learning_rate for round_, size in sizes for _ in round_.trees]

    def _checked(self, X: ArrayLike, y: ArrayLike, prefix: str) -> tuple[Floats, NDArray[Any]]:
        values = self.features_.encode(X, name=prefix + "X")
        return values, self._as_target(y, len(values), prefix + "y")

    def _find_loss(self, loss: str | Loss | None) -> Loss:
        raise NotImplementedError


GradientBoosting.n_iter_no_change = other_name("early_stopping_rounds")  # type: ignore[attr-defined]
