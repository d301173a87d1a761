"""The records of the patients that are trees, prunings and votes. Pure."""

from workbench.lessons.clinic.records import Patient

RECORDS = (
    Patient(
        "hugo",
        "inside_ties",
        "cart",
        "It says that a cut is worth much, makes it, and nothing is parted.",
        "Cuts fall inside ties",
        "Rows with one value cannot be parted. Counted row by row, a cut among them looks good, but its rule "
        "x ≤ a "
        "sends them all left.",
        "Gains: the gain as counted is not that of the rule.",
        r"\text{cut after row }i",
        r"\text{cut after row }i\text{ only if }x_{i+1}>x_i",
        ("column_guard", "signed_deviations", "pure_enough"),
    ),
    Patient(
        "ines",
        "pure_enough",
        "cart",
        "It finds none of the rare class, though one cut would.",
        "95 % counts as pure",
        "A node whose best class has a share of 0.95 is not split. A class of 5 % is then never found.",
        "Thresholds: no split at all, with two classes in the root.",
        r"\text{leaf if }\max_k p_k\ge 0.95",
        r"\text{leaf if }\max_k p_k=1",
        ("smallest_positive", "inside_ties", "vanished"),
    ),
    Patient(
        "jonas",
        "forgetful_risks",
        "cart",
        "Asked for the price of a leaf, it answers with a negative one.",
        "R(t) forgets the node's share",
        "The risk of a node is its error rate times its share of all rows, n(t)/N. Without the share the "
        "leaves of a "
        "branch can cost more than its node, and the price α is negative.",
        "Risks: right at the root, too large below.",
        r"R(t)=r(t)",
        r"R(t)=r(t)\,\frac{n_t}{N}",
        ("wrong_subtree", "whole_gain", "pure_enough"),
        slip="formula",
    ),
    Patient(
        "kira",
        "wrong_subtree",
        "cart",
        "Its cross-validation jumps, and keeps nearly the whole tree.",
        "The wrong subtree is scored",
        "Of a fold's trees in an interval of α the first is scored, not the last; a fold without one adds "
        "nothing. Sums "
        "over fewer folds are smaller, and win.",
        "Risks: sums over 3 of 10 folds beside sums over all.",
        r"\textstyle\sum_{\text{folds that have one}}",
        r"\textstyle\sum_{\text{all folds}},\;\alpha=\sqrt{\alpha_k\alpha_{k+1}}",
        ("forgetful_risks", "areas_apart", "stops_at_half"),
    ),
    Patient(
        "leo",
        "blind_search",
        "cart",
        "Twenty rounds, and not one row is won after the first.",
        "The search ignores the weights",
        "The weights of the rows count in the error, not in the search for splits. Every round grows the "
        "same tree, "
        "and in round 2 its error is 1 − 1/K: its vote is 0.",
        "Thresholds: the same question in every round.",
        r"\text{gain from counts }n_k",
        r"\text{gain from weights }\textstyle\sum_{i\in k}w_i",
        ("stops_at_half", "without_replacement", "replaced"),
    ),
    Patient(
        "mona",
        "stops_at_half",
        "cart",
        "Three classes. It gives up after a few rounds, its twin goes on.",
        "It stops at error 0.5",
        "Guessing among K classes errs with 1 − 1/K: 0.5 for two, 0.667 for three. Below that a tree still "
        "earns a vote, ln((1−e)/e) + ln(K−1).",
        "Votes: a weight of 1 at an error above 0.5, then none.",
        r"e>\tfrac12\;\Rightarrow\;\text{stop}",
        r"e\ge 1-\tfrac1K\;\Rightarrow\;\text{stop}",
        ("blind_search", "wrong_subtree", "pure_enough"),
    ),
    Patient(
        "vera",
        "signed_deviations",
        "nested",
        "It cuts off one point after another from the end.",
        "Deviations keep their sign",
        "Deviations from a mean sum to 0 whatever the cut: rounding chooses it.",
        "Root cuts: every loss is 0, or 1e−14.",
        r"\left|\textstyle\sum(y-\bar y_L)+\sum(y-\bar y_R)\right|",
        r"\textstyle\sum(y-\bar y_L)^2+\sum(y-\bar y_R)^2",
        ("inside_ties", "counter_never_falls", "smallest_positive"),
    ),
    Patient(
        "willi",
        "counter_never_falls",
        "nested",
        "50 levels are allowed, 13 would do, and its right end is flat.",
        "The level counter never falls",
        "The counter is raised before both children are grown and not lowered after them: it counts splits, "
        "not levels, "
        "left branches first.",
        "Sizes: one split more than levels are allowed.",
        r"\text{level}\leftarrow\text{level}+1\text{ for the whole tree}",
        r"\text{level of a child}=\text{level}+1",
        ("signed_deviations", "pure_enough", "smallest_positive"),
    ),
    Patient(
        "xaver",
        "found_by_question",
        "cart",
        "One weak branch is pruned, and a good one is gone with it.",
        "Twins fall together",
        "The branch to cut is looked up by what its node asks, feature and threshold. Another node that asks "
        "the same of other rows is found too, and becomes a leaf however much it is worth.",
        "Steps: more than one node becomes a leaf in a step.",
        r"\text{cut every node with }(j,a)=(j_t,a_t)",
        r"\text{cut the node }t",
        ("wrong_subtree", "forgetful_risks", "whole_gain"),
    ),
    Patient(
        "zoe",
        "scans_all_rows",
        "cart",
        "Its tree is right. It takes many times as long as its twin's.",
        "Every node scans all rows",
        "In every node the search goes through all N rows and skips those of other nodes. No row is in two "
        "nodes of a level, so that a level costs F N looks; here it costs F N for each of its nodes.",
        "Sizes: the looks grow with the nodes of a level, not with their rows.",
        r"\textstyle\sum_t F\,N",
        r"\textstyle\sum_t F\,n_t",
        ("counter_never_falls", "inside_ties", "pure_enough"),
    ),
)
