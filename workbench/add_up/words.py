"""What is said of a number that does not add up, and the ledger beside it. Pure."""

from collections.abc import Sequence

from gbtlib.handover.mistakes import DOUBT, Finding, HandComputation
from workbench.text.grammar import joined
from workbench.text.known_messages import MISTAKES, Moment
from workbench.text.ledger import DIGITS
from workbench.text.numbers import number

WELCOME = (
    "Type what you computed by hand from the trees: the ledger says term by term where your arithmetic "
    "parts from the library’s. Or paste a warning."
)


MESSAGES_TO_TRY = (
    "No further splits with positive gain, best gain: -inf",
    "DataFrame.dtypes for data must be int, float, bool or category",
    "Input X contains NaN",
    "Why is the sum of the leaves not the prediction?",
)


def why(mistake: str) -> tuple[str, Moment]:
    """What is behind a mistake, and where it is seen."""
    return next(told for start, told in MISTAKES.items() if mistake.startswith(start))


def named(mistakes: Sequence[str]) -> str:
    return joined([f"**{each}**" for each in mistakes])


def parts_at(finding: Finding) -> str:
    """The first term that differs."""
    if finding.first_term is None:
        return "The sum is the library’s; what follows it differs."
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
