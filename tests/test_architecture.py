"""Who may import whom, where files may lie, how long they may be, and what no text of the project may say."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORKBENCH = ROOT / "workbench"
LESSONS = WORKBENCH / "lessons"
TOP_LEVEL = {
    *("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile"),
    *("gbtlib", "workbench", "pages", "datasets", "tests"),
}
# From the ground up: a folder imports itself and those of the lines above its own; a lesson, all of them.
FLOORS = (
    ("paths", "loading", "charts"),
    ("data",),
    ("models",),
    ("text", "link"),
    ("trees",),
    ("gains",),
    ("components",),
    ("stage",),
    ("shell",),
    ("lessons",),
)
# Where streamlit may be imported: patterns of paths within workbench/. So may X.py beside X.js.
STREAMLIT = ("app.py", "serve.py", "__main__.py", "components/*.py", "shell/*.py")
STREAMLIT_IN_LESSONS = (
    "lessons/*/*widgets.py",
    "lessons/*/current_*.py",
    "home/*widgets.py",
    "sources/*widgets.py",
    "own_data/*widgets.py",
    "own_model/*widgets.py",
    "add_up/*widgets.py",
)
MOST_NESTING, MOST_IMPORTS_OF_A_PAGE = 2, 20
MOST_MODULES, MOST_LINES, MOST_LINES_OF_A_FUNCTION, MOST_PARAMETERS = 12, 350, 45, 7
MOST_LINES_OF_TESTS = 400
ROOTED_PATH = re.compile(r"(?<![\w.~}/:-])/(?:root|home|Users|work|workspace|tmp|opt|srv|mnt|media)/\w")
REGISTRY_HOST = re.compile(r"\b(?:pypi|pythonhosted|npmjs|debian)\.(?:org|com)\b", re.IGNORECASE)


def python_files(*names: str) -> list[Path]:
    """Python files of the given files and folders; those that do not exist have none."""
    found: list[Path] = []
    for name in names:
        path = ROOT / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.is_file() else []
    return found


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported_modules(path: Path) -> set[str]:
    """Dotted names of all imports of a file, those inside functions included.

    `from a import b` counts as a.b where that is a module of the project, and as a otherwise.
    """
    names: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = (
                module_name(path).split(".")
                if path.name == "__init__.py"
                else module_name(path.parent).split(".")
            )
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            base = ".".join(part for part in (above, node.module) if part)
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                names.add(whole if is_module(whole) else base)
    return names


@cache
def is_module(name: str) -> bool:
    """Whether a dotted name is a module or a package of the checkout."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def imported_packages(path: Path) -> set[str]:
    """Top-level names of all imports of a file."""
    return {name.split(".")[0] for name in imported_modules(path)}


def strangers(paths: list[Path], allowed: set[str]) -> dict[str, set[str]]:
    """For each file the packages that it imports beyond the standard library and `allowed`."""
    known = allowed | set(sys.stdlib_module_names)
    found = {shown(path): imported_packages(path) - known for path in paths}
    return {path: names for path, names in found.items() if names}


def shown(path: Path) -> str:
    """A path as one reads it: from the root of the checkout."""
    return path.relative_to(ROOT).as_posix()


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


def floor_of(module: str) -> int:
    """The floor of a module of workbench; app and __main__ stand on top of all."""
    part = [*module.split("."), ""][1]
    return next((i for i, names in enumerate(FLOORS) if part in names), len(FLOORS))


def lesson_of(module: str) -> str | None:
    """The lesson that a module belongs to."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["workbench", "lessons"] and len(parts) > 2 else None


def may_import_streamlit(path: Path) -> bool:
    within = path.relative_to(WORKBENCH)
    patterns = (*STREAMLIT, *STREAMLIT_IN_LESSONS)
    return path.with_suffix(".js").is_file() or any(
        within.match(pattern) and len(within.parts) == pattern.count("/") + 1 for pattern in patterns
    )


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Modules that import each other, whether at once or around several corners."""
    reach = {name: set(aims) for name, aims in graph.items()}
    for middle in graph:
        for name in graph:
            if middle in reach[name]:
                reach[name] |= reach[middle]
    rings = {
        tuple(sorted(n for n in reach[name] if name in reach[n])) for name in graph if name in reach[name]
    }
    return [list(ring) for ring in sorted(rings)]


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def n_parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many parameters a caller meets: not self, not cls."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return sum(name not in ("self", "cls") for name in names) + bool(given.vararg) + bool(given.kwarg)


def test_gbtlib_imports_only_the_numeric_libraries() -> None:
    files = python_files("gbtlib")
    assert files
    found = strangers(files, {"gbtlib", "numpy", "scipy", "pandas", "narwhals", "graphviz"})
    assert found == {  # in functions that they alone call
        "gbtlib/checks/scikit_learn.py": {"sklearn"},
        "gbtlib/handover/onnx_file.py": {"onnx"},
        "gbtlib/handover/sklearn_models.py": {"skops"},
        "gbtlib/train/alone.py": {"xgboost"},
        "gbtlib/train/on_dask.py": {"distributed", "xgboost"},
        "gbtlib/train/pieces.py": {"pyarrow"},
    }


def test_importing_gbtlib_loads_no_app_and_no_other_learner() -> None:
    loaded = modules_loaded_by(*map(module_name, python_files("gbtlib")))
    others = {"sklearn", "skops", "xgboost", "lightgbm", "dask", "distributed"}
    assert loaded & {"workbench", "streamlit", "plotly", *others} == set()


def test_every_folder_imports_only_from_below() -> None:
    found = []
    for path in python_files("workbench"):
        name = module_name(path)
        floor, part = floor_of(name), name.split(".")[1:2]
        for aim in imported_modules(path):
            if aim.startswith("workbench.") and aim.split(".")[1:2] != part and floor_of(aim) >= floor:
                found.append(f"{shown(path)} imports {aim}")
    assert found == []


