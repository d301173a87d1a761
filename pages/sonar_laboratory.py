"""Sonar laboratory: is .78 better than .76?"""

from workbench.lessons.sonar_laboratory.below_widgets import below_the_stage
from workbench.lessons.sonar_laboratory.current_areas import current_areas, draw_again_with_news
from workbench.lessons.sonar_laboratory.deal_widgets import own_head
from workbench.lessons.sonar_laboratory.stage import n_drawn, stage_name, stage_of_deals
from workbench.lessons.sonar_laboratory.values import ONE_SPLIT
from workbench.shell import session
from workbench.shell.page import presenting, show_page
from workbench.shell.show_stage import show_stage
from workbench.stage.record import keep_stage


def page() -> None:
    """The lesson."""
    areas, is_running = current_areas()
    session.clip(ONE_SPLIT, areas.job.n_splits)
    draw_again_with_news(areas, is_running=is_running)
    drawn = n_drawn(areas, is_running=is_running)
    show_stage(keep_stage(stage_name(areas, drawn), lambda: stage_of_deals(areas, drawn)))
    if not presenting():
        below_the_stage(areas)


show_page("sonar_laboratory.py", page, own_head)
