"""What stands in the head of a page beside its question: what it is about, and what can be set."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from streamlit.delta_generator import DeltaGenerator

from workbench.link.presets import Preset
from workbench.link.values import SETTINGS, TREE_SETTINGS
from workbench.shell import session
from workbench.shell.page_entry import PageEntry
from workbench.shell.parameter_line import parameter_line
from workbench.shell.setting_controls import (
    data_chooser,
    main_controls,
    more_settings,
    more_tree_settings,
    tree_parameters,
)

Draw = Callable[[DeltaGenerator], None]


@dataclass(frozen=True, slots=True)
class Head:
    """The controls of a page, each at the place that it has on every lesson.

    Attributes:
        choosers: what choose its rows or its case, in the bar.
        presets: cases worth a look by name, behind a button of the bar.
        settings: draws all that is set seldom, behind a button of the bar; None where there is none.
        line: the main parameters, in the line under the bar; None where there are none.
        names: of the values that these show.
    """

    choosers: tuple[Draw, ...] = ()
    presets: Mapping[str, Preset] = field(default_factory=dict)
    settings: Callable[[], None] | None = None
    line: Draw | None = None
    names: tuple[str, ...] = ()


def shared_head(entry: PageEntry) -> Head:
    """The controls that lessons share: those of a boosted model, or of one tree, as the page is about."""
    if entry.controls == "none" or entry.is_by_hand(session.values()):
        return Head()
    names = (*SETTINGS, *TREE_SETTINGS)
    if entry.controls == "boosting":
        return Head((data_chooser,), {}, of_data(more_settings), main_controls, names)

    def line(place: DeltaGenerator) -> None:
        parameter_line(place, tree_parameters(entry))

    return Head((data_chooser,), {}, of_data(partial(more_tree_settings, entry)), line, names)


def of_data(settings: Callable[[str], None]) -> Callable[[], None]:
    """The same of the data set that is chosen."""
    return lambda: settings(session.value("data"))


def settings_button(bar: DeltaGenerator, settings: Callable[[], None] | None) -> None:
    """The button behind which all that is set seldom is."""
    if settings is None:
        return
    # Drawn when open only: a dozen closed widgets would take a third of every step's time.
    panel = bar.popover("Settings", key="more_settings", on_change="rerun")
    if panel.open:
        with panel:
            settings()


def presets_button(bar: DeltaGenerator, presets: Mapping[str, Preset]) -> None:
    """The button behind which cases worth a look are."""
    if not presets:
        return
    panel = bar.popover("Presets", key="presets", on_change="rerun")
    if panel.open:
        for name, preset in presets.items():
            panel.button(
                preset.title,
                key=f"preset_{name}",
                help=preset.words,
                on_click=session.take,
                kwargs=dict(preset.values),
                width="stretch",
            )