def test_no_module_imports_itself_around_a_corner() -> None:
    files = {module_name(path): path for path in python_files("workbench")}
    graph = {name: imported_modules(path) & set(files) - {name} for name, path in files.items()}
    assert circles(graph) == []


def test_a_lesson_is_imported_by_itself_and_its_page_only() -> None:
    found = []
    for path in python_files("workbench", "pages"):
        me = path.stem if path.parts[-2] == "pages" else lesson_of(module_name(path))
        others = {lesson_of(aim) for aim in imported_modules(path)} - {None, me}
        found += [f"{shown(path)} imports from {other}" for other in sorted(map(str, others))]
    assert found == []


def test_a_lesson_has_the_name_of_its_page_and_of_its_tests() -> None:
    def folders(path: Path) -> set[str]:
        return {each.name for each in path.iterdir() if each.is_dir() and any(each.glob("*.py"))}

    lessons = folders(LESSONS)
    assert lessons
    assert lessons == {path.stem for path in python_files("pages")} - {
        *("home", "sources", "your_data", "open_a_model", "does_it_add_up")
    }
    assert lessons == folders(ROOT / "tests" / "lessons")
    assert [path.name for path in LESSONS.glob("*.py")] == ["__init__.py"]


def test_streamlit_is_imported_where_widgets_are() -> None:
    others = [path for path in python_files("workbench") if not may_import_streamlit(path)]
    assert len(others) > len(python_files("workbench")) / 2
    assert [shown(path) for path in others if "streamlit" in imported_packages(path)] == []
    # Nor do they load it through others: they stand below, or beside what has widgets in the same lesson.
    below = [path for path in others if floor_of(module_name(path)) < floor_of("workbench.components")]
    assert "streamlit" not in modules_loaded_by(*map(module_name, below))


def test_a_component_is_a_module_beside_its_script() -> None:
    registering = [path for path in python_files("workbench") if calls_register(path)]
    assert registering
    for path in registering:
        assert path.with_suffix(".js").is_file(), f"{shown(path)} registers a component without its script"
    own = [
        path for path in WORKBENCH.rglob("*.css") if "kit" not in path.parts
    ]  # shared by all lies in the kit
    assert [shown(path) for path in own if not path.with_suffix(".js").is_file()] == []


def calls_register(path: Path) -> bool:
    """Whether a module registers a component of the browser when it is loaded."""
    calls = [node.func for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]
    return any(isinstance(function, ast.Name) and function.id == "register" for function in calls)


def test_one_name_is_one_thing() -> None:
    """No two classes have the same name."""
    places: dict[str, list[str]] = {}
    for path in python_files("workbench", "pages"):
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(shown(path))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_the_entry_point_loads_the_workbench_in_one_thread_at_a_time() -> None:
    """Sessions that begin at once would import the same packages side by side."""
    unlocked = [node for node in parsed(WORKBENCH / "app.py").body if isinstance(node, ast.ImportFrom)]
    assert [node.module for node in unlocked] == ["workbench.loading"]


def test_few_modules_lie_directly_in_the_workbench() -> None:
    modules = [path.name for path in WORKBENCH.glob("*.py")]
    assert len(modules) <= MOST_MODULES, modules


def too_long(paths: list[Path], most: int) -> dict[str, int]:
    """Modules with more lines than `most`, and how many these are."""
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    return {path: lines for path, lines in lengths.items() if lines > most}


def test_no_module_is_too_long() -> None:
    assert too_long(python_files("workbench", "pages"), MOST_LINES) == {}


def test_no_module_of_tests_is_too_long() -> None:
    assert too_long(python_files("tests"), MOST_LINES_OF_TESTS) == {}


def test_no_function_is_too_long() -> None:
    found = [
        f"{shown(path)}: {function.name}, {lines} lines"
        for path in python_files("workbench", "pages")
        for function in functions_of(path)
        if (lines := (function.end_lineno or 0) - function.lineno + 1) > MOST_LINES_OF_A_FUNCTION
    ]
    assert found == []


def test_no_function_has_too_many_parameters() -> None:
    found = [
        f"{shown(path)}: {function.name}, {count} parameters"
        for path in python_files("workbench", "pages")
        for function in functions_of(path)
        if (count := n_parameters(function)) > MOST_PARAMETERS
    ]
    assert found == []


def test_pages_import_only_streamlit_and_the_workbench() -> None:
    files = python_files("pages")
    assert files
    assert strangers(files, {"streamlit", "workbench", "numpy", "pandas"}) == {}


def nesting(node: ast.AST, depth: int = 0) -> int:
    """How deep ifs, loops and withs lie in each other below a node."""
    deeper = depth + isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.Try))
    return max((nesting(child, deeper) for child in ast.iter_child_nodes(node)), default=deeper)


def test_pages_only_compose() -> None:
    """One function, no ladder of ifs, and few names: what a page shows is made by its lesson."""
    found = []
    for path in python_files("pages"):
        tree = parsed(path)
        names = sum(len(each.names) for each in ast.walk(tree) if isinstance(each, ast.ImportFrom))
        functions = [each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
        if functions != ["page"] or nesting(tree) > MOST_NESTING or names > MOST_IMPORTS_OF_A_PAGE:
            found.append(f"{path.name}: {functions}, {nesting(tree)} deep, {names} names imported")
    assert found == []


def test_nobody_imports_tests() -> None:
    files = python_files("gbtlib", "workbench", "pages")
    assert [path for path in files if "tests" in imported_packages(path)] == []


def test_no_pages_folder_beside_the_entry_point() -> None:
    assert not (WORKBENCH / "pages").exists()


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
