"""The scripts of all components in the head of a page."""

import json

from workbench.components import SOURCES
from workbench.components.page_scripts import page_script
from workbench.shell import registry


def test_every_component_that_can_be_registered_has_its_script_in_the_page() -> None:
    assert registry.PAGES
    script = page_script().decode()
    for name, source in SOURCES.items():
        assert f"{json.dumps(name)}: () => {{\n{source.script}\nreturn $draw\n}}" in script
