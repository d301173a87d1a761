"""One script from the modules that a component's script imports: Streamlit takes the text of a single one.

What is understood, each at the beginning of a line: `import { name, other as mine } from "./file.js"`, the
path relative to the importing file; `export const name`, `export function name`, `export class name`; and in
the component's own script `export default`. All else about modules is refused, so that what cannot work is
found when the app starts, and not by a reader.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_IMPORT = re.compile(r"^import \{([^}]*)\} from \"(\.[^\"]*)\";?$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function\*?|class) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default\b", re.MULTILINE)
_ANY = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@dataclass(frozen=True)
class Module:
    """A file: what it imports as (names, path), what it exports, and its text."""

    path: Path
    imports: tuple[tuple[tuple[str, ...], Path], ...]
    exports: tuple[str, ...]
    text: str


def bundled(entry: Path) -> str:
    """The text of a script with all that it imports, each module once and before whoever imports it."""
    modules: dict[Path, Module] = {}
    _collect(entry.resolve(), [], modules)
    root = Path(os.path.commonpath([path.parent for path in modules]))
    return "\n".join(_scoped(module, root) for module in modules.values())


def gathered(files: Sequence[Path]) -> tuple[str, list[str]]:
    """The same of several modules that are no components: the text, and the name that each has in it."""
    modules: dict[Path, Module] = {}
    resolved = [file.resolve() for file in files]
    for file in resolved:
        _collect(file, [file.parent], modules)
    root = Path(os.path.commonpath([path.parent for path in modules]))
    return "\n".join(_scoped(module, root) for module in modules.values()), [
        _name_of(file, root) for file in resolved
    ]


def drawing_script(entry: Path, name: str = "$draw") -> str:
    """The same of a component: text that defines what its script exports by a name, as $draw, which draws it.

    Where it stands in a function, nothing else of it is seen by others.
    """
    return bundled(entry).replace("\nexport default ", f"\nconst {name} = ")


def _collect(path: Path, importers: Sequence[Path], modules: dict[Path, Module]) -> None:
    """Put a module behind all that it imports."""
    if path in importers:
        circle = [*importers[importers.index(path) :], path]
        raise ValueError(f"modules import each other: {' -> '.join(each.name for each in circle)}")
    if path in modules:
        return
    module = _read(path, is_entry=not importers)
    for names, imported in module.imports:
        if not imported.is_file():
            raise ValueError(f"{path.name} imports {imported}, which does not exist")
        _collect(imported, [*importers, path], modules)
        for name in names:
            if name.split(" as ")[0] not in modules[imported].exports:
                raise ValueError(f"{path.name} imports {name}, which {imported.name} does not export")
    modules[path] = module


def _read(path: Path, is_entry: bool) -> Module:
    text = path.read_text(encoding="utf-8")
    imports = tuple(
        (tuple(name.strip() for name in names.split(",") if name.strip()), (path.parent / file).resolve())
        for names, file in _IMPORT.findall(text)
    )
    known = _EXPORT.sub("", _IMPORT.sub("", text))
    if is_entry:
        known = _DEFAULT.sub("", known, count=1)
    if stray := _ANY.search(known):
        raise ValueError(f"{path.name}: what is meant by “{stray[0]}”? See bundle.py")
    if is_entry and not _DEFAULT.search(text):
        raise ValueError(f"{path.name} is a component's script and has no default export")
    return Module(path, imports, tuple(_EXPORT.findall(text)), text)


def _scoped(module: Module, root: Path) -> str:
    """A module in a scope of its own, under its name; the component's script stays at the top."""

    def take(found: re.Match[str]) -> str:
        names = found[1].strip().rstrip(",").replace(" as ", ": ")
        return f"const {{ {names} }} = {_name_of((module.path.parent / found[2]).resolve(), root)}"

    text = _EXPORT.sub("", _IMPORT.sub(take, module.text)).rstrip()
    if _DEFAULT.search(module.text):
        return text + "\n"
    exports = ", ".join(module.exports)
    return f"const {_name_of(module.path, root)} = (() => {{\n{text}\nreturn {{ {exports} }}\n}})()"


def _name_of(path: Path, root: Path) -> str:
    return "$" + re.sub(r"\W", "$", path.relative_to(root).with_suffix("").as_posix())
