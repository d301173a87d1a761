"""Find the split: place the cut yourself, then see how good it is."""

from workbench.lessons.find_the_split import choice_widgets as choice
from workbench.lessons.find_the_split import question_widgets as guess
from workbench.lessons.find_the_split import reveal_widgets as reveal
from workbench.lessons.find_the_split.words import code_topics
from workbench.shell.code_lens import code_lens
from workbench.shell.page import show_page


def page() -> None:
    """The lesson."""
    what, which, told = choice.bar()
    kind = choice.kind_chooser(what)
    hunt = choice.current_hidden_splits(kind)
    if hunt is None or guess.nothing_to_find(hunt):
        return
    choice.easy_switch(told, hunt)
    choice.round_chooser(which, kind)
    quest = guess.current_quest(hunt)
    question = guess.ask_split(quest)
    guess.settle_split(quest, question)
    reveal.growth_bar(quest, question)
    guess.row_picture(quest, question)
    if question.hiding:
        reveal.guessing(quest, question)
        return
    node = reveal.round_node(quest)
    reveal.answer(quest, question, node)
    reveal.copy_as_python(quest, question, node)
    code_lens(code_topics(kind))


show_page("find_the_split.py", page)
