"""Grow a tree: in which order does a tree grow, and why does it stop?"""

from workbench.lessons.grow_a_tree.node_widgets import (
    cost_of_search,
    download_tree,
    node_and_impurity,
    task,
)
from workbench.lessons.grow_a_tree.widgets import (
    ask_next,
    both_trees,
    copy_tree_as_python,
    faults,
    flat_tables,
    growing_now,
    growth_curves,
    node_now,
    settle_next,
    split_stepper,
    verdict,
)
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page


def page() -> None:
    """The lesson."""
    growing = growing_now()
    question = ask_next(growing)
    settle_next(question, growing)
    hiding = question is not None and question.hiding
    name = node_now(growing)

    split_stepper(growing)
    growth_curves(growing, hiding=hiding)
    view = both_trees(growing, name, hiding=hiding)
    verdict(growing)
    if not hiding:
        node_and_impurity(growing, name)
    if hiding or presenting():
        return

    task(growing)
    cost_of_search(growing, name)
    flat_tables(growing)
    faults()
    download_tree(growing, view)
    code_lens(["growing", "why a leaf", "scan", "best cut"])
    copy_tree_as_python(growing.main.lesson, name)


show_page("grow_a_tree.py", page)
