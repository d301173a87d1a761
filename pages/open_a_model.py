"""Open a model: what is in a boosted model of XGBoost, LightGBM or scikit-learn."""

from workbench.own_model.widgets import open_a_model, own_head
from workbench.shell.own_tables import keep_in_browser
from workbench.shell.page import show_page


def page() -> None:
    """The model, and the ways to the lessons."""
    open_a_model()
    keep_in_browser()  # here, for what opens a model runs the body alone


show_page("open_a_model.py", page, own_head)
