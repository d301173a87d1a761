"""Which row of Sonar the printed trees are asked about."""

from workbench.lessons.sonar_laboratory.splits import sonar
from workbench.lessons.sonar_laboratory.values import PRINTED_ROW
from workbench.shell import session


def shown_row() -> int:
    """The row that is asked about; the first mine until one is chosen."""
    y = sonar().y
    row = session.clip(PRINTED_ROW, len(y) - 1)
    return int((y == 1).argmax()) if row is None else row
