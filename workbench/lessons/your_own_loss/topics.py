"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.losses import derivative, own
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "derivative by rule": Topic(
        derivative._rule, "A typed formula is differentiated twice by the rules of a school book."
    ),
    "checked loss": Topic(
        own.CheckedLoss.hessian,
        "A hessian that is negative, or no number, is refused before a leaf divides by it.",
    ),
    "starting value": Topic(
        own.minimise_mean_loss,
        "The raw prediction before the first round: the lowest point of the mean loss, by search.",
        "name = type(loss)",
        "best = int",
    ),
}
