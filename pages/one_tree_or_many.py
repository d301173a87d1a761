"""One tree or many: what can many small trees do that one large tree cannot?"""

from workbench.lessons.one_tree_or_many.comparison_widgets import (
    comparison_picture,
    copy_node,
    current_comparison,
    errors_beside,
    experiment,
    question_or_choice,
    roc_curves,
    table,
    task,
    verdict,
)
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    shown = current_comparison()
    with strip():
        question = question_or_choice(shown)
    picture, beside = stage()
    with picture:
        comparison_picture(shown, hiding=question.hiding)
    with beside:
        errors_beside(shown, hiding=question.hiding)
    if not question.hiding:
        verdict(shown)
    if not (question.hiding or presenting()):
        experiment()
        table(shown)
        roc_curves(shown)
        task(shown)
        code_lens(["boosting loop", "start", "leaf weight", "raw prediction"])
        copy_node(shown)


show_page("one_tree_or_many.py", page)
