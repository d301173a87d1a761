"""The tree as nested if and else is the tree that scikit-learn grows."""

from sklearn.tree import DecisionTreeClassifier

from tests.pages import opened, quiet
from workbench.data.catalogue import load_dataset
from workbench.models.single_tree import TreeSettings, grow_single_tree


def test_the_tree_is_read_as_nested_if_and_else() -> None:
    at = opened("grow_a_tree.py", data="iris", splits=2)
    at.session_state["folded_The tree as nested if and else, and as flat tables"] = True
    at.run()
    assert quiet(at)
    found, class_names = grow_single_tree(TreeSettings(data="iris")), load_dataset("iris").class_names
    theirs = DecisionTreeClassifier(max_leaf_nodes=3).fit(found.X, found.y).tree_
    rules = at.code[0].value.splitlines()
    second = theirs.children_right[0]
    assert rules[0].startswith("if petal")  # length or width: both part setosa from the others
    assert rules[3].endswith(f" <= {theirs.threshold[second]:.4g} or missing:")
    leaves = [theirs.children_left[0], theirs.children_left[second], theirs.children_right[second]]
    shares = theirs.value[leaves, 0]
    assert [line.strip() for line in rules if "class" in line] == [
        f"class {class_names[each.argmax()]}, share {each.max():.4g}" for each in shares
    ]
