"""Find the split: place the cut yourself, then see how good it is."""

from workbench.lessons.find_the_split import choice_widgets as choice
from workbench.lessons.find_the_split import question_widgets as guess
from workbench.lessons.find_the_split import reveal_widgets as reveal
from workbench.lessons.find_the_split.words import code_topics
from workbench.shell.code_lens import code_lens
from workbench.shell.page import show_page
from workbench.shell.same_model import same_model
from workbench.shell.stage import stage, strip


def page() -> None:
    """The lesson."""
    kind = choice.current_kind()
    line = strip()
    hunt = choice.current_hidden_splits(kind)
    if hunt is None or guess.nothing_to_find(hunt):
        with line:
            choice.kind_chooser(kind)
        return
    quest = guess.current_quest(hunt)
    with line:
        question = guess.ask_split(quest)
        choice.kind_chooser(kind)
    guess.settle_split(quest, question)
    node = None if question.hiding else reveal.round_node(quest)
    picture, beside = stage()
    with picture:
        guess.row_picture(quest, question)
        reveal.growth_bar(quest, question)
    with beside:
        reveal.beside_rows(quest, question, node)
    if question.hiding:
        return
    same_model()
    reveal.answer(quest, question, node)
    reveal.copy_as_python(quest, question, node)
    code_lens(code_topics(hunt))


show_page("find_the_split.py", page)
