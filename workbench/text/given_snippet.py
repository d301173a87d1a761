"""A model that was opened as Python: how gbtlib opens it, and follows its rounds on rows. Pure."""

from workbench.data.given_model import GivenModel

READERS = {name: name for name in ("xgboost", "lightgbm", "catboost")} | {"scikit-learn": "sklearn"}


def given_snippet(given: GivenModel, number: int, k: int, node: int) -> str:
    """Opens the file, predicts, and lists the candidates of a node of a round's tree."""
    library = READERS[given.opened.library]
    codes = ", codes=codes  # by feature, the file's category of each code in X" if given.codes else ""
    call = f"replay(opened, solved, X, y{codes}" + ("\n)" if codes else ")")
    return f"""from pathlib import Path

from gbtlib.handover import from_{library}, replay, solve_{library}

opened = from_{library}(Path({given.name!r}).read_bytes())
solved = solve_{library}(opened)
print(solved)
print(opened.raw_prediction(X))
replayed = {call}
print(replayed.met)  # the share of leaves whose weight is that of these rows
print(replayed.model.candidates({number}, node={node}, k={k}))
"""
