"""The scripts of all components in the head of a page."""

import json

from workbench.components import SCRIPTS
from workbench.components.bundle import drawing_script
from workbench.components.page_scripts import page_script
from workbench.shell import registry


def test_every_component_that_can_be_registered_has_its_script_in_the_page() -> None:
    assert registry.PAGES
    script = page_script().decode()
    assert SCRIPTS
    for each in SCRIPTS:
        assert f"{json.dumps(each.stem)}: () => {{\n{drawing_script(each)}\nreturn $draw\n}}" in script
