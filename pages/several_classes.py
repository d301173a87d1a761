"""Several classes: why does every round grow a tree for each class?"""

from workbench.lessons.several_classes.below_widgets import below_the_stage
from workbench.lessons.several_classes.stage import stage_of_rounds
from workbench.lessons.several_classes.widgets import current_course, own_head
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    course = current_course()
    show_stage(stage_of_rounds(course))
    below_the_stage(course)


show_page("several_classes.py", page, own_head)
