"""Sonar laboratory: is .78 better than .76?"""

from workbench.lessons.sonar_laboratory.below_widgets import area_of_pairs, printed_tree, published
from workbench.lessons.sonar_laboratory.class_tree_widgets import class_tree
from workbench.lessons.sonar_laboratory.current_areas import current_areas, draw_again_with_news
from workbench.lessons.sonar_laboratory.widgets import ask_apart, comparison, split_controls, strips
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    areas, is_running = current_areas()
    draw_again_with_news(areas, is_running=is_running)
    split_controls(areas, is_running=is_running)
    with strip():
        question = ask_apart(areas)
    picture, beside = stage()
    with picture:
        strips(areas, question)
    with beside:
        comparison(areas, question)
    if not (question.hiding or presenting()):
        area_of_pairs(areas)
        published(areas)
        printed_tree()
        class_tree()
        code_lens(["area", "error of an area", "flat table", "given trees"])


show_page("sonar_laboratory.py", page)
