"""What is said of a number that does not add up, and the ledger beside it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from gbtlib.handover.mistakes import DOUBT, Finding, HandComputation
from workbench.text.grammar import joined
from workbench.text.known_messages import CATEGORIES, CLASSES, GAPS, LEDGER, LOGISTIC, STOPPED, Moment, see
from workbench.text.ledger import DIGITS
from workbench.text.numbers import number

RATE = see("boosting_rounds", "A learning rate of 0.1, round by round", learning_rate=0.1)
CUTS = see("find_the_split", "What a cut does with the rows on it", find_step=2)

# By how a mistake's name begins: what is behind it, and where that is seen.
WHY: dict[str, tuple[str, Moment]] = {
    "< taken": (
        "The row lies on a threshold: XGBoost sends x < t left, LightGBM and scikit-learn x ≤ t. So does a "
        "comparison in another precision than the library's.",
        CUTS,
    ),
    "rows in": ("The row was compared in another precision than the library's.", CUTS),
    "thresholds in": ("A threshold was rounded to float32, and the row's value lies between the two.", CUTS),
    "0 taken for missing": ("The library takes 0 for a value here.", GAPS),
    "missing": ("A missing value goes to the side that each split has for it.", GAPS),
    "the sides of categories": (
        "XGBoost lists the categories that go right, LightGBM those that go left.",
        CATEGORIES,
    ),
    "without the last": ("Every round counts, the last one too.", LEDGER),
    "without the first": ("Rounds are counted from 0.", LEDGER),
    "only the first": ("All rounds of the file count.", LEDGER),
    "up to best_iteration": (
        "The file has rounds after the best one. XGBoost's own predict uses them, its scikit-learn classes "
        "do not; best_iteration counts from 0, so that an end of a range is best_iteration + 1.",
        STOPPED,
    ),
    "base score": (
        "The base score is added once, before the link; in the file it stands as a prediction, so that the "
        "link's inverse is taken first.",
        LEDGER,
    ),
    "0.5": ("0.5 was the usual base score once; now it is estimated, and the file tells it.", LEDGER),
    "base_margin": ("A base_margin stands in place of the base score.", LEDGER),
    "the average in": (
        "LightGBM starts from an average and writes it into the leaves of the first round: it is there once.",
        LEDGER,
    ),
    "learning rate": (
        "The leaf values in a file are already multiplied by the learning rate, or each tree has a weight.",
        RATE,
    ),
    "weights of": (
        "Each tree's leaf is multiplied by the weight of the tree, which in scikit-learn's GradientBoosting "
        "is the learning rate.",
        LEDGER,
    ),
    "the sum for": ("A forest's prediction is the average of its trees.", LEDGER),
    "the average for": ("The trees of boosting are added up, not averaged.", LEDGER),
    "votes": ("The forest averages the shares in its leaves; it does not count votes.", CLASSES),
    "class": ("Each class has trees of its own.", CLASSES),
    "all classes": ("Each class has a sum of its own.", CLASSES),
    "the trees of a class": ("The trees take turns: tree i belongs to class i modulo K.", CLASSES),
    "no link": ("The sum is a raw prediction; the prediction is what the link makes of it.", LOGISTIC),
    "the logistic": ("This model's raw prediction becomes a prediction in another way.", LOGISTIC),
    "the exponential": ("This model's raw prediction becomes a prediction in another way.", LOGISTIC),
    "the other class": ("The probability is that of the second class.", LOGISTIC),
}
WELCOME = (
    "**Which mistake leads to your number?** Type what you computed by hand from the trees: the ledger says "
    "term by term where your arithmetic parts from the library's. Or paste a warning."
)


MESSAGES_TO_TRY = (
    "No further splits with positive gain, best gain: -inf",
    "DataFrame.dtypes for data must be int, float, bool or category",
    "Input X contains NaN",
    "Why is the sum of the leaves not the prediction?",
)


def why(mistake: str) -> tuple[str, Moment]:
    """What is behind a mistake, and where it is seen."""
    return next(told for start, told in WHY.items() if mistake.startswith(start))


def named(mistakes: Sequence[str]) -> str:
    return joined([f"**{each}**" for each in mistakes])


def parts_at(finding: Finding) -> str:
    """The first term that differs."""
    if finding.first_term is None:
        return "The sum is the library's; what follows it differs."
    name, ours, theirs = finding.first_term
    name = "the base score" if name == "base score" else name
    return (
        f"The first term that differs is {name}: the library adds {number(ours, DIGITS)}, "
        f"the other arithmetic {number(theirs, DIGITS)}."
    )


def verdict(findings: Sequence[Finding], written: str, n_rows: int) -> str:
    """What is told of a number, with ** for what stands out."""
    written = written.replace("-", "−")
    if not findings:
        return (
            f"**Not found.** None of the known mistakes, alone or two at once, gives {written}. Does it "
            "belong to this row and this model? It may come from other values, columns in another order, or "
            "a model that was trained again."
        )
    if not findings[0].mistakes:
        return f"**It adds up:** {written} is what the library predicts, as precisely as it is written."
    sets = [named(each.mistakes) for each in findings]
    ways = sets[0] if len(sets) == 1 else "; or ".join(sets)
    if is_doubtful(findings):
        count = min(max(1, round(100 * findings[0].by_chance)), 100)
        return (
            f"**Too few digits to tell.** {written} could come from: {ways}; but about {count} in a hundred "
            "numbers with as few digits fit some mistake by chance. Type more digits, or a second row with "
            "its number."
        )
    both = "Both numbers come" if n_rows > 1 else f"{written} comes"
    second = " A second row with its number may decide." if len(sets) > 1 and n_rows == 1 else ""
    return f"{both} from: {ways}. {parts_at(findings[0])}{second}"


def is_doubtful(findings: Sequence[Finding]) -> bool:
    """Whether so few digits can fit by chance, so that nothing is claimed."""
    return bool(findings) and bool(findings[0].mistakes) and findings[0].by_chance >= DOUBT


def wants_second(findings: Sequence[Finding]) -> bool:
    """Whether a second row could tell more."""
    return is_doubtful(findings) or len(findings) > 1


def slips_to_try(hand: HandComputation) -> list[tuple[str, str]]:
    """Numbers that people get for the row, each with what it is called on a button."""
    wanted = {
        "the leaves alone": {"base": "base score left out", "link": "no link"},
        "the first average again": {"base": "the average in the trees added again"},
        "the rate once more": {"leaves": "learning rate once more"},
        "0 for a gap": {"gap": "missing taken for 0"},
        "one round short": {"rounds": "without the last round"},
    }
    found = []
    for name, choice in wanted.items():
        choice = {each: answer for each, answer in choice.items() if answer in hand.questions.get(each, ())}
        if choice:
            found.append((name, f"{hand.number(choice):.7g}"))
    return found
