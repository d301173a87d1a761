"""Of the link: what the bricks are that a row's sum is made of. Pure."""

from gbtlib.checks.rules import Choice
from workbench.link.rules import Entry

BRICKS = "bricks"
BY_ROUNDS, BY_FEATURES, BY_PATH = "rounds", "features", "path"

VALUES: dict[str, Entry] = {BRICKS: Entry(BY_ROUNDS, Choice((BY_ROUNDS, BY_FEATURES, BY_PATH)))}
