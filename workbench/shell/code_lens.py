"""The very lines of gbtlib that computed what is on the screen, and the same state as a snippet to copy."""

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import streamlit as st

import gbtlib
from workbench.data.catalogue import DATASETS
from workbench.models.boosted import BoostedModel
from workbench.models.single_tree import SingleTree
from workbench.shell import own_models
from workbench.shell.code_topics import all_topics
from workbench.shell.page import folded, presenting
from workbench.text.boosting_snippet import figure_snippet, why_no_xgboost, xgboost_snippet
from workbench.text.cluster_snippet import cluster_programs, train_command
from workbench.text.given_snippet import given_snippet
from workbench.text.library_snippet import library_snippet, why_not
from workbench.text.tree_snippet import sklearn_tree_snippet, tree_snippet, why_no_sklearn
from workbench.trees.box_text import rows_of

# Of a model that was opened: gbtlib grew no tree.
OF_GIVEN = ("gradient of", "hessian of", "gain", "leaf weight", "ledger", "path of a row")
ALONE = "The rows are in the script: it runs without this workbench."
_ROOT = Path(gbtlib.__file__).resolve().parents[1]


class CodeLines(NamedTuple):
    """Lines of a file: its path from the folder that gbtlib lies in, the first line's number, the text."""

    path: str
    first: int
    text: str

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + self.text.count("\n")


def lines_of(function: Callable[..., Any]) -> CodeLines:
    """The source of a function, and where it stands. Errors: OSError without source files."""
    function = inspect.unwrap(function)  # a loop as it was before it was compiled
    lines, first = inspect.getsourcelines(function)
    file = Path(inspect.getfile(function)).resolve()
    # A loss of one's own may stand in a file of one's own.
    path = file.relative_to(_ROOT).as_posix() if file.is_relative_to(_ROOT) else file.name
    return CodeLines(path, first, dedent("".join(lines)).rstrip("\n"))


def lines_about(topic: str) -> CodeLines:
    """The lines of a topic. Errors: KeyError for another topic, ValueError for a lost marker."""
    chosen = all_topics()[topic]
    path, first, text = lines_of(chosen.function)
    lines = text.split("\n")
    begin = 0 if chosen.start is None else _find(lines, chosen.start, 0)
    end = len(lines) - 1 if chosen.stop is None else _find(lines, chosen.stop, begin)
    return CodeLines(path, first + begin, dedent("\n".join(lines[begin : end + 1])))


def _find(lines: Sequence[str], marker: str, begin: int) -> int:
    for i in range(begin, len(lines)):
        if marker in lines[i]:
            return i
    raise ValueError(f"no line holds {marker!r}")


def code_lens(topics: Sequence[str]) -> None:
    """An expander with the code of some topics, a tab each; nothing in presenter mode."""
    if presenting():
        return
    if own_models.given() is not None:
        topics = [topic for topic in topics if topic.startswith(OF_GIVEN)]
    with folded("The code that computed this") as is_open:
        if not is_open:
            return
        known = all_topics()
        for place, topic in zip(st.tabs(list(topics)), topics, strict=True):
            found = lines_about(topic)
            place.markdown(known[topic].sentence)
            place.caption(f"{found.path}, lines {found.first} to {found.last}")
            place.code(found.text, language="python")


def snippet_tabs(words: str, ours: str, peer: str, theirs: str | None, why_not: str | None) -> None:
    """Two snippets, gbtlib's and another library's; where it has none, why not. words: above both, if any."""
    st.caption(f"{words} {ALONE}".lstrip())
    first, second = st.tabs(["gbtlib", peer])
    first.code(ours, language="python")
    if theirs is None:
        second.markdown(why_not or "")
    else:
        second.code(theirs, language="python")


def tree_tabs(fit: SingleTree, node: int = 0) -> None:
    """A node of a tree as snippets, gbtlib's and scikit-learn's."""
    settings, node = fit.settings, node if node < fit.tree.n_nodes else 0
    snippet_tabs(
        f"Grows the tree again and prints node {node}, {rows_of(fit.tree, node)}.",
        tree_snippet(settings, node),
        "scikit-learn",
        sklearn_tree_snippet(settings, fit.tree, node),
        why_no_sklearn(settings),
    )


def round_tabs(fit: BoostedModel, number: int, k: int = 0, node: int = 0) -> None:
    """The settings after a round as snippets for four libraries, a tab each.

    gbtlib and XGBoost's exact search print the node of the round's tree (of class k); others the predictions.
    """
    settings, tree = fit.settings, fit.trace[number - 1].trees[k]
    given = DATASETS[settings.data].model if fit.replayed is not None else None
    if given is not None:
        st.caption("Opens the model, and its rounds on rows X, y: its columns, in its order.")
        st.code(given_snippet(given, number, k, node), language="python")
        return
    st.caption(
        f"Boosts the same rows again up to round {number}. gbtlib, and XGBoost where it grows the same tree, "
        f"print node {node}, the others the first predictions. {ALONE}"
    )
    codes = {
        "gbtlib": figure_snippet(settings, number, k, node),
        "scikit-learn": library_snippet(settings, "scikit-learn", number),
        "XGBoost": xgboost_snippet(settings, tree, number, k, node)
        or library_snippet(settings, "xgboost", number),
        "LightGBM": library_snippet(settings, "lightgbm", number),
    }
    for place, (title, code) in zip(st.tabs(list(codes)), codes.items(), strict=True):
        if code is None:
            said = why_no_xgboost(settings) if title == "XGBoost" else why_not(settings, title.lower())
            place.markdown(said or "")
        else:
            place.code(code, language="python")
    cluster_tabs(fit)


def cluster_tabs(fit: BoostedModel) -> None:
    """The settings as programs for more rows than one machine holds; none for a loss that no engine has."""
    n_classes = len(fit.dataset.class_names) or 2
    try:
        programs = cluster_programs(fit.model, n_classes)
        command = train_command(fit.model, n_classes)
    except ValueError:
        return
    st.caption(
        "By the same settings, for a table of files that no process holds. The command writes a model, its "
        "losses over all rows, and a sample: Open a model takes them."
    )
    command_tab, *tabs = st.tabs(["gbtlib.train", *programs])
    command_tab.code(command, language="shell", wrap_lines=True)
    for tab, program in zip(tabs, programs.values(), strict=True):
        tab.code(program, language="python")
