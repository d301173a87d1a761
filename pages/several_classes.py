"""Several classes: why does every round grow a tree for each class?"""

from workbench.lessons.several_classes import below_widgets as below
from workbench.lessons.several_classes import widgets
from workbench.models.row_story import row_story
from workbench.shell import session
from workbench.shell.code_lens import code_lens, copy_as_python
from workbench.shell.page import presenting, show_page
from workbench.shell.same_model import same_model
from workbench.shell.stage import strip

TOPICS = ["prediction of softmax", "gradient of softmax", "hessian of softmax", "boosting loop"]


def page() -> None:
    """The lesson."""
    course = widgets.current_course()
    fit, cursor = course.fit, widgets.current_round(course)
    story = row_story(fit, widgets.current_row(course))
    with strip():
        question = widgets.ask_raised(course, story, cursor)
    widgets.rounds_picture(course, story, cursor, question)
    data = session.value("data")
    if question.hiding:
        below.what_to_guess(data)
        return

    same_model()
    k = widgets.current_class(course, story)
    below.stand_in(data)
    below.the_sum(fit, story, cursor, k)
    if presenting():
        return

    below.hessian_scales(fit, cursor, k)
    below.importance(fit)
    below.two_ways(fit, story, cursor, k)
    widgets.download(course, story, cursor)
    code_lens([*TOPICS, "importance", "contributions"])
    copy_as_python(fit, cursor, k)


show_page("several_classes.py", page)
