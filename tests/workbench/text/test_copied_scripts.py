"""No script to be copied needs the workbench: in an empty folder it runs with its own library."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gbtlib
import workbench
from tests.scripts import printed
from workbench.lessons.adaboost import snippets as adaboost
from workbench.lessons.adaboost.adaboost_run import AdaSettings
from workbench.lessons.prune_it import snippets as prune_it
from workbench.lessons.prune_it.hand_trees import hand_sequence, printed_sequence
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings, grow_single_tree
from workbench.text.boosting_snippet import figure_snippet, gbtlib_snippet, xgboost_snippet
from workbench.text.tree_snippet import sklearn_tree_snippet, tree_snippet

SONAR = Settings(data="sonar", n_estimators=2)
PLANE = TreeSettings(data="spiral3", noise=0.1, seed=3, max_depth=3)
FOREIGN = re.compile(r"\b(?:from|import) (?:workbench|tests)\b")
RUN = """\
import runpy, sys
beside, refused, *scripts = sys.argv[1:]
sys.path.insert(0, beside)
sys.modules |= dict.fromkeys(refused.split(","))
for script in scripts:
    runpy.run_path(script)
"""


def run_alone(folder: Path, scripts: list[str], refused: tuple[str, ...]) -> str:
    """What scripts print in a fresh interpreter in a folder of their own, where imports are refused."""
    for number, script in enumerate(scripts):
        (folder / f"{number}.py").write_text(script, encoding="utf-8")
    names = [f"{number}.py" for number in range(len(scripts))]
    beside = Path(gbtlib.__file__).parents[1]  # where its loops are compiled already
    command = [sys.executable, "-I", "-c", RUN, str(beside), ",".join(refused), *names]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_scripts_run_with_gbtlib_alone(tmp_path: Path) -> None:
    scripts = [
        gbtlib_snippet(SONAR, 2, 0, 1),
        gbtlib_snippet(Settings(noise=0.2, n_estimators=1), 1),
        tree_snippet(PLANE, 2),
        tree_snippet(TreeSettings(data="automobile", criterion="squared_error", max_depth=2), 0),
        adaboost.gbtlib_snippet(AdaSettings(data="iris", flipped=50), 2),
        prune_it.gbtlib_snippet(hand_sequence("impurity"), TreeSettings(), 1, 8),
        prune_it.gbtlib_snippet(printed_sequence("misclassification"), TreeSettings(), 1, 8),
    ]
    refused = ("workbench", "tests", "xgboost", "sklearn", "plotly", "streamlit")
    assert run_alone(tmp_path, scripts, refused) == "".join(map(printed, scripts))


def test_scripts_run_with_the_other_library_alone(tmp_path: Path) -> None:
    scripts = [
        xgboost_snippet(SONAR, fit_boosted_model(SONAR).trace[1].trees[0], 2, 0, 1),
        sklearn_tree_snippet(PLANE, grow_single_tree(PLANE).tree, 2),
        adaboost.sklearn_snippet(AdaSettings(data="iris", flipped=50), 2),
    ]
    texts = [script for script in scripts if script is not None]
    assert len(texts) == len(scripts)
    refused = ("workbench", "tests", "gbtlib", "plotly", "streamlit")
    assert run_alone(tmp_path, texts, refused) == "".join(map(printed, texts))


def test_a_figure_needs_plotly_only_besides(tmp_path: Path) -> None:
    scripts = [figure_snippet(SONAR, 2), figure_snippet(Settings(n_estimators=1), 1)]
    refused = ("workbench", "tests", "xgboost", "sklearn", "streamlit")
    assert run_alone(tmp_path, scripts, refused) == "".join(map(printed, scripts))


def test_an_import_of_the_workbench_is_refused_where_scripts_are_tested() -> None:
    with pytest.raises(ImportError, match="to be copied imports workbench"):
        printed("from workbench.data.catalogue import load_dataset")


def test_no_text_of_the_workbench_imports_it() -> None:
    """Whatever may be put into a script is a text in some module."""
    folder = Path(workbench.__file__).parent
    found = []
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if is_text and FOREIGN.search(str(getattr(node, "value", ""))):
                found.append(f"{path.relative_to(folder)}:{getattr(node, 'lineno', 0)}")
    assert found == []
