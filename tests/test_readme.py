"""The README's example runs and prints what the README says."""

import contextlib
import io
import pkgutil
import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_example_prints_what_the_readme_shows() -> None:
    text = README.read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    shown = re.search(r"two probabilities of that row:\n\n```\n(.*?)```", text, re.DOTALL)
    assert code is not None
    assert shown is not None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code[1], {})
    assert printed.getvalue() == shown[1]
    assert len(code[1].strip().splitlines()) <= 12


def test_pictures_of_the_readme_are_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert pictures
    for picture in pictures:
        assert (README.parent / picture).is_file()


def test_the_functions_that_decide_are_there() -> None:
    """Every dotted name of gbtlib in the README is one, and every module of core is told of."""
    text = README.read_text(encoding="utf-8")
    named = set(re.findall(r"`(gbtlib(?:\.\w+)+)`", text))
    assert len(named) >= 4
    assert [name for name in sorted(named) if not callable(pkgutil.resolve_name(name))] == []
    modules = {path.stem for path in (README.parent / "gbtlib" / "core").glob("*.py")} - {"__init__"}
    assert [name for name in sorted(modules) if f"`{name}`" not in text] == []
