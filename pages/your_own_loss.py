"""Your own loss: what does a loss ask of a tree?"""

from workbench.lessons.your_own_loss.below_widgets import below
from workbench.lessons.your_own_loss.current_loss import current_loss
from workbench.lessons.your_own_loss.stage import stage_of_loss
from workbench.lessons.your_own_loss.widgets import own_head, say_fault
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    shown = current_loss()
    say_fault(shown)
    show_stage(stage_of_loss(shown.run))
    below()


show_page("your_own_loss.py", page, own_head)
