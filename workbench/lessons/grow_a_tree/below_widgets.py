"""What stands below the stage of Grow a tree."""

from workbench.lessons.grow_a_tree import node_widgets, widgets, words
from workbench.lessons.grow_a_tree.growth_orders import Growing
from workbench.link.values import NODE, SPLITS
from workbench.shell.code_lens import code_lens
from workbench.shell.code_topics import choosing_in_tree
from workbench.shell.same_model import same_model
from workbench.shell.setting_controls import experiments
from workbench.shell.show_stage import follows_the_stage


@follows_the_stage(presented=False)
def below_the_stage(growing: Growing) -> None:
    """Redraws itself at the splits where the stage rests."""
    growing = widgets.as_far_as_the_stage(growing)
    name = widgets.node_now(growing)
    experiments(words.PRESETS, "grow_experiments", (SPLITS, NODE))
    same_model()
    node_widgets.node_and_impurity(growing, name)
    node_widgets.cost_of_search(growing, name)
    widgets.flat_tables(growing)
    widgets.faults()
    code_lens(["growing", "why a leaf", "scan", *choosing_in_tree(growing.main.fit)])
    node_widgets.take(growing, name)
