"""Sonar laboratory: is .78 better than .76?"""

from workbench.lessons.sonar_laboratory.below_widgets import below_the_stage
from workbench.lessons.sonar_laboratory.current_areas import current_areas
from workbench.lessons.sonar_laboratory.deal_widgets import own_head
from workbench.lessons.sonar_laboratory.stage import stage_of_deals
from workbench.shell.page import show_page
from workbench.shell.show_stage import show_stage


def page() -> None:
    """The lesson."""
    areas = current_areas()
    show_stage(stage_of_deals(areas))
    below_the_stage(areas)


show_page("sonar_laboratory.py", page, own_head)
