"""The small table, its surrogates and the partitions of a category as a few lines of Python. Pure."""

from workbench.data.catalogue import DATASETS
from workbench.data.sources import whole_name
from workbench.lessons.missing_sparse_categorical.blank_table import NAMES, TABLE, TARGET, BlankTable
from workbench.lessons.missing_sparse_categorical.gap_column import Record
from workbench.lessons.missing_sparse_categorical.row_gaps import GapCase
from workbench.lessons.missing_sparse_categorical.surrogates import SurrogateSplit
from workbench.text.data_snippet import data_lines
from workbench.text.given_snippet import given_snippet
from workbench.text.templates import templates

_LINES = templates(__file__)


def missing_snippet(gaps: BlankTable, base: int) -> str:
    """The split of the table from its (i, j, v) list."""
    entries = gaps.entries
    return _LINES["missing"].format(
        i=(entries.row + base).tolist(),
        j=(entries.column + base).tolist(),
        v=entries.value.tolist(),
        y=TARGET.tolist(),
        absent=gaps.absent,
        shape=TABLE.shape,
        base=base,
        reg_lambda=gaps.reg_lambda,
    )


def rows_snippet(case: GapCase) -> str:
    """The best cuts of a feature with both ways of its gaps; of a model how its node is found."""
    data = case.data
    given = DATASETS[data.id].model
    if given is not None:
        return given_snippet(given, *case.node)
    estimator = f"GradientBoosting{'Regressor' if data.task == 'regression' else 'Classifier'}"
    return _LINES["rows"].format(
        rows=data_lines(data.id).after(f"from gbtlib import {estimator}"),
        feature=case.feature,
        read=".copy()\nx[np.isnan(x)] = 0.0" if case.is_zero else "",
        name=whole_name(data.feature_names[case.feature]),
        estimator=estimator,
        reg_lambda=case.column.worth.reg_lambda,
        k=case.node[1],
    )


def surrogate_snippet(found: SurrogateSplit) -> str:
    """The ranking of the surrogates, grown on what is on the screen."""
    return _LINES["surrogates"].format(
        X=found.trained.tolist(),
        y=TARGET.tolist(),
        reg_lambda=found.gaps.reg_lambda,
        n=len(NAMES) - 1,
        names=NAMES,
    )


def category_snippet(record: Record) -> str:
    """The best partition by three ways of looking."""
    return _LINES["categories"].format(
        names=record["labels"], G=record["G"], H=record["H"], reg_lambda=record["lambda"]
    )
