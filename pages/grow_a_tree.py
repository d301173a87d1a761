"""Grow a tree: in which order does a tree grow, and why does it stop?"""

from workbench.lessons.grow_a_tree import node_widgets, widgets
from workbench.shell.code_lens import code_lens
from workbench.shell.code_topics import choosing_in_tree
from workbench.shell.page import presenting, show_page
from workbench.shell.same_model import same_model
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    growing = widgets.growing_now()
    with strip():
        question = widgets.ask_next(growing)
        widgets.experiments()
    widgets.settle_next(question, growing)
    hiding = question is not None and question.hiding
    name = widgets.node_now(growing)
    parts = widgets.shown_parts(growing, name, hiding=hiding)

    picture, beside = stage()
    with picture:
        widgets.growth_curves(parts)
        widgets.split_stepper(growing)
    with beside:
        widgets.both_trees(growing, parts, question)
    widgets.verdict(growing, parts)
    if not hiding:
        same_model()
        node_widgets.node_and_impurity(growing, name)
        widgets.look_ahead(growing)
    if hiding or presenting():
        return

    node_widgets.task(growing)
    node_widgets.cost_of_search(growing, name)
    widgets.flat_tables(growing)
    widgets.faults()
    node_widgets.downloads(growing, name)
    code_lens(["growing", "why a leaf", "scan", *choosing_in_tree(growing.main.fit)])
    widgets.copy_tree_as_python(growing.main.fit, name)


show_page("grow_a_tree.py", page)
