"""What is said of several classes. Pure."""

from workbench.data.catalogue import DATASETS
from workbench.lessons.several_classes.model import STAND_IN, is_shown
from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory
from workbench.text.grammar import joined
from workbench.text.numbers import number

SOURCES = """\
Each class's tree sees only its own second derivative, p(1−p), as if the other classes stood still. They do
not: they step in the same round, and together whole Newton steps go too far. So the hessian is made larger:

| h | leaf steps | taken by | why |
|:--|:--|:--|:--|
| p(1−p) | whole | nobody by default | the true diagonal of the matrix of second derivatives |
| K/(K−1) · p(1−p) | (K−1)/K of that | Friedman 2001, algorithm 6; LightGBM; scikit-learn | \
the factor of LogitBoost, Friedman, Hastie and Tibshirani 2000 |
| 2 · p(1−p) | half | XGBoost, oneDAL, gbtlib | \
no step overshoots, by Gershgorin's theorem: Chen et al. 2015 |

For two classes the last two are the same. With λ > 0 steps are not exactly half: λ is added to H after that.
"""


def stand_in_words(data: str) -> str:
    """Why another data set is shown than a link asks for; "" where it is that one."""
    if is_shown(data):
        return ""
    info = DATASETS[data]
    has = "numbers to predict, not classes" if info.task == "regression" else f"{info.n_classes} classes"
    return f"{info.title} has {has}: shown is {DATASETS[STAND_IN].title}."


def why_words(fit: BoostedModel, story: RowStory, at: int) -> str:
    """Why a round has a tree for every class, with the chosen row's numbers."""
    names, K = fit.dataset.class_names, fit.n_classes
    i, truth = at - 1, int(story.y)
    g, added = story.gradient[i], story.contribution[i]
    most = float(added.max())
    winner = joined([name for name, each in zip(names, added, strict=True) if each == most])
    does = f"raises its F most, by {number(most)}" if most > 0 else f"lowers its F least, by {number(-most)}"
    p = float(story.prediction[i, truth])
    return (
        f"A leaf gives one number, and a row of {K} classes needs {K}: a raw prediction F for each class. "
        f"So every round grows **{K} trees**, the tree of class k on the gradient p − 1 for its own rows and "
        f"p for all others. Before round {at}, row {story.row} ({names[truth]}) has p = {number(p)} "
        f"for {names[truth]}, so its gradient there is {number(float(g[truth]))}; over all classes the "
        f"gradients of a row add up to 0. The tree of **{winner}** {does}. Only differences between the F "
        f"count: the same number added to all leaves every p as it is. {one_class_words(K)}"
    )


def one_class_words(n_classes: int) -> str:
    """What the tree of one class alone can do."""
    if n_classes == 2:
        return (
            "Of two classes both trees are mirror images, so one would do: logistic loss grows one on p − y "
            "of the second class, and with half of λ it is the same model."
        )
    return (
        "" if n_classes == 3 else f"Of {n_classes} the picture is a shadow: other p may have the same place."
    )


def terms_here(story: RowStory, number_of_round: int, k: int, learning_rate: float) -> dict[str, str]:
    """The terms of the screen, each with its number for the chosen row and class."""
    i = number_of_round - 1
    return {
        "raw prediction": f"{number(float(story.raw[i, k]))} before the round, "
        f"{number(float(story.raw[i + 1, k]))} after it",
        "gradient": f"{number(float(story.gradient[i, k]))} at the start of the round",
        "hessian": number(float(story.hessian[i, k])),
        "leaf weight": number(float(story.weight[i, k])),
        "learning rate": f"{learning_rate:g}",
    }
