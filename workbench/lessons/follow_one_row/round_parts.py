"""What the tree and the words beside the ledger show in a round. Pure."""

from __future__ import annotations

from workbench.components.ahead import Parts
from workbench.components.prose import prose_data
from workbench.components.tree import tree_data
from workbench.lessons.follow_one_row import words
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory, deepest
from workbench.trees.view import tree_view


def round_parts(fit: BoostedModel, story: RowStory, number: int, k: int, node: int | None = None) -> Parts:
    """What the components are sent in a round. node: the one that is opened; None for the row's leaf."""
    tree, leaf = fit.trace[number - 1].trees[k], int(story.leaf[number - 1, k])
    opened, badges = leaf if node is None else node, {leaf: f"row {story.row}"}
    view = tree_view(tree, fit.dataset.feature_names, opened, room=deepest(fit, k), badges=badges)
    path = words.path_words(fit, story, number, k)
    return {
        "tree": tree_data(view),
        **{name: prose_data(text, {}) for name, text in sum_and_result(fit, story, number, k).items()},
        "path": prose_data(path, words.terms_here(fit, story, number, k)),
    }


def sum_and_result(fit: BoostedModel, story: RowStory, number: int, k: int) -> dict[str, str]:
    """What the ledger adds up to after a round, and what the model predicts then, in words."""
    result = f"{words.result_words(fit, story, number, k)} {words.unused_words(fit, number)}"
    return {
        "sum": f"After round {number} the ledger adds up to {words.sum_words(fit, story, number, k)}.",
        "result": result.rstrip(),
    }
