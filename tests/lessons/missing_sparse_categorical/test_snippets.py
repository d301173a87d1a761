"""The snippets of the lesson print what its page shows."""

import pytest

from tests.lessons.missing_sparse_categorical.blanks import BLANKS, MEANINGS, gaps, tree
from tests.scripts import printed
from workbench.lessons.missing_sparse_categorical import snippets, surrogates
from workbench.lessons.missing_sparse_categorical.blank_table import NAMES
from workbench.lessons.missing_sparse_categorical.category_partitions import category_record


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("absent", MEANINGS)
@pytest.mark.parametrize("text", BLANKS)
def test_the_snippet_grows_the_same_split(text: str, absent: str, base: int) -> None:
    found = gaps(text, absent)
    (line,) = printed(snippets.missing_snippet(found, base)).splitlines()
    grown = tree(found)
    if grown.is_leaf[0]:
        assert line == "a leaf"
    else:
        side = "left" if grown.default_left[0] else "right"
        split = f"x{grown.feature[0] + 1} <= {grown.threshold[0]:g}"
        assert line == f"{split}, gain {grown.gain[0]:.6g}, missing {side}"


@pytest.mark.parametrize("on_full", [True, False])
def test_the_snippet_ranks_the_same_surrogates(on_full: bool) -> None:
    found = surrogates.SurrogateSplit(gaps("1.0,3.0,4.2"), on_full)
    lines = printed(snippets.surrogate_snippet(found)).splitlines()
    wanted = [
        f"{each.question(NAMES)}: agreement {each.agreement:g}, adjusted {each.adjusted:g}"
        for each in found.ranked
    ]
    assert lines == wanted
    assert len(lines) == 3


def test_the_snippet_finds_the_same_partitions() -> None:
    text = printed(snippets.category_snippet(category_record("five", 1.0)))
    assert text.splitlines() == [
        "exhaustive: 15 partitions, best ['B', 'D', 'E'] against the rest, gain 13.5758",
        "sorted: 4 partitions, best ['B', 'D', 'E'] against the rest, gain 13.5758",
        "one_vs_rest: 5 partitions, best ['A', 'B', 'D', 'E'] against the rest, gain 7.29167",
    ]
