"""Words that depend on a number."""

from workbench.text.grammar import how_many, joined, listed, word_for


def test_a_count_has_the_noun_that_goes_with_it() -> None:
    assert [how_many(n, "row") for n in (0, 1, 2, 1200)] == ["0 rows", "1 row", "2 rows", "1,200 rows"]
    assert [how_many(n, "leaf") for n in (1, 2)] == ["1 leaf", "2 leaves"]
    assert [word_for(n, "falls", "fall") for n in (1, 2)] == ["falls", "fall"]


def test_the_last_of_a_list_comes_after_and() -> None:
    assert [joined(["a", "b", "c"][:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


def test_of_many_nodes_the_first_are_named() -> None:
    assert [listed(range(n)) for n in (1, 2, 4, 6)] == [
        "node 0",
        "nodes 0 and 1",
        "nodes 0, 1, 2 and 3",
        "nodes 0, 1, 2, 3 and 2 more",
    ]
