"""The split of a node and the cut that one looks at as a few lines of Python. Pure, without streamlit.

The lines that grow the tree and print the node's best cut are those of tree_snippet.py and
boosting_snippet.py; with gbtlib the cut at the cursor follows.
"""

from __future__ import annotations

from workbench.gains.formula import Tried
from workbench.models.settings import Settings
from workbench.models.single_tree import TreeSettings
from workbench.text import boosting_snippet, tree_snippet

_CUT = """
{found}
cut = {position}  # the one that is looked at
name = feature_names[found.feature[cut]]
{question}
"""

_BELOW = 'print(f"looked at: {name} <= {found.threshold[cut]:.6g}, gain {found.gain[cut]:.6g}")'
_AMONG = """\
named = zip(levels.get(found.feature[cut], []), found.category_sides[cut])
left = [level for level, side in named if side == 1]
asked = f"in {left}" if left else f"<= {found.threshold[cut]:.6g}"
print(f"looked at: {name} {asked}, gain {found.gain[cut]:.6g}")"""

_TRIED = """\
params = replace(model.params_, {values})  # tried: the tree stays
found = rescan(model.columns_, params, model.trace_[{at}], {node})"""


def in_tree(settings: TreeSettings, node: int, position: int | None) -> str:
    """Lines that find the split of a node with gbtlib. position: of the candidate that one looks at."""
    lines = tree_snippet.tree_snippet(settings, node)
    if position is None:
        return lines
    found = f"found = model.candidates({node})  # every cut of the node"
    return lines + _CUT.format(found=found, position=position, question=looked_lines(settings.data))


def looked_lines(data: str) -> str:
    """What prints the cut that one looks at."""
    return _AMONG if boosting_snippet.categorical_features(data) else _BELOW


def in_round(
    settings: Settings, number: int, node: int, position: int | None, tried: Tried = (None, None)
) -> str:
    """The same in a round of boosting. tried: lambda and gamma that the reader tries."""
    if position is None:
        return boosting_snippet.gbtlib_snippet(settings, number, 0, node)
    imports: tuple[str, ...] = ()
    found = f"found = model.candidates({number}, {node})  # every cut of the node"
    given = zip(("reg_lambda", "gamma"), tried, strict=True)
    values = ", ".join(f"{name}={value!r}" for name, value in given if value is not None)
    if values:
        imports = ("from dataclasses import replace", "from gbtlib import rescan")
        found = _TRIED.format(values=values, at=number - 1, node=node)
    lines = boosting_snippet.with_rows(boosting_snippet.gbtlib_snippet(settings, number, 0, node, imports))
    return lines + _CUT.format(found=found, position=position, question=looked_lines(settings.data))
