"""A model's file: the settings that are not in it, and all that follows from them."""

from workbench.lessons.your_model.values import VALUES
from workbench.link.values import CLASS
from workbench.shell.own_tables import MODEL
from workbench.shell.page_entry import PageEntry

LESSON = PageEntry(
    "your_model",
    "Your model’s file",
    "What does a model’s file tell?",
    "A file without rows tells λ, the learning rate, G of its nodes, the loss; the ensemble as curves.",
    controls="none",
    shared=(CLASS,),
    own=VALUES,
    opening={MODEL: "cancer"},
    screenshot="heard=8&guess=0",
)
