"""Of the link: whose tree is large. Pure."""

from workbench.link.rules import Entry, position

OF_CLASS = "of_class"

VALUES: dict[str, Entry] = {OF_CLASS: position("the class of the row")}
