"""Your own loss: what does a loss ask of a tree?"""

from workbench.lessons.your_own_loss.below_widgets import code, ledger, presets, table, what_it_asks
from workbench.lessons.your_own_loss.current_loss import current_loss
from workbench.lessons.your_own_loss.widgets import ask_pull, controls, picture
from workbench.shell.page import presenting, show_page
from workbench.shell.stage import strip


def page() -> None:
    """The lesson."""
    shown = current_loss()
    controls(shown)
    with strip():
        question = ask_pull(shown)
    picture(shown, question)
    if question.hiding:
        return
    what_it_asks(shown)
    if not presenting():
        presets()
        ledger(shown)
        table(shown)
        code(shown)


show_page("your_own_loss.py", page)
