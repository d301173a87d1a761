"""Of the link: the share to train on, how sure one wants to be, which two variants, what is shown. Pure."""

from gbtlib.checks.rules import Choice, Rule
from workbench.lessons.sonar_laboratory.splits import N_SPLITS, SHARES
from workbench.lessons.sonar_laboratory.table_changes import AS_PRINTED, CHANGES
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.link.rules import Entry, count, position, settled

SHARE, SURENESS = "train_share", "lab_level"
FIRST, SECOND = "variant", "than"
VIEW, ONE_SPLIT, TOLD = "lab_view", "one_split", "lab_told"
PRINTED_NODE, PRINTED_ROW, TABLE, CLASS_NODE = "printed_node", "printed_row", "table", "class_node"

DEAL, PAIRS = "deal", "pairs"
LEVELS = (80, 90, 95, 99)  # per cent of confidence, on the track
FIRST_SHOWN = 8  # a few deals may agree by chance, and then their interval is tiny

VALUES: dict[str, Entry] = {
    SHARE: settled(Entry(SHARES[0], Rule(whole=True, low=min(SHARES), high=max(SHARES)))),
    SURENESS: settled(Entry(95, Rule(whole=True, low=min(LEVELS), high=max(LEVELS)))),
    FIRST: settled(Entry("published_10", Choice(tuple(VARIANTS)))),
    SECOND: settled(Entry("published_5", Choice(tuple(VARIANTS)))),
    VIEW: Entry(DEAL, Choice((DEAL, PAIRS))),
    ONE_SPLIT: count(FIRST_SHOWN, 0, N_SPLITS),
    TOLD: count(0, 0, 2),
    PRINTED_NODE: count(0, 0, 32),
    CLASS_NODE: count(0, 0, 12),
    PRINTED_ROW: position("the first mine"),
    TABLE: Entry(AS_PRINTED, Choice((AS_PRINTED, *CHANGES))),
}
