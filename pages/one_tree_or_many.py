"""One tree or many: what can many small trees do that one large tree cannot?"""

from workbench.lessons.one_tree_or_many.comparison_widgets import below, current_comparison
from workbench.lessons.one_tree_or_many.stage import stage_of_comparison
from workbench.lessons.one_tree_or_many.widgets import other_chooser
from workbench.shell.cursor import class_chooser
from workbench.shell.page import presenting, show_page
from workbench.shell.show_stage import show_stage
from workbench.shell.stage import beside_parameters


def page() -> None:
    """The lesson."""
    shown = current_comparison()
    if not presenting():
        with beside_parameters():
            class_chooser(shown.b.fit)
            other_chooser(shown.b.fit.settings)
    show_stage(stage_of_comparison(shown))
    below(shown)


show_page("one_tree_or_many.py", page)
