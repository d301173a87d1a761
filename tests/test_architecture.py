"""Who may import whom, where files may lie, and what no text of the project may say."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOP_LEVEL = {
    *("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile"),
    *("gbtlib", "workbench", "pages", "datasets", "tests"),
}
# Modules of workbench that never import streamlit, with the folder of figures.
PURE_WORKBENCH = """
    adafaults adalesson adapresets adasnippets adaview adawords captions comparison comparison_words compute
    data difference documents findhunt findtree findview findwords fits formula frames gaincurves gainplaces
    gainview gammaquestion gammawords gapfaults gaps_snippets gapsview garbage growcost growfaults growth
    growtree growview growwords idle impurityview leafframe leafpresets leafsnippets leafview leafwords
    lesson marks packing partitionview paths prunefolds prunegamma prunehand prunetables pruneview
    prunewords registry roundnode rowformula rows rowview scoring single_tree snippets sources standins
    state surface theme tree_files tree_snippets treelayout treetext treeview viewmodel
"""
ROOTED_PATH = re.compile(r"(?<![\w.~}/:-])/(?:root|home|Users|work|workspace|tmp|opt|srv|mnt|media)/\w")
REGISTRY_HOST = re.compile(r"\b(?:pypi|pythonhosted|npmjs|debian)\.(?:org|com)\b", re.IGNORECASE)


def python_files(*names: str) -> list[Path]:
    """Python files of the given files and folders; those that do not exist have none."""
    found: list[Path] = []
    for name in names:
        path = ROOT / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.is_file() else []
    return found


def imported_packages(path: Path) -> set[str]:
    """Top-level names of all absolute imports of a file, those inside functions included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


def strangers(paths: list[Path], allowed: set[str]) -> dict[str, set[str]]:
    """For each file the packages that it imports beyond the standard library and `allowed`."""
    known = allowed | set(sys.stdlib_module_names)
    found = {str(path.relative_to(ROOT)): imported_packages(path) - known for path in paths}
    return {path: names for path, names in found.items() if names}


def project_files() -> list[Path]:
    """Files that git tracks or would add; in a copy without git, all but those of dot-folders."""
    git = ["git", "-C", str(ROOT)]
    top = subprocess.run([*git, "rev-parse", "--show-toplevel"], capture_output=True, text=True, check=False)
    if top.returncode == 0 and Path(top.stdout.strip()).resolve() == ROOT:
        command = [*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
        return [path for name in listed if name and (path := ROOT / name).is_file()]
    return list(_files_outside_caches())


def _files_outside_caches() -> Iterator[Path]:
    for entry in ROOT.iterdir():
        if entry.is_file():
            yield entry
        elif not entry.name.startswith(".") or entry.name == ".ci":
            yield from (path for path in entry.rglob("*") if path.is_file() and path.suffix != ".pyc")


def modules_loaded_by(*names: str) -> set[str]:
    """Top-level packages in memory after importing the named modules in a fresh interpreter."""
    code = f"import sys, {', '.join(names)}; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return set(result.stdout.split())


def module_name(path: Path) -> str:
    """Dotted name of a module of the checkout."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_gbtlib_imports_only_the_numeric_libraries() -> None:
    files = python_files("gbtlib")
    assert files
    assert strangers(files, {"gbtlib", "numpy", "scipy", "pandas", "graphviz"}) == {}


def test_importing_gbtlib_loads_no_app_and_no_other_learner() -> None:
    loaded = modules_loaded_by(*map(module_name, python_files("gbtlib")))
    assert loaded & {"workbench", "streamlit", "plotly", "sklearn", "xgboost", "lightgbm"} == set()


def test_data_figures_and_view_model_import_no_streamlit() -> None:
    files = python_files("workbench/figures", *(f"workbench/{name}.py" for name in PURE_WORKBENCH.split()))
    assert len(files) >= 4
    assert [path for path in files if "streamlit" in imported_packages(path)] == []
    assert "streamlit" not in modules_loaded_by(*map(module_name, files))


def test_pages_import_only_streamlit_and_the_workbench() -> None:
    files = python_files("pages")
    assert files
    assert strangers(files, {"streamlit", "workbench", "numpy", "pandas"}) == {}


def test_pages_define_nothing() -> None:
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    found = [
        f"{path.name}:{node.lineno}"
        for path in python_files("pages")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, definitions)
    ]
    assert found == []


def test_nobody_imports_tests() -> None:
    files = python_files("gbtlib", "workbench", "pages")
    assert [path for path in files if "tests" in imported_packages(path)] == []


def test_no_pages_folder_beside_the_entry_point() -> None:
    assert not (ROOT / "workbench" / "pages").exists()


def test_top_level_holds_nothing_else() -> None:
    entries = {path.relative_to(ROOT).parts[0] for path in project_files()}
    assert {name for name in entries if not name.startswith(".")} - TOP_LEVEL == set()


def test_no_text_names_a_machine() -> None:
    found: list[str] = []
    for path in project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture, not a text
        for number, line in enumerate(text.splitlines(), start=1):
            if ROOTED_PATH.search(line) or REGISTRY_HOST.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert found == []
