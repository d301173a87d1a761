"""What is said on the stage and below it: the file, what it tells, doubts, and late trees' rows. Pure."""

from math import floor, log10

import numpy as np

from gbtlib.handover.solved import Estimate
from workbench.lessons.your_model.told import bounds, rows_of, start_of
from workbench.models.own_model import OwnModel
from workbench.text.numbers import fixed, number
from workbench.trees.file_trees import settled

TOLD, BOUND, BLANK = "told", "bound", "blank"
BLANKS = "A number that no equation vouches for is left blank, never guessed."
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST_DECIMALS = 7

Line = tuple[str, str, str, str]
"""A line of what is told: TOLD, BOUND or BLANK, what it is about, its value, a note."""


def power(value: float) -> str:
    """A small number by its first digit: 5 · 10⁻⁷."""
    if value == 0:
        return "0"
    exponent = floor(log10(value))
    digit = round(value / 10.0**exponent)
    digit, exponent = (1, exponent + 1) if digit == 10 else (digit, exponent)
    return f"{digit} · 10{str(exponent).translate(SUPERSCRIPT)}" if exponent < -2 else number(value, 1)


def with_doubt(found: Estimate) -> str:
    """A number to the digit that is open, and how far it may be off; as it is where it is exact."""
    if found.error == 0:
        return number(found.value)
    decimals = min(MOST_DECIMALS, max(0, -floor(log10(found.error)) - 1))
    value = fixed(found.value, decimals)
    return f"{'0' if float(value.replace('−', '-')) == 0 else value} ± {power(found.error)}"


def why_untold(given: OwnModel) -> str:
    """Why lambda and eta are not told, or nothing."""
    if not given.solved.why:
        names = {"lambda": "λ", "learning rate": "η"}
        open_ = [sign for name, sign in names.items() if not given.solved.settings[name].is_told]
        return f"{' and '.join(open_)} stays open" if open_ else ""
    return given.solved.why.replace("as many unknowns", "λ, η and α")


def confession(given: OwnModel) -> list[Line]:
    """What is told in the end, line by line."""
    lines = [line_of_setting(given, name) for name in ("lambda", "learning rate", "alpha")]
    average = given.solved.settings.get("average of output 0")
    if average is not None and average.is_told and given.opened.n_outputs == 1:
        lines.append((TOLD, "average", number(average.value, 6), "folded into the first tree"))
    lines += bound_lines(given)
    base = given.opened.base_told
    if base:
        margin = (
            ""
            if given.opened.link == "identity" or len(base) > 1
            else f"a raw prediction of {number(start_of(given.opened, given.solved))}"
        )
        lines.append((TOLD, "base score", ", ".join(number(each) for each in base[:3]), margin))
    rows = rows_of(given.opened, given.solved)
    if rows.count is not None:
        comma, ones = ("", "") if rows.ones is None else (",", f"{number(rows.ones, 3)} of class 1, ")
        lines.append((TOLD, "rows", f"{rows.count}{comma}", f"{ones}if each weighs 1"))
    lines.append((BLANK, "a single row", "", "not in any file"))
    return lines


def line_of_setting(given: OwnModel, name: str) -> Line:
    sign = {"lambda": "λ", "learning rate": "η", "alpha": "α"}[name]
    found = given.solved.settings[name]
    if not found.is_told:
        return BLANK, sign, "", why_untold(given) or "lost below the noise of other sums"
    is_checked = name == "lambda" and given.opened.library == "lightgbm"
    in_file = "in the file" + ("; every gain checks it" if is_checked else "")
    return TOLD, sign, with_doubt(found), found.why or (in_file if found.error == 0 else "")


def bound_lines(given: OwnModel) -> list[Line]:
    """Of settings that only forbid."""
    found, lines = bounds(given.opened), []
    if given.opened.library == "xgboost" and found["gain"] > 0:
        lines.append((BOUND, "γ", f"at most {number(found['gain'], 3)}", "the least gain kept"))
    if found["H"] > 0:
        name = "min_child_weight" if given.opened.library == "xgboost" else "rows of a leaf"
        lines.append((BOUND, name, f"at most {number(found['H'], 3)}", ""))
    return lines


