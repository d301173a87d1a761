"""The models that the lesson shows: files that come with it, and those that a reader has opened. Pure."""

from dataclasses import dataclass
from functools import lru_cache

from gbtlib.handover import OpenedModel
from gbtlib.handover.solved import Solved
from workbench.models.own_model import LIBRARIES, OwnModel, own_model
from workbench.paths import DATASETS_DIR


@dataclass(frozen=True, eq=False)
class HeardModel:
    """A model file, opened. name: in links."""

    name: str
    file: OwnModel

    @property
    def model(self) -> OpenedModel:
        """What its reader read."""
        return self.file.opened

    @property
    def solved(self) -> Solved:
        """What the file does not say, solved for."""
        return self.file.solved

    @property
    def library(self) -> str:
        """Its name as its makers write it."""
        return LIBRARIES[self.model.library]

    @property
    def feature_names(self) -> list[str]:
        """What the file calls its features."""
        return [self.file.name_of(f) for f in range(self.model.n_features)]


SHIPPED = {"cancer": "cancer.ubj", "stump": "stump.ubj", "capped": "capped.ubj", "diabetes": "diabetes.txt"}
"""The files that come with the lesson."""


@lru_cache(maxsize=len(SHIPPED))
def shipped(name: str) -> HeardModel:
    """One of SHIPPED, opened."""
    content = (DATASETS_DIR / "models" / SHIPPED[name]).read_bytes()
    return HeardModel(name, own_model(SHIPPED[name], content))
