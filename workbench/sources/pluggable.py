"""Boosted trees with a pluggable loss: what is where. Pure."""

from workbench.sources.records import Figure, WriteUp, at, boosted, patient

# fmt: off
PLUGGABLE = WriteUp(
    short="Pluggable loss",
    title="Implementing Gradient Boosted Trees",
    origin="A blog post of 12 December 2017; its author is not named in it. In Scala, after XGBoost.",
    about=(
        "It derives the leaf and the gain from log loss, and shows that all a booster asks of a loss is its "
        "value, gradient, hessian and output. Log loss and squared error are the two that it plugs in."
    ),
    moments={
        "A loss": (
            at("your_own_loss", "Log loss, its gradient and hessian", own_loss="logistic",
                own_target="classes"),
            at("your_own_loss", "Its squared error: (y − F)², g = 2 (F − y), h = 2", own_loss="own",
                own_formula="(F - y)**2"),
            at("your_own_loss", "Half of it, as the libraries have it", own_loss="squared_error"),
            at("your_own_loss", "Any loss that one types", own_loss="own",
                own_formula="sqrt(1 + (F - y) ** 2) - 1"),
            boosted("follow_one_row", "The output: from the raw sum to a probability", data="moons"),
        ),
        "Leaf and gain": (
            at("one_leaf", "Score: −G / (H + λ)", leaf="squared", act=3),
            at("one_leaf", "The same with log loss", leaf="logistic", act=3),
            boosted("boosting_rounds", "Gain: two leaves less one, half of it, less γ", data="sonar", node=0),
            boosted("boosting_rounds", "Thresholds midway between two values", data="sonar",
                threshold="midpoint"),
            at("exact_or_histogram", "(2r, 2) with 2λ and 2γ grows the same tree (below)", bins_part="names",
                said_in="pluggable", beside="xgboost"),
        ),
        "Its own tests": (
            at("sonar_laboratory", "Sonar, 66 % of the rows to train on", train_share=66),
            boosted("several_classes", "Iris", data="iris"),
            at("your_own_loss", "A sine", own_loss="squared_error", own_data="sine"),
        ),
    },
    as_run=(
        boosted("boosting_rounds", "Log loss on Sonar", data="sonar", base_score=0.5),
        at("your_own_loss", "Squared error on a sine", own_loss="own", own_formula="(F - y)**2",
            own_data="sine"),
    ),
    figures=(Figure("results", "none", "–", "–", "the post prints formulas and code, and no run"),),
    faults=(
        patient("sven", "The update is written with a minus where the code adds"),
        patient("uwe", "p stands for the score and for the probability"),
        patient("tilda", "Its log loss overflows from scores of 37 or so"),
        at("one_leaf", "G + (H + λ) = 0 lacks its w: the lowest point of the parabola", leaf="squared",
            act=3),
        at("prune_it", "The gain in its text lacks −γ, in its code it has it", prune_by="gamma",
            prune_tree="hand"),
    ),
)
# fmt: on
