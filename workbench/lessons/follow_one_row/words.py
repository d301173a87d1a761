"""Sentences about a row: its leaf, its derivatives, its values. Pure."""

from workbench.models.boosted import BoostedModel
from workbench.models.row_story import RowStory
from workbench.text.losses import state_of, words_of
from workbench.text.numbers import number
from workbench.text.questions import value_words

MOST_FEATURES = 4  # of a row that is shown with all its values


def bracketed(value: float, digits: int = 4) -> str:
    """A number to stand behind an operator: in brackets where it is negative."""
    return number(value, digits) if value >= 0 else f"({number(value, digits)})"


def leaf_words(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """The leaf that the row falls into in a round, and what that adds."""
    i = round_number - 1
    weight, added = float(story.weight[i, k]), float(story.contribution[i, k])
    words = (
        f"In round {round_number} it falls into leaf {story.leaf[i, k]}: the leaf weight {number(weight)} "
        f"times the learning rate {number(fit.trace[i].learning_rate)} adds **{number(added)}** to its raw "
        "prediction."
    )
    if story.trained and not story.grown_on[i]:
        words += " This tree was grown without the row: subsample did not draw it."
    return words


def derivatives(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> str:
    """g and h that the round started from, by the formulas of the loss, in LaTeX."""
    row = state_of(fit, story, round_number - 1, k)
    g, h = words_of(row.loss).derivatives(row)
    return rf"\begin{{aligned}}g&={g}\\h&={h}\end{{aligned}}"


def terms_here(fit: BoostedModel, story: RowStory, round_number: int, k: int) -> dict[str, str]:
    """The terms of the screen, each with its number for this row in this round."""
    i = round_number - 1
    raw = f"{number(float(story.raw[i, k]))} before the round, {number(float(story.raw[i + 1, k]))} after it"
    here = {
        "raw prediction": raw,
        "gradient": f"{number(float(story.gradient[i, k]))} at the start of the round",
        "hessian": number(float(story.hessian[i, k])),
        "leaf weight": number(float(story.weight[i, k])),
        "learning rate": f"{fit.trace[i].learning_rate:g}",
    }
    if fit.model.loss_.name == "squared_error":
        here["residual"] = f"{number(story.y)} − {bracketed(float(story.raw[i, k]), 3)} before the round"
    return here


def row_words(fit: BoostedModel, story: RowStory) -> str:
    """Which row this is, its true value, and whether the model was trained on it."""
    data = fit.dataset
    truth = f"{data.target_name} = {target_words(fit, story)}"
    features = ""
    if len(story.x) <= MOST_FEATURES:
        values = zip(data.feature_names, story.x.tolist(), strict=True)
        features = "".join(f", {name} = {value_words(name, x) or number(x, 4)}" for name, x in values)
    words = f"**Row {story.row}**{features}, {truth}. "
    if story.trained and story.grown_on.all():
        return words + "The trees were grown on it and the other training rows."
    if story.trained:
        drawn = f"{int(story.grown_on.sum())} of {story.n_rounds} rounds"
        return words + f"A training row: subsample drew it in {drawn}, and only their trees were grown on it."
    return words + (
        "**Held out: never trained on.** Its g and h are computed the same way, but no tree has seen them."
    )


def target_words(fit: BoostedModel, story: RowStory) -> str:
    """The true value of the row: a number, or the name of its class and the code in the formulas."""
    data = fit.dataset
    if data.task == "regression":
        return number(story.y, 4)
    name = data.class_names[int(story.y)]
    return name if fit.n_classes > 1 or name == f"{story.y:g}" else f"{name} (y = {story.y:g})"


def unused_words(fit: BoostedModel, round_number: int) -> str:
    """What early stopping means for the sum; "" where every round counts."""
    used = fit.model.n_estimators_
    if used == len(fit.trace):
        return ""
    beyond = f" Round {round_number} is after that." if round_number > used else ""
    return f"Early stopping: the model predicts with the first {used} of {len(fit.trace)} rounds.{beyond}"
