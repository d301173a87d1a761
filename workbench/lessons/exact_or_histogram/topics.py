"""Which lines of gbtlib the lesson shows beside those of all lessons."""

from gbtlib.handover import onedal
from gbtlib.histogram import bins
from gbtlib.loops import bins as counting
from gbtlib.loops import lines
from workbench.shell.code_topics import Topic

TOPICS: dict[str, Topic] = {
    "borders of bins": Topic(
        bins.bin_starts, "A bin ends where its share of the rows is reached; equal values share one."
    ),
    "filling a histogram": Topic(
        counting.count, "Every row is added once to the bin of each feature: its count, its g, its h."
    ),
    "histogram subtraction": Topic(
        counting.make_histogram,
        "Of two siblings the smaller is counted; the other is the parent less that.",
    ),
    "cuts between bins": Topic(lines.lay_bins, "Running sums over the bins are the left sides of all cuts."),
    "oneDAL's names": Topic(
        onedal.onedal_params, "One table says what each parameter is called and becomes."
    ),
}
