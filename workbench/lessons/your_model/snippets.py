"""The lesson as a few lines of Python. Pure."""

from workbench.lessons.your_model.heard_models import HeardModel
from workbench.text.given_snippet import READERS

SOLVED = """\
solved = solve_{reader}(model)
print(solved.verdict)
for name, found in solved.settings.items():
    print(f"{{name}}: {{found.value}} +- {{found.error:.1g}}")
print(solved.sums[0].G)  # of the nodes of the first tree, NaN where not told
"""


def handover_snippet(given: HeardModel) -> str:
    """Opens the file, and prints what the lesson shows; CatBoost's say nothing that could be solved for."""
    reader = READERS[given.model.library]
    is_solved = given.model.library != "catboost"
    return f"""\
from pathlib import Path

from gbtlib.handover import collapse, from_{reader}{f", solve_{reader}" if is_solved else ""}

model = from_{reader}(Path({given.file.name!r}).read_bytes())
{SOLVED.format(reader=reader) if is_solved else ""}picture = collapse(model)
print(picture.constant, {{feature: curve.round(3) for feature, curve in picture.curves.items()}})
"""
