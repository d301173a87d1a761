"""The small picture of the lesson: one large tree, and the first small ones of an ensemble. Pure."""

from functools import lru_cache

from workbench.charts.colours import MODEL
from workbench.charts.thumbnails import TEXT, picture, words
from workbench.lessons.one_tree_or_many.comparison import one_tree_settings
from workbench.lessons.one_tree_or_many.values import OPENING
from workbench.link.values import TREE_DEPTH
from workbench.models.boosted import fit_boosted_model
from workbench.models.opening import opening_model
from workbench.models.settings import settings_from
from workbench.trees.small_tree import bare_tree, node_dot, small_places

N_TREES, BEAT = 6, 0.15  # seconds


@lru_cache(maxsize=1)
def thumbnail() -> str:
    """The tree and the ensemble that the lesson opens with."""
    settings = settings_from(OPENING)
    fit = opening_model(settings)
    large = fit_boosted_model(one_tree_settings(settings, OPENING[TREE_DEPTH], 1)).trace[0].trees[0]
    found = small_places(large, (10, 18, 96, 98))
    parts = [bare_tree(large, found), node_dot(found[0], size=3.5)]
    for i in range(N_TREES):
        tree = fit.trace[i].trees[0]
        left, top = 118 + 40 * (i % 2), 18 + 31 * (i // 2)
        places = small_places(tree, (left, top, left + 26, top + 19))
        parts.append(
            bare_tree(tree, places, stroke=MODEL, stroke_width=1.5, motion="arrives", delay=BEAT * i)
        )
        if i % 2 == 0:
            parts.append(words(left + 33, top + 14, "+", TEXT))
    return picture("One large tree on the left, six small ones that are added on the right", parts)
