"""Boosting, round by round: what each new tree adds to the prediction."""

from workbench.lessons.boosting_rounds import shown_round_widgets as shown
from workbench.lessons.boosting_rounds.widgets import ask_cut, look_ahead, noise_button, over_chooser
from workbench.lessons.boosting_rounds.words import code_topics
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.current_fit import current_fit
from workbench.shell.cursor import class_chooser, current_round
from workbench.shell.page import show_page
from workbench.shell.same_model import same_model
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    fit = current_fit()
    number = current_round(fit)
    with strip():
        k = class_chooser(fit)
        question = ask_cut(fit, number, k)
        over_chooser(fit, question)
        noise_button(fit, question)
    picture, beside = stage()
    if question is not None and question.hiding:
        shown.hidden_round(picture, beside, fit, number, k, question)
        return
    now = shown.shown_round(picture, beside, fit, number, k, question)
    same_model()
    shown.shown_node(fit, number, k, now)
    shown.every_number(fit, number, k, now)
    code_lens(code_topics(fit))
    copy_as_python(fit, number, k, now.index)
    look_ahead(fit, number, k)


show_page("boosting_rounds.py", page)
