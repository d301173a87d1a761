"""The house of gbtlib: what core imports and how long it is, and the names that everybody may import."""

import ast
import io
import tokenize
import tomllib
from pathlib import Path

import pytest

import gbtlib

ROOT = Path(gbtlib.__file__).resolve().parent
CORE = sorted((ROOT / "core").glob("*.py"))
MOST_LINES = 900
NO_CODE = (
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
)
PUBLIC = """
    AbsoluteError AdaBoostClassifier AdaBoostParams AdaBoostRound
    BinaryExpressionLoss BoostingParams CONVENTIONS Candidates
    CategorySearch CheckedLoss ClassCandidates Columns Criterion CrossValidation DecisionTreeClassifier
    DecisionTreeRegressor Entropy Exponential ExpressionLoss Features ForestTree FormulaError Gini
    GradientBoostingClassifier GradientBoostingRegressor HalfSquaredError Huber LOSSES LevelCost Logistic
    Loss LossReport Node ONEDAL_PARAMETERS OwnLoss Partitions PruningStep Quantile RandomForestClassifier
    RandomForestRegressor Round Samme SecondOrder Softmax SparseColumns SplitSearch SquaredError Surrogate
    Tree TreeParams Triplets Validation __version__ adaboost_rounds boost build_model contributions
    cross_validate every_partition from_class_tables from_dense from_scipy from_table
    from_triplets geometric_means
    grow_forest grow_tree learn_features load loss_report make_folds node_risk one_against_rest onedal_params
    onedal_table prune prune_by_gamma rank_surrogates rescan samme search_cost sort_columns sort_entries
    sorted_partitions split_search surrogates_of to_class_tables tree_from_arrays weakest_links
"""


def lines_of_code(path: Path) -> int:
    """Lines that hold code: no docstrings, no blank lines, none with a comment only."""
    text = path.read_text(encoding="utf-8")
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        documented = ast.Module | ast.ClassDef | ast.FunctionDef
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            docstring = node.body[0]
            lines -= set(range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1))
    return len(lines)


def imported_from_gbtlib(path: Path) -> set[str]:
    """The modules of gbtlib that a file imports, those inside functions included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] == "gbtlib"}


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_core_imports_nothing_of_gbtlib_outside_itself_but_the_loops(path: Path) -> None:
    assert {name.split(".")[1] for name in imported_from_gbtlib(path)} <= {"core", "loops"}


@pytest.mark.parametrize("path", sorted((ROOT / "loops").glob("*.py")), ids=lambda path: path.stem)
def test_loops_import_nothing_of_gbtlib_outside_themselves(path: Path) -> None:
    """Compiled code is kept until a file of its folder changes: what lies elsewhere would stay as it was."""
    assert {name.split(".")[1] for name in imported_from_gbtlib(path)} <= {"loops"}


# From the ground up: a folder, or a module beside them, imports those of the lines above its own alone.
FLOORS = (
    {"loops", "version"},
    {"core"},
    {"checks", "forest", "histogram", "prediction"},
    {"cart", "explain", "losses", "metrics"},
    {"adaboost", "inputs"},
    {"pictures", "saved", "tables"},
    {"estimators"},
    {"compile_ahead", "handover", "train"},
)
MODULES = sorted(path for path in ROOT.rglob("*.py") if path != ROOT / "__init__.py")
MOST_LINES_OF_A_MODULE, MOST_LINES_OF_A_FUNCTION, MOST_PARAMETERS = 350, 45, 7
LONGER: set[str] = set()  # functions that are not yet cut down


def place(path: Path) -> str:
    """The folder of gbtlib that a file lies in, or its own name."""
    return path.relative_to(ROOT).with_suffix("").parts[0]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_folder_imports_those_below_it_alone(path: Path) -> None:
    below = set().union(*FLOORS[: next(i for i, names in enumerate(FLOORS) if place(path) in names)])
    assert {name.split(".")[1] for name in imported_from_gbtlib(path)} - {place(path)} <= below


def test_modules_and_functions_are_short_and_take_few_parameters() -> None:
    assert [
        path for path in MODULES if path.read_text(encoding="utf-8").count("\n") > MOST_LINES_OF_A_MODULE
    ] == []
    long = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                given = [
                    each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                ]
                n_lines = (node.end_lineno or 0) - node.lineno + 1
                n_parameters = len(set(given) - {"self", "cls"})
                if n_lines > MOST_LINES_OF_A_FUNCTION or n_parameters > MOST_PARAMETERS:
                    long.add(node.name)
    assert long == LONGER


def test_core_can_be_printed() -> None:
    assert len(CORE) > 10
    assert sum(map(lines_of_code, CORE)) <= MOST_LINES


def test_a_line_of_code_is_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "example.py"
    text = (
        '"""Words."""\n\n# Words.\nx = (\n    1,\n)\n\ndef f():\n    """More.\n\n    End."""\n    return 1\n'
    )
    path.write_text(text, encoding="utf-8")
    assert lines_of_code(path) == 5


def test_public_names_are_those_that_they_were() -> None:
    assert sorted(gbtlib.__all__) == sorted(PUBLIC.split())
    assert [name for name in PUBLIC.split() if not hasattr(gbtlib, name)] == []


def test_public_names_are_those_of_the_modules() -> None:
    """No name stands for two things: a public class or function has its name, and no module another such."""
    defined: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                defined.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    public = [name for name in gbtlib.__all__ if callable(getattr(gbtlib, name))]
    assert [name for name in public if getattr(gbtlib, name).__name__ != name] == []
    checked = {"TreeParams", "BoostingParams"}  # of core, which checks nothing, and by checks
    assert {name for name in public if len(defined.get(name, [])) != 1} == checked


def test_the_version_is_said_in_one_place() -> None:
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    source = ROOT.parent / project["tool"]["hatch"]["version"]["path"]
    assert f'\n__version__ = "{gbtlib.__version__}"\n' in source.read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", sorted(path.name for path in ROOT.iterdir() if path.is_dir()))
def test_every_folder_says_what_it_holds(folder: str) -> None:
    if folder != "__pycache__":
        assert ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text(encoding="utf-8")))
