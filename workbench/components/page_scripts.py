"""The scripts of all components as one, in the head of a page: Streamlit would send them with every step."""

import hashlib
import json
from functools import cache
from pathlib import Path

from workbench.components.bundle import drawing_script
from workbench.components.views import views_script

_PACKAGE = Path(__file__).parents[1]
_NO_COMPONENTS = (
    "plain_page",
    "saved_stage",
    "widget_stage",
)  # what stands by itself has a default export, too
_DRAW = """
const drawn = {}, decoder = new TextDecoder()
globalThis.gbtDraw = (name, component) => {
  const draw = (drawn[name] ??= scripts[name]()), stages = () => (drawn.views ??= views())
  const leave = draw({ ...component, data: JSON.parse(decoder.decode(component.data)) }, stages)
  // Its script comes some time after its place.
  const { parentElement } = component, isDrawn = !parentElement.querySelector("[data-awaits]")
  parentElement.getRootNode().host.toggleAttribute("data-drawn", isDrawn)
  return leave
}
"""


@cache
def page_script() -> bytes:
    """A script that defines gbtDraw(name, component): draws what Streamlit says, as the script x.js does."""
    scripts = {file.stem: file for file in sorted(_PACKAGE.rglob("*.js")) if _is_entry(file)}
    functions = ",\n".join(
        f"{json.dumps(name)}: () => {{\n{drawing_script(file)}\nreturn $draw\n}}"
        for name, file in scripts.items()
    )
    return (
        f"{{\nconst scripts = {{\n{functions}\n}}\nconst views = () => {views_script()}{_DRAW}}}\n".encode()
    )


@cache
def version() -> str:
    """A name of exactly this text."""
    return hashlib.blake2b(page_script(), digest_size=8).hexdigest()


def _is_entry(file: Path) -> bool:
    """Whether it draws a component."""
    text = file.read_text(encoding="utf-8")
    return "\nexport default " in f"\n{text}" and file.stem not in _NO_COMPONENTS
