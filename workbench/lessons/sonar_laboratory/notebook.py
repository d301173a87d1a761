"""What was found of random splits, kept on disk line by line, so that nothing is computed twice. Pure.

A line is {"split": 0, "variant": "forest", "ranks": "0b1f..."}: how the variant orders the test rows of the
split, a rank of two hexadecimal digits each. Lines are only ever added; one that is broken, as by a machine
that was switched off, is left out.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from workbench.lessons.sonar_laboratory.splits import Floats, Ranks, Splits
from workbench.lessons.sonar_laboratory.variants import VARIANTS
from workbench.paths import DATASETS_DIR, cache_dir

_LOG = logging.getLogger("workbench")
FIRST_SPLITS, N_FIRST = DATASETS_DIR / "sonar_splits.jsonl", 40
MOST_FILES = 40  # of so many settings results are kept; about 300 kB each at most


class Notebook:
    """Ranks and areas by split and variant. path: the file that keeps them; None for memory alone."""

    def __init__(self, splits: Splits, path: Path | None) -> None:
        self.splits, self.path = splits, path
        self._ranks: dict[tuple[int, str], Ranks] = {}
        self._areas: dict[tuple[int, str], float] = {}
        self._lock = threading.Lock()
        for each in ((FIRST_SPLITS,) if splits == Splits() else ()) + ((path,) if path else ()):
            self.read(each)

    def read(self, path: Path) -> None:
        """Take up what a file has."""
        try:
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return
        for line in lines:
            try:
                said = json.loads(line)
                k, name = int(said["split"]), str(said["variant"])
                ranks = np.frombuffer(bytes.fromhex(said["ranks"]), dtype=np.uint8)
            except (ValueError, KeyError, TypeError):
                continue
            if name in VARIANTS and k >= 0 and len(ranks) == self.splits.n_test:
                self._take(k, name, ranks)

    def _take(self, k: int, name: str, ranks: Ranks) -> None:
        area = self.splits.area(k, ranks)
        with self._lock:
            self._ranks[k, name], self._areas[k, name] = ranks, area

    def has(self, k: int, name: str) -> bool:
        """Whether a variant was trained on split k."""
        return (k, name) in self._areas

    def ranks(self, k: int, name: str) -> Ranks | None:
        """How a variant orders the test rows of split k."""
        return self._ranks.get((k, name))

    def write(self, k: int, name: str, ranks: Ranks) -> None:
        """Keep one result; on disk, too, where there is a place for it."""
        self._take(k, name, ranks)
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line_of(k, name, ranks))
        except OSError as error:
            _LOG.warning("results are not kept on disk: %s", error)
            self.path = None

    def areas(self, n_splits: int) -> Floats:
        """The areas of the first splits, (n_variants, n_splits); NaN where one is not known yet."""
        with self._lock:
            known = dict(self._areas)
        nan = float("nan")
        return np.array([[known.get((k, name), nan) for k in range(n_splits)] for name in VARIANTS])


def line_of(k: int, name: str, ranks: Ranks) -> str:
    """One result as the file has it."""
    return json.dumps({"split": k, "variant": name, "ranks": ranks.tobytes().hex()}) + "\n"


@lru_cache(maxsize=16)
def notebook_of(splits: Splits) -> Notebook:
    """The notebook of some splits, shared by everybody; that of settings long unused makes place."""
    folder = cache_dir()
    if folder is None:
        return Notebook(splits, None)
    folder = folder / "sonar_laboratory"
    forget_oldest(folder)
    return Notebook(splits, folder / f"{fingerprint(splits)}.jsonl")


def fingerprint(splits: Splits) -> str:
    """A name for the splits and all that their results depend on, gbtlib's version included."""
    try:
        release = version("gbt-workbench")
    except PackageNotFoundError:
        release = "none"
    settings = [(name, each.settings) for name, each in VARIANTS.items()]
    return hashlib.sha256(repr((splits, settings, release)).encode()).hexdigest()[:16]


def forget_oldest(folder: Path) -> None:
    """Delete the files that were written longest ago, beyond those that are kept."""
    try:
        files = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[MOST_FILES - 1 :]:
            path.unlink()
    except OSError as error:
        _LOG.warning("old results are not deleted: %s", error)
