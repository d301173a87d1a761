"""A line of parameters that are values of the link: each by its rule."""

from collections.abc import Iterable, Mapping, Sequence

from streamlit.delta_generator import DeltaGenerator

from gbtlib.checks.rules import Choice, Rule
from workbench.components.parameters import Parameter, draw_parameters, told_parameters
from workbench.link.values import ENTRIES
from workbench.shell import session

RATES = (
    *(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02),
    *(round(0.05 * k, 2) for k in range(1, 21)),
)
DEPTHS = (*range(1, 13), 15, 20, 30, 50, 100, 150, None)
COUNTS = (*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000)
LEAVES = (*range(1, 17), 20, 25, 32, 50, 64, 100, 200, 500, 1000, None)
NO_LIMIT = "no limit"


def on_track(name: str, stops: Iterable[float | None] = (), *, label: str = "", words: str = "") -> Parameter:
    """A number of the link on a track.

    stops: where the track leads, ascending, the last None for no limit; if none are given, the steps of the
    value's rule. words: what the label does not say.
    """
    rule = ENTRIES[name].rule
    assert isinstance(rule, Rule)
    in_file = session.store().in_file()
    return Parameter(
        name,
        label or name,
        in_file.get(name, session.value(name)),
        stops=[each for each in stops if rule.broken_by(each) is None] or steps_of(rule, ENTRIES[name].step),
        low=rule.low,
        high=rule.high,
        is_whole=rule.whole,
        empty=NO_LIMIT if rule.none_means else None,
        words=words,
        idle=session.store().idle_in_file(name),
    )


def steps_of(rule: Rule, step: float) -> tuple[float, ...]:
    """The numbers from the lowest to the highest of a rule, by a step."""
    count = round((rule.high - rule.low) / step)
    numbers = (rule.low + step * k for k in range(count + 1))
    return tuple(int(each) if rule.whole else round(each, 9) for each in numbers)


def of_names(name: str, words_of: Mapping[str, str], *, label: str = "") -> Parameter:
    """One of a few names of the link, side by side. words_of: what each is called."""
    rule = ENTRIES[name].rule
    assert isinstance(rule, Choice)
    choices = {each: words_of.get(each, each) for each in rule.names}
    return Parameter(name, label or name, session.value(name), choices=choices)


def parameter_line(
    place: DeltaGenerator,
    parameters: Sequence[Parameter],
    also: session.Also | None = None,
    *,
    of: str = "",
) -> None:
    """Draw a line of parameters, which the reader sets.

    also: values that are set with any of them, or what makes these of what is
    set. of: what it is of, where a page has several.
    """
    key = f"parameters_{of or session.page_name()}"
    with place:
        draw_parameters(
            parameters,
            key=key,
            heard=session.store().heard(key),
            on_set=lambda: take_parameters(key, also or {}),
        )


@session.callback
def take_parameters(key: str, also: session.Also) -> None:
    """Set what the reader has set in a line; an act that was heard before is none any more.

    While a track is held all its values are one entry of the browser's history.
    """
    number, begun, values = told_parameters(key)
    kept = session.store()
    moment = kept.moment if begun <= kept.heard(key) else None
    if kept.takes(key, number):
        session.put(**values | dict(also(values) if callable(also) else also))
        kept.moment = kept.moment if moment is None else moment
