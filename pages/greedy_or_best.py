"""Greedy or best: is the greedy tree the best tree?"""

from workbench.lessons.greedy_or_best import below_widgets, widgets
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    widgets.controls()
    task, pruning = widgets.current_task(), widgets.current_pruning()
    with strip():
        question = widgets.ask_outcome(task, pruning)
    shown = widgets.current_tree(task, pruning, hiding=question.hiding)
    parts = widgets.shown_parts(shown)
    picture, beside = stage()
    with picture:
        widgets.trees_picture(parts)
        widgets.cut_stepper(shown)
    with beside:
        widgets.one_tree(parts)
    if question.hiding:
        return
    widgets.look_ahead(shown)
    below_widgets.what_greed_does(shown)
    below_widgets.how_many_trees()
    if not presenting():
        below_widgets.first_cuts(shown)
        below_widgets.how_often(shown)
        below_widgets.in_boosting(shown)
        code_lens(["best cut", "first of the best", "gain", "score", "growing", "pruning"])
        below_widgets.copy_as_python(task)


show_page("greedy_or_best.py", page)
