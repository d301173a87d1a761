"""Of the link: whose tree is large, and whether it counts alone. Pure."""

from workbench.link.rules import FLAG, Entry, position

OF_CLASS = "of_class"
ONE_TREE = "one_tree"
OPENS_AT = 3  # rounds of its way, from which it is foretold where a row goes

VALUES: dict[str, Entry] = {OF_CLASS: position("the class of the row"), ONE_TREE: FLAG}
