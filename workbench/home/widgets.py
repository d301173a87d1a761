"""The parts of the home page: the model that boosts, and the path of lessons."""

import streamlit as st

from workbench.charts.colours import MODEL, RESIDUAL
from workbench.home.hero import hero_picture
from workbench.paths import page_path
from workbench.shell import registry, session
from workbench.shell.lesson_card import card
from workbench.shell.way_on import invitation, next_lesson

# Marks of the picture beside their words: width and path.
_STAIRS, _STEMS = (23, "M0 9h8V3h8v6h7"), (16, "M2 1v11M8 5v7M14 2v10")
_RING = (11, "M1.5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0")


def _term(colour: str, mark: tuple[int, str], words: str) -> str:
    """Words of the sentence in the colour of their mark, with the mark before them."""
    width, path = mark
    return (
        f'<strong style="--role:{colour}"><svg viewBox="0 0 {width} 13" width="{width}" aria-hidden="true">'
        f'<path d="{path}"/></svg>{words}</strong>'
    )


SENTENCE = (
    f"One small tree after another lifts the {_term(MODEL, _STAIRS, 'prediction')} by part of what it "
    f"{_term(RESIDUAL, _STEMS, 'still misses')}. "
    f"<span>{_term(MODEL, _RING, 'Unseen rows')} say when to stop.</span>"
)


def hero() -> None:
    """What boosting is, in one sentence and a picture that moves, and the way to the lessons."""
    names, seen = [entry.name for entry in registry.PAGES], session.visited()
    with st.container(key="hero"):
        with st.container(key="hero_words", horizontal=True, vertical_alignment="center"):
            st.markdown(f'<p class="legend">{SENTENCE}</p>', unsafe_allow_html=True)
            entry = registry.PAGES[next_lesson(names, seen)]
            with st.container(key="hero_start", width="content"):
                st.page_link(page_path(entry.path), label=invitation(names, seen), width="content")
        hero_picture(key="hero_picture")


def lesson_path() -> None:
    """The lessons in their order, each a small picture with its question."""
    names, seen = [entry.name for entry in registry.PAGES], session.visited()
    ahead = next_lesson(names, seen)
    with st.container(key="path"):
        for at, entry in enumerate(registry.PAGES):
            card(entry, at + 1, is_seen=entry.name in seen, is_next=at == ahead)


_BESIDE = (
    (registry.OWN_DATA, "Every lesson on a table of your own"),
    (
        registry.OPEN_A_MODEL,
        "What is in a file of XGBoost, LightGBM, CatBoost or scikit-learn, and every lesson on it",
    ),
    (registry.DOES_IT_ADD_UP, "A sum of leaves that is not the prediction, a warning, and what is behind it"),
    (
        registry.SOURCES,
        "The five write-ups whose experiments the lessons redo, and their names for one thing",
    ),
)


def ways_beside() -> None:
    """The links to the pages beside the lessons, each with what it is for."""
    with st.container(key="ways_beside"):
        for entry, what in _BESIDE:
            st.page_link(page_path(entry.path), label=f"**{entry.title}** {what}")
