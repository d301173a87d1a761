"""What a widget shows until the browser has heard of its value. Pure, without streamlit."""

from collections.abc import Callable, Sequence
from typing import Any


# WORKAROUND streamlit 1.67, values are sent once.
def first_value(widget: Callable[..., Any], choices: Sequence[Any], shown: Any) -> dict[str, Any]:
    """The parameter by which a widget of Streamlit takes the value it begins with, and that value.

    What is assigned to a widget's state is sent once. A browser that draws the widget later than the next
    answer comes, as over a slow network, does not hear of it and begins with this.
    choices: of a widget that has some.
    """
    match widget.__name__:
        case "selectbox" | "radio":
            return {"index": choices.index(shown)} if shown in choices else {}
        case "segmented_control":
            return {"default": shown}
    return {"value": shown}
