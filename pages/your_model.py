"""Your model confesses: what a model's file tells without a row."""

from workbench.lessons.your_model.stage import stage_of_model
from workbench.lessons.your_model.widgets import below_the_stage, current_model, current_output, own_head
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    given, output = current_model(), current_output()
    show_stage(stage_of_model(given, output))
    below_the_stage(given, output)


show_page("your_model.py", page, own_head)
