"""What the lesson shows of a data set, in few rounds."""

import numpy as np

from workbench.data.catalogue import DATASETS
from workbench.data.own_columns import columns_of
from workbench.data.own_table import Choices, own_table
from workbench.data.table_file import read_table
from workbench.lessons.several_classes.model import Course, course_of, softmax_settings
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings


def course(data: str, **values: object) -> Course:
    """What the lesson shows of a data set, in few rounds."""
    given = vars(Settings()) | {"n_estimators": 6, "data": data} | values
    return course_of(fit_boosted_model(softmax_settings(given)))


def table_of_classes(many: int) -> str:
    """A data set of so many classes in the plane, by its id: rows about the middle of each."""
    random, codes = np.random.default_rng(many), np.arange(30 * many) % many
    X = np.column_stack([np.cos(codes), np.sin(codes)]) + random.normal(0, 0.3, (len(codes), 2))
    lines = [f"{x:.3f},{y:.3f},kind {code}" for (x, y), code in zip(X, codes, strict=True)]
    columns = columns_of(read_table("\n".join(["x,y,class", *lines]).encode()))
    table = own_table(f"of_{many}.csv", columns, Choices(2))
    DATASETS.keep(table.info)
    return table.info.id
