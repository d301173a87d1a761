"""What is said of a model: what its file says, what was solved for, and why the rest is blank. Pure."""

import html
from collections.abc import Sequence
from typing import NamedTuple

from gbtlib.handover import OpenedModel
from gbtlib.handover.replayed import loss_of
from workbench.models.own_model import OwnModel
from workbench.text.grammar import how_many
from workbench.text.numbers import number

LINKS = {
    "identity": "the raw prediction itself",
    "logistic": "p = 1 / (1 + exp(−F))",
    "exp": "exp(F)",
    "softmax": "p of a class = exp(its F) / the sum of exp(F) of all",
}
DIGITS = 4  # of what a leaf adds
OPENS = (
    "A file of **XGBoost, LightGBM, CatBoost or scikit-learn**. "
    "It stays on this computer; no pickle is opened."
)

ON_ITS_WAY = "The model of the link is on its way."
ON_MODEL = (
    *("boosting_rounds", "follow_one_row", "one_tree_or_many", "several_classes", "one_leaf"),
    "missing_sparse_categorical",
)
ON_ROWS = ("grow_a_tree", "find_the_split", "prune_it", "adaboost", "exact_or_histogram")


def not_followed(model: OwnModel) -> str:
    """Why no rows can be followed through the rounds of a model; "" where they can."""
    try:
        loss_of(model.opened)
    except ValueError as error:
        return f"No rows can be followed through it: {error}. What stands above is all that it tells."
    return ""


class Fact(NamedTuple):
    """A line of what is known. why: where it is from, or why it is blank."""

    name: str
    value: str
    why: str = ""


def facts_list(facts: Sequence[Fact]) -> str:
    """Facts beside each other as HTML; nothing in them is taken for markup."""
    lines = (
        f"<div><span>{html.escape(name)}</span><strong>{html.escape(value)}</strong>"
        f"<small>{html.escape(why)}</small></div>"
        for name, value, why in facts
    )
    return f"<div class='own-facts'>{''.join(lines)}</div>"


# -- the model


def file_facts(model: OwnModel) -> list[Fact]:
    """What the file says."""
    opened = model.opened
    n_trees = len(opened.trees)
    depth = max(int(tree.depth.max()) for tree in opened.trees)
    each = how_many(n_trees // model.n_rounds, "tree") if model.n_rounds else "0 trees"
    scaled = "p = 1 / (1 + exp(−2F))" if opened.sigmoid == 2 else f"logistic of {number(opened.sigmoid)} F"
    link = scaled if opened.link == "logistic" and opened.sigmoid != 1 else LINKS[opened.link]
    named = f"named, {model.name_of(0)} first" if opened.feature_names else "not named in the file: x0, x1, …"
    facts = [
        Fact("library", f"{model.library} {opened.version}".strip(), "as the file says"),
        Fact("objective", opened.objective or "not told", f"prediction: {link}"),
        Fact("rounds", f"{model.n_rounds:,}", f"{each} a round, {n_trees:,} in all, at most {depth} deep"),
        Fact("features", f"{opened.n_features:,}", named),
        base_fact(opened),
    ]
    if opened.best_round is not None:
        facts.append(Fact("best_iteration", str(opened.best_round), "counted from 0; all rounds are shown"))
    return facts + [Fact("note", note) for note in opened.notes]


def base_fact(opened: OpenedModel) -> Fact:
    """The base score, before and after its link."""
    base = ", ".join(number(each, 6) for each in opened.base[:4]) + (" …" if opened.n_outputs > 4 else "")
    told = ", ".join(number(each, 6) for each in opened.base_told[:4])
    if opened.base_told and told != base:
        return Fact("base score", told, f"in the file; before the link, where trees are added: {base}")
    if opened.library == "lightgbm" and not opened.base.any():
        return Fact("base score", "0", "LightGBM adds its average to the leaves of the first tree")
    return Fact("base score", base, "the raw prediction before the first tree")


def settings_facts(model: OwnModel) -> list[Fact]:
    """The settings that stand in the file, as they stand there."""
    return [
        Fact(name, str(value)[:120]) for name, value in model.opened.params.items() if value not in ("", None)
    ]


# -- a tree


def reasons(model: OwnModel) -> dict[str, str]:
    """Of each number of a node by its name why it is blank where it is; gain: where it is from."""
    library, solved = model.library, model.solved
    unchecked = "nothing checks it here: the split has another sum or gain than the settings say"
    return {
        "rows": f"{library}’s file counts none",
        "H": f"{library} keeps none",
        "G": solved.verdict if solved.why else unchecked,
        "weight": f"{library} keeps none in a split",
        "gain": f"{library} keeps none",
        "has_gain": f"as {library} has it: twice that of gbtlib, which has a factor ½",
    }