def because(given: OwnModel, tree: int, split: int) -> str:
    """Why the settings are these, by a split: its sum, with the digits that it adds up to, or its gain."""
    nodes, G = given.opened.trees[tree], settled(given.solved.sums[tree])
    if given.opened.library != "xgboost":
        return f"Why this λ: split 1 gains {number(float(nodes.gain[split]))} in the file, and at no other."
    sums = G[[nodes.children_left[split], nodes.children_right[split], split]]
    if not (np.isfinite(sums).all() and sums.any()):
        return ""
    least = max(0, 2 - floor(log10(np.abs(sums).max())))
    rounded = ((digits, np.round(sums, digits)) for digits in range(least, least + MOST_DECIMALS))
    digits = next((digits for digits, (*both, whole) in rounded if np.isclose(sum(both), whole)), least)
    left, right, whole = (fixed(float(each), digits) for each in sums)
    return f"Why these: left + right = parent, at split 1 {left} + {right} = {whole}.".replace("+ −", "− ")


FACTS = {
    "xgboost": "of each node the file keeps the answer w and the weight H of its rows, not the settings.",
    "lightgbm": "each split has its gain, each leaf what it adds. In the file is η, not λ, nor any row.",
    "block": "each split has its gain, each leaf what it adds. Do they tell the λ that stands in the file?",
    "others": "each leaf has what it adds and what its rows weigh. In the file are its settings, no row.",
}
"""What stands in the file of a library, and what does not."""
ASKED = {
    "xgboost": "G of a split is the sum of G of its children, and G = −w (H + λ). The file has w and H of a "
    "node, of a leaf ηw. So each split is an equation in λ and η, a line in the plane, and two lines "
    "cross in one point. Next draws one after the other.",
    "lightgbm": "The gain of a split follows from what leaves add, from their rows and from λ. So each gain "
    "in the file is an equation with one unknown. Next draws the first one.",
    "others": "No gain stands in the file, so that nothing checks a G. Next shows its trees.",
}
"""While it is asked: how a file can tell what nobody wrote into it."""


def facts(given: OwnModel) -> str:
    """What is known of the file before anything is asked."""
    n = len(given.opened.trees)
    library = "block" if "lambda_l2" in given.opened.params else given.opened.library
    says = FACTS.get(library, FACTS["others"])
    return f"{n} tree{'s' * (n != 1)} of {given.library}: {says}"


def what_is_asked(given: OwnModel) -> str:
    """While it is asked, what can be told."""
    return ASKED.get(given.opened.library, ASKED["others"])


def how_it_is_known(given: OwnModel) -> str:
    """What was told, by how many equations, and what that means."""
    found, n_nodes = given.solved, sum(len(tree.feature) for tree in given.opened.trees)
    untold = sum(int(np.isnan(sums.G).sum()) for sums in found.sums)
    if why_untold(given):
        return f"**Not told: {why_untold(given)}.** {BLANKS}"
    known = f"G of {n_nodes - untold} of {n_nodes} nodes is vouched for"
    has_block = "lambda_l2" in given.opened.params
    if has_block:
        return f"λ, η and α stand in the file. **{found.met:.0%} of all gains are those of them**; {known}."
    if given.opened.library not in ("xgboost", "lightgbm"):
        return f"The settings are the estimator's own; {known}."
    both = f"**{found.met:.0%} of all splits meet both of their equations**, the sum and the gain; {known}."
    why = " " + "; ".join(found.notes).capitalize() + "." if found.notes else ""
    digits = "rounding of float32" if given.opened.library == "xgboost" else "seventh digit of the file"
    return f"{both} What is left open is the {digits}.{why} {BLANKS}"


NO_ROWS = (
    "A file does not tell: that needs the rows that the model was trained on. Open them under *Your data*, "
    "with the columns in the model's order: they are known by their G. No data set here adds up to it."
)
WHAT_NO_FILE_TELLS = (
    "No file tells a single row, the loss on unseen rows, or which settings were tried. Without rows a "
    "curve is a mean over bins that weigh alike; over rows it would be another, of the same prediction. "
    "Shares are of the prediction's variance over such bins."
)


def terms_here(given: OwnModel, *, is_told: bool) -> dict[str, str]:
    """The terms of the screen, each with its number in the first tree."""
    tree, sums = given.opened.trees[0], given.solved.sums[0]
    G = settled(sums)
    told = [f"{number(each)} in node {k}" for k, each in enumerate(G) if np.isfinite(each)][1:2]
    rate, has_gain = given.solved.settings["learning rate"], np.isfinite(tree.gain[0])
    H = sums.H[0]
    return {
        "G": told[0] if is_told and told else "not in the file",
        "H": f"{number(H)} at the root of the first tree" if np.isfinite(H) else "not in the file",
        "learning rate": f"η = {number(rate.value)}" if is_told and rate.is_told else "η, which is asked",
        "gain": f"{number(tree.gain[0])} at the root of the first tree" if has_gain else "not in the file",
    }
