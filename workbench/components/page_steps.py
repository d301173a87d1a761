"""The stepper of a saved page whose pictures have none of their own: buttons, slider, keys, play."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.components import register
from workbench.components.plain_page import Part
from workbench.components.rounds import buttons

register(
    __file__,
    f'<div class="page-steps" role="group" aria-label="Steps">{buttons("step")}'
    '<input type="range" step="1" aria-label="Step"><output></output></div>',
)


def page_steps(labels: Sequence[str], first: int) -> Part:
    """The stepper. labels: of the steps in words, from step 1 on; first: the step that is shown first."""
    return Part("page_steps", {"labels": labels, "round": first})
