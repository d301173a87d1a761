"""The recipes of ARCHITECTURE.md are followed to the letter; callbacks are guarded."""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import workbench.lessons
import workbench.shell.page
from tests.pages import opened, payloads, quiet
from workbench import paths
from workbench.link import values
from workbench.paths import PACKAGE_DIR, PAGES_DIR
from workbench.shell import registry

RECIPE = (PACKAGE_DIR / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("## To add a lesson")[2]
NAME = "how_many_rows"


def code_of(step: int) -> str:
    """The code that a step of the recipe for a lesson tells to write."""
    text = re.split(r"^\d\. ", RECIPE.partition("\n## ")[0], flags=re.MULTILINE)[step]
    code = text.partition("```python\n")[2].partition("   ```")[0]
    return re.sub(r"^   ", "", code, flags=re.MULTILINE).replace("NAME", NAME)


@pytest.fixture
def forgotten() -> Iterator[None]:
    """The values of the link are in the end what they were."""
    before = set(values.ENTRIES)
    yield
    for name in set(values.ENTRIES) - before:
        del values.ENTRIES[name]


@pytest.mark.usefixtures("forgotten")
def test_a_lesson_is_a_folder_a_page_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson, pages = tmp_path / "lessons" / NAME, tmp_path / "pages"
    lesson.mkdir(parents=True)
    shutil.copytree(PAGES_DIR, pages)
    (lesson / "__init__.py").write_text(code_of(1), encoding="utf-8")
    (lesson / "widgets.py").write_text(code_of(2), encoding="utf-8")
    (pages / f"{NAME}.py").write_text(code_of(3), encoding="utf-8")
    monkeypatch.setattr(workbench.lessons, "__path__", [*workbench.lessons.__path__, str(lesson.parent)])
    monkeypatch.setattr(paths, "PAGES_DIR", pages)
    monkeypatch.setattr(registry, "PAGES", registry.gathered((*registry.LESSONS, NAME)))
    at = opened(f"{NAME}.py", data="hand4", n_estimators=1, times=3)
    assert quiet(at)
    assert [each.value for each in at.markdown if each.value.endswith("rows")] == ["12 rows"]
    at.slider(key="widget_times").set_value(2).run()
    assert payloads(at, "address")[0]["values"]["times"] == "2"
    home = opened("home.py")
    assert quiet(home)
    assert any("How many rows has it?" in link.proto.label for link in home.get("page_link"))


def callbacks_in(path: Path) -> list[tuple[int, str]]:
    """What a file hands to widgets as on_click or on_change: the line, and the name of the function."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        value: ast.expr | None = None
        if isinstance(node, ast.keyword) and node.arg in ("on_click", "on_change"):
            value = node.value
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "step_row":
            value = node.args[3]
        if value is not None:
            if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "partial":
                value = value.args[0]
            either = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            found += [
                (each.lineno, ast.unparse(each)) for each in either if not isinstance(each, ast.Constant)
            ]
    return found


def guarded_names() -> set[str]:
    """Functions with the decorator that catches what goes wrong in a callback."""
    return {
        node.name
        for path in PACKAGE_DIR.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(each) in ("callback", "session.callback") for each in node.decorator_list)
    }


def test_every_callback_of_a_widget_is_guarded() -> None:
    known = guarded_names() | {f"session.{name}" for name in ("take", "take_widget", "go_back")}
    handed_on = {"on_change", "take_it", "take", "go"}  # by functions that are given one of these
    found = [
        f"{path.name}:{line} {name}"
        for path in [*PACKAGE_DIR.rglob("*.py"), *PAGES_DIR.glob("*.py")]
        for line, name in callbacks_in(path)
        if name not in known | handed_on
    ]
    assert found == []
