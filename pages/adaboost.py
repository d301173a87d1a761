"""AdaBoost: rows weighted anew for every tree, the vote of all trees, and gradient boosting beside it."""

from workbench.lessons.adaboost import choice_widgets, widgets
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page
from workbench.shell.stage import strip

TOPICS = ["AdaBoost round", "AdaBoost loop", "votes", "gradient of exponential", "hessian of exponential"]


def page() -> None:
    """The lesson."""
    found = choice_widgets.row_controls()
    fit = found.shown
    cursor = widgets.current_round(fit)
    with strip():
        question = widgets.ask_weight(fit, cursor, found.place)
    widgets.rounds_picture(fit, cursor, found.place, hiding=question.hiding)
    choice_widgets.nearest_row_note(found)
    if question.hiding:
        widgets.what_to_guess()
        return

    parts = widgets.current_parts(found, cursor)
    widgets.look_ahead(found, cursor)
    widgets.the_round(found, cursor, parts)
    if not presenting():
        choice_widgets.preset_buttons()
        widgets.axes_chooser(fit)
    widgets.wrong_label(found, parts)
    widgets.exponential_loss(fit, cursor)
    widgets.round_tree(fit, cursor, parts)
    if presenting():
        return

    widgets.gain_picture(parts)
    widgets.wrong_code()
    widgets.task(fit)
    widgets.tree_weights(fit)
    widgets.every_row(fit, cursor)
    widgets.downloads(fit, cursor, found.place)
    code_lens(TOPICS)
    widgets.copy_round_as_python(fit, cursor)


show_page("adaboost.py", page)
