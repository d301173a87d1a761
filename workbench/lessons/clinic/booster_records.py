"""The records of the patients that are boosters. Pure."""

from workbench.lessons.clinic.records import Patient

_LEAF = r"w=\frac{-G}{H+\lambda}"
_GAIN = (
    r"\tfrac12\!\left[\tfrac{G_L^2}{H_L+\lambda}+\tfrac{G_R^2}{H_R+\lambda}"
    r"-\tfrac{G^2}{H+\lambda}\right]-\gamma"
)

RECORDS = (
    Patient(
        "anna",
        "replaced",
        "scratch",
        "After a few good rounds it gets worse and worse.",
        "Each tree replaces the prediction",
        "In training the new tree takes the place of the running prediction; only when asked are all trees "
        "summed. "
        "Every tree then corrects the one before it alone, and all say nearly the same.",
        "One row: F in training is the last step alone, F given the sum.",
        "Its dots start from zero every round",
        r"F\leftarrow \eta f_t(x)",
        r"F\leftarrow F+\eta f_t(x)",
        ("lost_in_predict", "minus_in_update", "rate_inside"),
    ),
    Patient(
        "boris",
        "rate_inside",
        "scratch",
        "A rate of 0.1 was to slow it down. It runs.",
        "The rate sits inside g and h",
        "The rate multiplies g, and its square h. That is no shrinkage: it is λ / η² for λ, with leaves 1 / "
        "η "
        "times as large.",
        "Gradients: g is η times, h is η² times the healthy one.",
        "Its stems are short from the start",
        r"w=\frac{-\eta G}{\eta^2H+\lambda}",
        r"\eta\,w=\eta\,\frac{-G}{H+\lambda}",
        ("norm_not_square", "whole_gain", "replaced"),
    ),
    Patient(
        "clara",
        "column_guard",
        "scratch",
        "Its trees grow twice as many leaves, and it learns nothing by them.",
        "The guard asks the whole column",
        "A cut must lie below the largest value of the column; it ought to be the node's. At the node's own "
        "largest "
        "value nothing goes right, and the gain is rounding alone. An empty leaf says 0, or 0/0 without λ.",
        "Thresholds: right children without rows, gains of 1e−16.",
        "Its trees have leaves without a row",
        r"a<\max_{\text{all rows}}x",
        r"a<\max_{\text{rows of the node}}x",
        ("inside_ties", "whole_gain", "smallest_positive"),
    ),
    Patient(
        "dario",
        "read_as_zero",
        "scratch",
        "A quarter of the cells is blank. Even rows it trained on come out wrong.",
        "Missing is read as 0",
        "In training a row without a value goes left. In prediction the gap is read as 0, and 0 may lie on "
        "the right.",
        "One row: F given leaves F in training, though the trees are healthy.",
        "Rows with a gap are answered otherwise than learned",
        r"x=\text{missing}\;\Rightarrow\;x:=0,\;0>a:\text{ right}",
        r"x=\text{missing}\;\Rightarrow\;\text{left, as in training}",
        ("lost_in_predict", "vanished", "link_twice"),
    ),
    Patient(
        "elsa",
        "vanished",
        "scratch",
        "It has never heard of a note without any of the words.",
        "Rows without an entry vanish",
        "The rows are gathered from the list of entries (row, column, value). A row that has none is in no "
        "entry, so it "
        "is neither trained on nor predicted.",
        "Rows used: fewer than there are.",
        "Some of its rows have no stem at all",
        r"N=\left|\{i:(i,j,v)\in\text{entries}\}\right|",
        r"N=\text{number of rows, given with the list}",
        ("without_replacement", "read_as_zero", "smallest_positive"),
    ),
    Patient(
        "felix",
        "smallest_positive",
        "scratch",
        "On XOR it makes no split at all.",
        "The search starts above zero",
        "The largest gain is sought from numeric_limits⟨double⟩::min() on, which is the smallest positive "
        "number. "
        "A gain below 0 never beats it, so nothing can be grown first and pruned afterwards; lowest() is "
        "what was meant.",
        "Root cuts: all negative. The healthy tree takes the best and prunes later.",
        "It makes no split where its twin makes many",
        r"\max\left(2.2\cdot10^{-308},\,\text{gains}\right)",
        r"\max\left(-\infty,\,\text{gains}\right)",
        ("whole_gain", "vanished", "pure_enough"),
    ),
    Patient(
        "greta",
        "areas_apart",
        "scratch",
        "Its AUC rose from 0.760 to 0.780. Is it better?",
        "The areas differ by chance",
        "One random split of 63 test rows says 0.760 for 5 rounds and 0.780 for 10; 5 trials of C5.0, "
        "another algorithm, 0.754. "
        "Another split moves each figure by about 0.05: the three cannot be told apart.",
        "Areas: from split to split they move by more than they differ.",
        "From split to split its lead comes and goes",
        r"0.780-0.760>0\;\Rightarrow\;\text{better}",
        r"0.780-0.760<\text{spread of one split}",
        ("without_replacement", "link_twice", "wrong_subtree"),
        slip="reading",
    ),
    Patient(
        "nils",
        "no_minus",
        "onedal",
        "Every round makes it worse.",
        "The leaf lost its minus",
        "The leaf weight is the negative sum of gradients over H + λ. Without the minus each leaf climbs the "
        "loss.",
        "Leaf weights: right size, wrong sign.",
        "Its leaves point away from their stems",
        r"w=\frac{G}{H+\lambda}",
        _LEAF,
        ("minus_in_update", "lost_in_predict", "replaced"),
        slip="page",
    ),
    Patient(
        "olga",
        "whole_gain",
        "onedal",
        "At the same γ its trees keep splits that its twin prunes.",
        "The gain lost its half",
        "Without the 1/2 every gain is twice as large, and γ, which is subtracted from it, is worth half. A "
        "library "
        "that compares such a gain (XGBoost, oneDAL) wants 2 γ for the γ of the formula.",
        "Root cuts: gain + γ is twice the healthy one.",
        "It keeps splits that its twin gives up",
        _GAIN.replace(r"\tfrac12\!", ""),
        _GAIN,
        ("smallest_positive", "column_guard", "norm_not_square"),
        slip="page",
    ),
    Patient(
        "pablo",
        "norm_not_square",
        "onedal",
        "Small leaves say 0, large ones too much; it stops learning early.",
        "The penalty is |w|, not w²",
        "½ λ |w| is an L1 penalty: it takes λ/2 off every |G|, sets small sums to 0, and leaves H alone.",
        "Leaf weights: 0 where |G| is at most λ/2.",
        "Its small leaves are zero, its large ones too tall",
        r"w=-\operatorname{sign}(G)\,\frac{\max(|G|-\lambda/2,0)}{H}",
        _LEAF,
        ("rate_inside", "whole_gain", "pure_enough"),
        slip="page",
    ),
    Patient(
        "quinn",
        "gamma_twice",
        "onedal",
        "At the same γ its trees give up splits that its twin keeps.",
        "γ is subtracted and compared",
        "The gain has γ taken off already, and is then taken only if it is at least γ. A split must earn its "
        "price twice: γ stands for 2 γ.",
        "Root cuts: γ less than the healthy gain. Rows used: fewer leaves.",
        "It gives up splits that its twin keeps",
        rf"{_GAIN}\;\ge\;\gamma",
        rf"{_GAIN}\;>\;0",
        ("whole_gain", "norm_not_square", "smallest_positive"),
        slip="page",
    ),
    Patient(
        "rosa",
        "without_replacement",
        "onedal",
        "Thirty bagged trees are no better than one on unseen rows.",
        "Drawn without replacement",
        "Bagging draws a bootstrap sample for each tree: as many rows as there are, with replacement, 63 % "
        "of them different. Without replacement it is the whole, and every tree is the same. To boost "
        "with a share of the rows for each tree, drawn without replacement, is another thing, and healthy.",
        "Rows used: all rows are in each sample.",
        "All its trees are one and the same",
        r"P(i\in\text{sample})=1",
        r"P(i\in\text{sample})=1-\left(1-\tfrac1N\right)^N\approx 0.632",
        ("blind_search", "replaced", "vanished"),
        slip="word",
    ),
    Patient(
        "sven",
        "minus_in_update",
        "loss",
        "Its leaves look right. Its loss does not.",
        "The update subtracts",
        "The leaf weight has its minus already, so that the step is added. Subtracted, it leads uphill.",
        "One row: the step has the leaf's size and the other sign.",
        "Its dots move against their leaves",
        r"F\leftarrow F-\eta\,w,\quad " + _LEAF,
        r"F\leftarrow F+\eta\,w,\quad " + _LEAF,
        ("no_minus", "lost_in_predict", "link_twice"),
        slip="formula",
    ),
    Patient(
        "tilda",
        "naive_log_loss",
        "loss",
        "It predicts as its twin does, and its loss ends in nothing.",
        "1 − p rounds to 0",
        "Beyond a score of 37 or so p is 1 to the last digit, 1 − p is 0, and 0 · log 0 is NaN. Written "
        "in the score itself the loss never overflows.",
        "Scores: NaN from F = 37 on.",
        "The loss of a row is no number any more",
        r"-y\log p-(1-y)\log(1-p)",
        r"\log\left(1+e^{-sF}\right),\;s=2y-1",
        ("link_twice", "rate_inside", "read_as_zero"),
    ),
    Patient(
        "uwe",
        "link_twice",
        "loss",
        "It ranks rows perfectly, and calls them all class 1.",
        "The link is taken twice",
        "One letter p stands for the score and for the probability. What is a probability already is taken "
        "for a "
        "score, and σ(σ(F)) lies between 0.5 and 0.73.",
        "Scores: every p is at least 0.5; gradients and leaves are healthy.",
        "Right dots, and none of its rows is called class 0",
        r"p=\sigma(\sigma(F))",
        r"p=\sigma(F)=\frac1{1+e^{-F}}",
        ("read_as_zero", "lost_in_predict", "naive_log_loss"),
        slip="letter",
    ),
    Patient(
        "yara",
        "lost_in_predict",
        "nested",
        "Its trees are those of its twin. Its predictions are not.",
        "Predict forgets minus and hessian",
        "With the loss (F − y)² the gradient is g = 2 (F − y) and h = 2. The fit steps by −η m / h, where m "
        "is "
        "the mean gradient of a leaf; predict adds η m, −2 times as much.",
        "One row: F given is −2 times F in training.",
        "Its answers lie the other way, twice as far",
        r"F\leftarrow F+\eta\,m",
        r"F\leftarrow F-\eta\,\frac{m}{h},\;h=2",
        ("minus_in_update", "no_minus", "replaced"),
    ),
)
