"""Missing, sparse, categorical: where a row goes that has no number."""

from streamlit.delta_generator import DeltaGenerator

from workbench.lessons.missing_sparse_categorical import (
    category_widgets,
    missing_widgets,
    snippets,
    surrogate_widgets,
)
from workbench.shell.code_lens import code_lens
from workbench.shell.page import presenting, show_page
from workbench.shell.stage import strip, whole_stage


def page() -> None:
    """The lesson: one of its three parts."""
    part = missing_widgets.part_chooser()
    challenge = strip()  # always there: what follows would be drawn anew if it came and went
    {"missing": missing_and_sparse, "surrogates": surrogates, "categories": categories}[part](challenge)


def missing_and_sparse(challenge: DeltaGenerator) -> None:
    """Cells that are blank, and which way their rows go."""
    gaps = missing_widgets.current_gaps()
    with challenge:
        question = missing_widgets.ask_way(gaps)
    missing_widgets.settle_way(question, gaps)
    missing_widgets.table_and_curves(gaps, question)
    if question is None or not question.hiding:
        missing_widgets.split_and_cut(gaps)
        missing_widgets.mistake()
    if not presenting():
        missing_widgets.task()
        missing_widgets.documents()
    code_lens(missing_widgets.code_topics(gaps))
    missing_widgets.copy_missing(gaps)


def surrogates(challenge: DeltaGenerator) -> None:
    """Other features that stand in for a blank cell."""
    found = surrogate_widgets.current_standins(missing_widgets.current_gaps())
    with challenge:
        question = surrogate_widgets.ask_standin(found)
    surrogate_widgets.settle_standin(question, found)
    surrogate_widgets.table_and_agreement(found, question)
    if question is None or not question.hiding:
        surrogate_widgets.standins(found)
    if not presenting():
        surrogate_widgets.task()
    code_lens(["ranking of surrogates", "agreement", "directions of categories", "asking surrogates"])
    surrogate_widgets.copy_surrogates(found)


def categories(challenge: DeltaGenerator) -> None:
    """Values that have no order, and all ways to part them."""
    groups = category_widgets.current_parts()
    with challenge:
        question = category_widgets.ask_partition(groups)
    category_widgets.settle_partition(question, groups)
    with whole_stage():
        category_widgets.group_picture(groups, question)
    if not question.hiding:
        category_widgets.chosen_partition(groups)
    if not presenting():
        category_widgets.task()
    code_lens(["order of categories", "sums of partitions", "gain"])
    missing_widgets.copy_as_python(snippets.category_snippet(groups))


show_page("missing_sparse_categorical.py", page)
