"""Classification trees, pruning and AdaBoost: what is where. Pure."""

from workbench.link.values import CRITERION, PURITY
from workbench.sources.records import Figure, WriteUp, at, grown_pure, in_fold, patient, tree, whole_tree

FLAT_TABLES = "The tree as nested if and else, and as flat tables"
COST = "What the search cost, level by level"
_PRUNED = {"prune_by": "alpha", "prune_tree": "data", "prune_risk": "misclassification"}
_ADABOOST = {
    **{
        "ada_rows": "data",
        "ada_rounds": 5,
        "ada_flip": 0,
        "ada_wrong": None,
        "ada_alpha": 0.0,
        "ada_folds": None,
    },
    **{"noise": 0.0, "tree_points": 1, "tree_split": 2, CRITERION: "gini", PURITY: None},
}

# fmt: off
CART = WriteUp(
    short="Classification trees",
    title="Building a Classification Tree from scratch",
    origin="A post of the blog Stokastik. Trees of several classes, in C++ called from R.",
    about=(
        "It grows a classification tree on a sparse document-term table, prunes it by cost-complexity with "
        "cross-validation, and lets AdaBoost vote on several such trees. What it discusses without code, "
        "surrogates, categories and parallel nodes, the lessons have."
    ),
    moments={
        "Its tree": (
            tree("grow_a_tree", "Gini: the impurity of a mixture on its curve", **grown_pure("iris")),
            tree("grow_a_tree", "Entropy instead", **grown_pure("iris") | {CRITERION: "entropy"}),
            tree("find_the_split", "Running class counts along the sorted rows", data="iris",
                split_by="classes"),
            tree("grow_a_tree", "A queue, level by level, in place of recursion", data="sonar", splits=7),
            at("missing_sparse_categorical", "Zeros of a sparse table come first and go left",
                part="missing", absent="zero", gap_step=3),
            whole_tree("Sentences as word counts", 6, data="sentences"),
            in_fold("A document-term matrix", at("missing_sparse_categorical",
                "A document-term matrix, its counts and its TF-IDF weights (below)", part="missing",
                gap_step=2)),
            whole_tree("Why a leaf is one: 95 % of one class, depth, or no gain", 14, **grown_pure("sonar")),
            whole_tree("Class shares of the leaves", 5, data="iris"),
            at("adaboost", "Shares that respect the weights of rows", ada_rows="ten", ada_rounds=6,
                ada_depth=1, round=2),
            at("sonar_laboratory", "Its printed tree, its two flat tables, and the way of a row (below)",
                class_node=0),
            in_fold(FLAT_TABLES, whole_tree("Both flat tables of any tree (below)", 5, data="iris")),
            in_fold(COST, whole_tree("What a level costs: each row once a feature (below)", 14,
                data="sonar")),
        ),
        "Pruning": (
            at("prune_it", "R(t), R(T_t) and α of every branch that one points at, the weakest link first",
                prune_by="alpha", prune_tree="hand"),
            at("prune_it", "Its printed tree of 13 nodes, with the 208 rows in it", prune_by="alpha",
                prune_tree="printed"),
            tree("prune_it", "The nested sequence of a tree of Sonar", **_PRUNED, data="sonar", prune_step=2),
            in_fold("Cross-validation, fold by α", tree("prune_it",
                "Folds at the geometric means of neighbouring α, smallest error and one standard error",
                **_PRUNED, **grown_pure("sonar"), prune_folds=5)),
        ),
        "AdaBoost": (
            at("adaboost", "SAMME by hand: ten rows, three classes", ada_rows="ten", ada_rounds=6,
                ada_depth=1),
            at("adaboost", "Weights, errors and the vote, five rounds", **_ADABOOST, data="moons",
                ada_depth=1),
            at("adaboost", "Three classes: better than guessing is enough", **_ADABOOST, data="iris",
                ada_depth=1),
            at("adaboost", "A perfect tree keeps weight 1", **_ADABOOST, data="sonar", ada_depth=10),
            at("adaboost", "Every round's tree is pruned by cross-validation",
                **_ADABOOST | {"ada_folds": 5, PURITY: 0.95}, data="sonar", ada_depth=100),
        ),
        "Discussed there, built here": (
            at("missing_sparse_categorical", "Surrogate splits, ranked by agreement", part="surrogates",
                gap_step=3),
            at("missing_sparse_categorical", "2^(L−1) − 1 partitions against L, and the sorted way",
                part="categories", gap_step=5),
            at("missing_sparse_categorical", "One against the rest can miss the best", part="categories",
                group_order="label", gap_step=5),
            in_fold(COST, whole_tree("Nodes of a level side by side, and what each level costs (below)", 7,
                data="wine")),
        ),
        "Its rows": (
            at("sonar_laboratory",
                "Accuracy and probabilities of unseen rows, with 3 folds and with 5 (below)", class_node=1),
        ),
    },
    as_run=(
        whole_tree("Sonar: purity 0.95, depth 100, Gini", 14, **grown_pure("sonar")),
        tree("prune_it", "The same, pruned with 5 folds: its default", **_PRUNED, **grown_pure("sonar"),
            prune_folds=5),
        tree("prune_it", "The same, pruned with 3 folds: its call", **_PRUNED, **grown_pure("sonar"),
            prune_folds=3),
        at("adaboost", "AdaBoost, 5 rounds on Sonar: depth 100, purity 0.95, each tree pruned with 5 folds",
            **_ADABOOST | {"ada_folds": 5, PURITY: 0.95}, data="sonar", ada_depth=100),
    ),
    figures=(
        Figure("rows that it trained on", "145", "145", "0",
            "70 % of Sonar's 208; 8,691 entries: nine zeros are not listed"),
        Figure("thresholds of its printed tree", "6", "6", "0",
            "all six are values of their columns of Sonar"),
        Figure("leaves of its printed tree", "7", "7", "0", "13 nodes: 6 questions, 7 leaves"),
        Figure("unseen rows right, 3 folds", "–", "0.696", "–", "± 0.018 over 40 random splits"),
        Figure("unseen rows right, 5 folds", "–", "0.698", "–", "± 0.019: 3 folds or 5, all the same"),
        Figure("unseen rows right, 5 boosted trees", "–", "0.743", "–",
            "± 0.020; with weights that the search sees"),
    ),
    faults=(
        patient("hugo", "Cuts fall inside ties"),
        patient("ines", "A node of 95:5 is never split"),
        patient("jonas", "R(t) forgets the node's share of the rows"),
        patient("kira", "Cross-validation scores the wrong subtree"),
        patient("leo", "The search ignores the weights, so all trees are one"),
        patient("mona", "It stops at error ½, not at 1 − 1/K"),
        in_fold(FLAT_TABLES, whole_tree("−1 marks a leaf, and may be a threshold (below)", 5, data="iris")),
        in_fold(COST, whole_tree("log₂(N) comparisons for a tree of any shape (below)", 14, data="sonar")),
        in_fold("A document-term matrix", at("missing_sparse_categorical",
            "Zeros are sorted first, though values may be negative (below)", part="missing", gap_step=2)),
        at("missing_sparse_categorical",
            "One category against the rest is called enough: it can miss the best", part="categories",
            group_order="label", gap_step=5),
        patient("kira", "Different numbers of folds are summed, and the last can be empty (below)"),
        patient("hugo", "Entropy of a class without rows is NaN (below)"),
        in_fold("If the rows were dealt into folds anew",
            tree("prune_it", "Folds are dealt without a seed (below)", **_PRUNED, data="sonar")),
        patient("xaver", "Twins of one question fall together"),
        patient("zoe", "Every node scans all rows"),
    ),
)
# fmt: on
