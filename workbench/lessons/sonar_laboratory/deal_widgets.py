"""Above the stage: how sure one wants to be, and how rows are dealt."""

from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.sonar_laboratory.splits import SHARES
from workbench.lessons.sonar_laboratory.values import FIRST_SHOWN, LEVELS, ONE_SPLIT, SHARE, SURENESS, TOLD
from workbench.shell.choice import choice
from workbench.shell.head import Head
from workbench.shell.parameter_line import on_track, parameter_line


def own_head() -> Head:
    """The controls of the lesson."""
    return Head((), {}, how_rows_are_dealt, how_sure, (SURENESS, SHARE))


def how_sure(line: DeltaGenerator) -> None:
    """How sure one wants to be."""
    parameter_line(line, [on_track(SURENESS, LEVELS, label="confidence, %")])


def how_rows_are_dealt() -> None:
    """The share of the rows that are trained on. Other deals begin anew, and are asked about anew."""
    words = {share: f"{share} %" for share in SHARES}
    choice("Training rows", words, SHARE, also={TOLD: 0, ONE_SPLIT: FIRST_SHOWN})
