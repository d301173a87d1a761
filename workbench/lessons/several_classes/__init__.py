"""Several classes: why a round has a tree for each of them."""

from workbench.lessons.several_classes.model import MOST_CLASSES, SETTINGS_HERE, is_softmax, softmax_values
from workbench.lessons.several_classes.values import OPENS_AT, VALUES
from workbench.link.values import ROUND, ROW
from workbench.shell.page_entry import PageEntry, SharedFit

LESSON = PageEntry(
    "several_classes",
    "Several classes",
    "Why K trees a round?",
    "Softmax and a tree a class move rows to their corners; why the hessian is made larger.",
    controls="none",
    shared=(*SETTINGS_HERE, ROUND, ROW),
    own=VALUES,
    opening={"data": "iris", ROUND: OPENS_AT},
    shows={"model": SharedFit((ROUND, ROW), of=softmax_values, takes=is_softmax)},
    most_classes=MOST_CLASSES,
    screenshot="data=iris&round=6",
)
