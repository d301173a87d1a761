"""Of the link: which deals, how sure one wants to be, which two variants, what is shown of them. Pure."""

from gbtlib.checks.rules import Choice, Rule
from workbench.lessons.sonar_laboratory.table_changes import AS_PRINTED, CHANGES
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.link.rules import Entry, count, position, settled

N_SPLITS, SHARE, SPLIT_SEED, SURENESS = "n_splits", "train_share", "split_seed", "lab_level"
FIRST, SECOND = "variant", "than"
VIEW, ONE_SPLIT, TOLD = "lab_view", "one_split", "lab_told"
PRINTED_NODE, PRINTED_ROW, TABLE, CLASS_NODE = "printed_node", "printed_row", "table", "class_node"

DEAL, PAIRS = "deal", "pairs"
SHARES = (70, 66)  # per cent of the rows to train on
FEWEST, MOST, STEP = 10, 200, 10
LEVELS = (80, 90, 95, 99)  # per cent of confidence, on the track
FIRST_SHOWN = 8  # a few deals may agree by chance, and then their interval is tiny

VALUES: dict[str, Entry] = {
    N_SPLITS: settled(Entry(40, Rule(whole=True, low=FEWEST, high=MOST), STEP)),
    SHARE: settled(Entry(70, Rule(whole=True, low=min(SHARES), high=max(SHARES)))),
    SPLIT_SEED: settled(count(0, 0, 999)),
    SURENESS: settled(Entry(95, Rule(whole=True, low=min(LEVELS), high=max(LEVELS)))),
    FIRST: settled(Entry("published_10", Choice(tuple(VARIANTS)))),
    SECOND: settled(Entry("published_5", Choice(tuple(VARIANTS)))),
    VIEW: Entry(DEAL, Choice((DEAL, PAIRS))),
    ONE_SPLIT: count(FIRST_SHOWN, 1, MOST),
    TOLD: count(0, 0, 2),
    PRINTED_NODE: count(0, 0, 32),
    CLASS_NODE: count(0, 0, 12),
    PRINTED_ROW: position("the first mine"),
    TABLE: Entry(AS_PRINTED, Choice((AS_PRINTED, *CHANGES))),
}
