"""One tree or many: what can many small trees do that one large tree cannot?"""

from workbench.lessons.one_tree_or_many.comparison_widgets import (
    comparison_picture,
    copy_node,
    current_comparison,
    download,
    errors_beside,
    experiment,
    look_ahead,
    question_or_choice,
    roc_curves,
    shown_parts,
    table,
    task,
    verdict,
)
from workbench.lessons.one_tree_or_many.forest_widgets import three_models
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page
from workbench.shell.same_model import same_model
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    shown = current_comparison()
    with strip():
        question = question_or_choice(shown)
    parts = shown_parts(shown, hiding=question.hiding)
    picture, beside = stage()
    with picture:
        comparison_picture(shown, parts)
    with beside:
        errors_beside(shown, parts)
    if not question.hiding:
        same_model()
        verdict(shown, parts)
    if not (question.hiding or presenting()):
        experiment()
        table(shown)
        roc_curves(shown, parts)
        three_models(shown.b.fit)
        task(shown)
        code_lens(["boosting loop", "start", "leaf weight", "raw prediction"])
        copy_node(shown)
        download(shown)
    look_ahead(shown)


show_page("one_tree_or_many.py", page)
