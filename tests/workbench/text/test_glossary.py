"""Words of the field: defined once, in gbtlib, and found where a text uses them first."""

import pytest

import gbtlib
from workbench.text.glossary import definitions, pieces, word_of


def test_each_word_has_a_meaning_of_its_own() -> None:
    found = definitions()
    assert len(set(found.values())) == len(found)
    assert found["gain"].startswith("what a cut saves: 1/2 [GL^2/(HL+lambda)")
    assert all(meaning in (gbtlib.__doc__ or "") for meaning in found.values())


def test_a_word_is_found_where_it_stands_first() -> None:
    found = pieces("Round 2: **the gains** of G, g and Gs; the gain again", ["gain", "G", "round", "risk"])
    assert [text for kind, text in found if kind == "term"] == ["Round", "gains", "G"]
    assert ("strong", "the ") in found
    assert "".join(text for _, text in found) == "Round 2: the gains of G, g and Gs; the gain again"


def test_a_word_is_no_part_of_another() -> None:
    assert pieces("against the grain", ["gain"]) == [("", "against the grain")]
    assert pieces("the leaf weight of a leaf", ["leaf", "leaf weight"])[1] == ("term", "leaf weight")


@pytest.mark.parametrize(("term", "word"), [("Gains", "gain"), ("leaf weights", "leaf weight"), ("G", "G")])
def test_a_term_stands_for_its_word(term: str, word: str) -> None:
    assert word_of(term, ["gain", "leaf weight", "G"]) == word
