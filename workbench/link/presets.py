"""An experiment to start from: settings made with one click, and what to look at. Pure, no streamlit."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.link.values import ENTRIES, SETTINGS


@dataclass(frozen=True)
class Preset:
    """An experiment: the values that it sets, and what to look at.

    Taken as it is, it sets `values` alone; all_values() sets all settings.
    usual: names of the cursor's values that go back to their defaults, as all settings do, where `values`
    says nothing else.
    """

    title: str
    values: Mapping[str, Any]
    words: str
    usual: Collection[str] = ()

    def all_values(self) -> dict[str, Any]:
        """Every setting, those not named at their default, and the cursor."""
        defaults = {name: entry.default for name, entry in SETTINGS.items()}
        return defaults | {name: ENTRIES[name].default for name in self.usual} | dict(self.values)


def chosen(
    presets: Sequence[Preset], values: Mapping[str, Any], *, apart: Collection[str] = ()
) -> Preset | None:
    """The experiment that the screen shows, some names apart; None if it is none of them."""
    for preset in presets:
        wanted = {name: each for name, each in preset.all_values().items() if name not in apart}
        if all(values[name] == each for name, each in wanted.items()):
            return preset
    return None
