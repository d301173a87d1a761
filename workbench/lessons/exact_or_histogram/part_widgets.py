"""The three parts of the lesson, and which of them is shown."""

from __future__ import annotations

from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.exact_or_histogram import course_widgets, cut_widgets, names_widgets
from workbench.lessons.exact_or_histogram.values import BINS_PART
from workbench.shell.choice import choice
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting
from workbench.shell.stage import control_line
from workbench.shell.step_buttons import clicker_steps

_TITLES = {"cuts": "Cuts", "errors": "Error and work", "names": "Many names"}


def part_chooser() -> str:
    """Which part of the lesson, and what belongs to it: gives the part."""
    with control_line():
        part = choice("What to look at", _TITLES, BINS_PART, label_visibility="collapsed")
        if part == "names":
            names_widgets.loss_and_beside()
        else:
            cut_widgets.bin_choosers(part)
        clicker_steps(BINS_PART, list(_TITLES), part)
    return part


def cuts(line: DeltaGenerator) -> None:
    """The cuts of a feature, with and without bins."""
    shown = cut_widgets.current_cuts()
    with line:
        question = cut_widgets.ask_fewest(shown)
    cut_widgets.cuts_on_stage(shown, hiding=question.hiding)
    if not (question.hiding or presenting()):
        cut_widgets.below_cuts(shown)
        course_widgets.sampling(shown.recipe)
        course_widgets.onedal()
        code_lens(
            [
                "borders of bins",
                "filling a histogram",
                "histogram subtraction",
                "cuts between bins",
                "row sampling",
                "feature sampling",
            ]
        )


def errors(line: DeltaGenerator) -> None:
    """The whole model for one max_bin after another."""
    recipe = cut_widgets.current_recipe()
    with line:
        course_widgets.what_is_compared(recipe)
    course_widgets.course_on_stage(recipe)
    if not presenting():
        course_widgets.below_course()
        course_widgets.onedal()
        code_lens(["borders of bins", "filling a histogram", "cuts between bins", "oneDAL's names"])


def names(line: DeltaGenerator) -> None:
    """Terms of one system in those of all."""
    with line:
        names_widgets.term_fields()
    names_widgets.names_on_stage()
    if not presenting():
        names_widgets.below_names()
        code_lens(["score", "leaf weight", "gain", "oneDAL's names"])


PARTS = {"cuts": cuts, "errors": errors, "names": names}
