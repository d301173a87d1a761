"""Which areas the screen shows."""

from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.splits import SHARES, Splits
from workbench.lessons.sonar_laboratory.values import FIRST, SECOND, SHARE, SURENESS
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.shell import session


def current_areas() -> Areas:
    """Those of the share of the link, or of the nearest that there is."""
    share = min(SHARES, key=lambda each: abs(each - session.value(SHARE)))
    session.shows(**{SHARE: share})
    return Areas(Splits(share), *current_pair(), session.value(SURENESS))


def current_pair() -> tuple[str, str]:
    """The two variants that are compared; of one alone, as a link may say, the first other one beside it."""
    first, second = session.value(FIRST), session.value(SECOND)
    if first == second:
        second = next(name for name in VARIANTS if name != first)
        session.say(f"{FIRST} and {SECOND} are both {first}; compared is {second}.", heading=session.OF_LINK)
        session.put(**{SECOND: second})
    return first, second
