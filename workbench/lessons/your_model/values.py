"""Of the link: which model, and how many of its splits and rounds one has gone through. Pure."""

from workbench.lessons.your_model.given_models import SHIPPED
from workbench.link.rules import Entry, NameIn, count, settled

MODEL, HEARD, OUTPUT = "model", "heard", "model_class"

VALUES: dict[str, Entry] = {
    MODEL: settled(Entry("cancer", NameIn(SHIPPED))),
    HEARD: count(0, 0, 10**3),
    OUTPUT: settled(count(0, 0, 10**4)),
}
