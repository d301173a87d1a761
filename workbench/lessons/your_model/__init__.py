"""Your model confesses: the hidden settings of a model's file, and all that follows from them."""

from workbench.lessons.your_model.thumbnail import thumbnail
from workbench.lessons.your_model.topics import TOPICS
from workbench.lessons.your_model.values import VALUES
from workbench.link.values import CLASS
from workbench.shell.own_tables import MODEL
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "your_model",
    "Your model confesses",
    "What does your model confess?",
    "A file without rows tells λ, the learning rate, G of its nodes, the loss; the ensemble as curves.",
    controls="none",
    shared=(CLASS,),
    own=VALUES,
    opening={MODEL: "cancer"},
    topics=TOPICS,
    screenshot="heard=8&guess=0",
    thumbnail=thumbnail,
)
