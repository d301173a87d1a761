"""A model that a reader has opened, of XGBoost, LightGBM, CatBoost or scikit-learn. Pure."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from gbtlib.handover import (
    OpenedModel,
    from_catboost,
    from_lightgbm,
    from_sklearn,
    from_xgboost,
    solve_catboost,
    solve_lightgbm,
    solve_sklearn,
    solve_xgboost,
)
from gbtlib.handover.solved import Solved
from workbench.data.sources import FeatureName

MOST_OCTETS = 5_000_000
MOST_NODES = 1_000_000
PICKLES = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
OPENED_AS = {
    "XGBoost": "model.save_model('model.json') or 'model.ubj'",
    "LightGBM": "model.save_model('model.txt')",
    "CatBoost": "model.save_model('model.json', format='json')",
    "scikit-learn": "skops.io.dump(model, 'model.skops')",
}
LIBRARIES = {title.lower(): title for title in OPENED_AS}
"""How their makers write the names of the libraries of OpenedModel."""

Solve = Callable[[OpenedModel], Solved]
SOLVERS: dict[str, Solve] = {
    "xgboost": solve_xgboost,
    "lightgbm": solve_lightgbm,
    "scikit-learn": solve_sklearn,
    "catboost": solve_catboost,
}


class OwnModelError(ValueError):
    """Why a file is no model that can be opened, in a sentence for its reader."""


@dataclass(frozen=True, eq=False)
class OwnModel:
    """A model file that was opened.

    id: its name in links, the same for the same content. name: of the file. opened: what the file says;
    solved: what it does not say, and how sure that is.
    """

    id: str
    name: str
    content: bytes
    opened: OpenedModel
    solved: Solved

    @property
    def library(self) -> str:
        """The name of its library as its makers write it."""
        return LIBRARIES[self.opened.library]

    @property
    def n_rounds(self) -> int:
        """Rounds of boosting, or trees of a forest."""
        return self.opened.n_rounds

    def trees_of(self, number: int) -> range:
        """The numbers of the trees of a round, 1 for the first."""
        return range(*map(int, self.opened.round_starts[number - 1 : number + 1]))

    def name_of(self, feature: int) -> str:
        """A feature's name in the file, with those of its categories, or x0, x1, ... where it has none."""
        names = self.opened.feature_names
        name = names[feature] if len(names) == self.opened.n_features else f"x{feature}"
        return FeatureName(name, self.opened.category_names.get(feature, ()))


def own_model(name: str, content: bytes, most: int = MOST_OCTETS) -> OwnModel:
    """The model in a file of at most so many octets. Nothing in it is ever run. Errors: OwnModelError."""
    if len(content) > most:
        raise OwnModelError(f"The file has {len(content) / 1e6:.1f} MB; {most / 1e6:g} MB are the limit.")
    if content.startswith(PICKLES):
        ways = "; ".join(f"{library}: {way}" for library, way in OPENED_AS.items())
        raise OwnModelError(f"A pickle could run anything: it is not opened. Save the model as {ways}.")
    read = reader_of(content)
    try:
        opened = read(content)
    except ValueError as error:
        raise OwnModelError(f"The file cannot be opened: {error}.") from None
    n_nodes = sum(len(tree.feature) for tree in opened.trees)
    if n_nodes > MOST_NODES or not opened.trees:
        raise OwnModelError(f"The model has {n_nodes:,} nodes; it must have 1 to {MOST_NODES:,}.")
    solved = SOLVERS[opened.library](opened)
    return OwnModel(f"mod{hashlib.sha256(content).hexdigest()[:12]}", name, content, opened, solved)


def reader_of(content: bytes) -> Callable[[bytes], OpenedModel]:
    """What reads a file that begins like this. Errors: OwnModelError."""
    head = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:4]
    if head.startswith(b"{"):
        return from_catboost if b'"scale_and_bias"' in content else from_xgboost
    if head == b"tree":
        return from_lightgbm
    if head.startswith(b"PK"):
        return from_sklearn
    ways = "; ".join(f"{library} by {way}" for library, way in OPENED_AS.items())
    raise OwnModelError(f"It is none that is opened here. Models are, as they are written: {ways}.")
