"""Which lines of gbtlib belong to areas under the ROC curve, and to flat tables."""

from gbtlib import build_model, metrics, tables
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "area": Topic(
        metrics.roc_auc,
        "The pairs in the right order are counted in whole numbers; equal scores step together.",
        "false_positives,",
        "return",
    ),
    "error of an area": Topic(
        metrics.auc_error,
        "How far an area strays, from the area and the numbers of rows: Hanley and McNeil.",
        "q1, q2",
        "return",
    ),
    "flat table": Topic(
        tables.predict_from_flat_table,
        "A row is led through the columns of the table alone, without a tree.",
    ),
    "given trees": Topic(
        build_model,
        "What fit would have learned is taken from the trees; the model then predicts as a fitted one does.",
        "what fit would have learned",
        "return model",
    ),
}
