"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.inputs import surrogates, triplets
from gbtlib.loops import cuts, lines, partitions
from gbtlib.loops import surrogates as loops
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "absent entries": Topic(
        triplets.Triplets.values_at, "What has no entry is 0 or missing, as was said with the data."
    ),
    "both ways": Topic(
        cuts.begin_way,
        "Every cut is scored with the rows that miss the feature on the right, and on the left.",
        "n_missing = node",
        "n_cuts =",
    ),
    "block of zeros": Topic(
        lines.lay_entries,
        "Where absent means zero, the rows without entry are one place of the line, at 0.",
        "n_zeros =",
        "line.first[n_negative]",
    ),
    "agreement": Topic(
        loops.best_agreement,
        "For every cut, how many rows go the way of the split: as it is, and reversed.",
        "left_below = right_below",
        "best, at, best_below_left = max(",
    ),
    "directions of categories": Topic(
        loops.best_directions,
        "Each category goes where the split sends most of its rows.",
        "left, right = sums",
        "directions[code] =",
    ),
    "ranking of surrogates": Topic(
        surrogates.surrogates_in,
        "The best cut of every other feature, if it beats the majority, the best first.",
        "for f, (x, line) in enumerate",
        "return [surrogate",
    ),
    "asking surrogates": Topic(
        loops.ask_surrogates,
        "By the feature, else by a surrogate, else with the majority.",
        "for row in rows",
    ),
    "order of categories": Topic(
        partitions.sort_codes,
        "G / H, or the share of a class, without lambda.",
        "if has_order",
        "categories.key[feature, code] = key",
    ),
    "sums of partitions": Topic(
        partitions.lay_sums, "Running sums for the sorted cuts; every subset for the exhaustive search."
    ),
}
