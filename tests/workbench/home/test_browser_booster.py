"""The booster in the browser gives the numbers of gbtlib."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from gbtlib import GradientBoostingRegressor
from workbench.components.bundle import bundled
from workbench.home.wave import SETTINGS, points
from workbench.paths import PACKAGE_DIR

BOOSTER = PACKAGE_DIR / "home" / "booster.js"
SAME = 1e-9
ENTRY = """import { boosted } from "./%s"
const plain = ({ end, weight }) => [end === Infinity ? null : end, weight]
export default (...given) => {
  const { raw, trees, loss, unseenLoss } = boosted(...given)
  const leaves = trees.map(tree => tree.leaves.map(plain))
  return { raw: raw.map(each => [...each]), leaves, loss, unseenLoss }
}
"""


def boosted(
    page: Page, folder: Path, x: Any, y: Any, unseen: Any, settings: dict[str, Any]
) -> dict[str, Any]:
    """What booster.js makes of rows: {leaves: of every tree (end, weight), raw, loss, unseenLoss}."""
    entry = folder / "entry.js"
    entry.write_text(ENTRY % Path(os.path.relpath(BOOSTER, folder)).as_posix(), encoding="utf-8")
    script = bundled(entry).replace("export default", "const asked =")
    given = [{"x": list(x), "y": list(y)}, {"x": list(unseen[0]), "y": list(unseen[1])}, settings]
    found: dict[str, Any] = page.evaluate(f"given => {{ {script}; return asked(...given) }}", given)
    return found


def cases() -> dict[str, tuple[Any, Any, Any, dict[str, Any]]]:
    """x, y, unseen rows and settings: the page's own, a dragged point, ties, few rows, other settings."""
    random = np.random.default_rng(5)
    x, y, *unseen = points()
    dragged = y.copy()
    dragged[17] = 1.9
    onto = np.sort(np.where(np.arange(len(x)) == 30, x[31], x))
    some, noise = np.sort(random.choice(20, 50) / 7), random.standard_normal(50)
    rows = (random.random(9) * 3, random.standard_normal(9))
    return {
        "own": (x, y, unseen, SETTINGS),
        "dragged": (x, dragged, unseen, SETTINGS),
        "onto another": (onto, y, unseen, SETTINGS),
        "ties": (some, noise, rows, SETTINGS | {"max_depth": 4, "learning_rate": 1.0}),
        "no lambda": (some, noise, rows, SETTINGS | {"reg_lambda": 0.0, "max_depth": 3}),
        "stumps": (x, y, unseen, SETTINGS | {"max_depth": 1, "n_estimators": 60}),
        "by hand": ([1.0, 2, 3, 4], [1.0, 2, 6, 7], rows, SETTINGS),
        "one value": ([2.0, 2, 2], [1.0, 2, 4], rows, SETTINGS),
        "two rows": ([2.0, 3.0], [1.0, 2.0], rows, SETTINGS),
    }


@pytest.mark.sweep
@pytest.mark.parametrize("name", cases())
def test_it_gives_the_numbers_of_gbtlib(page: Page, tmp_path: Path, name: str) -> None:
    x, y, unseen, settings = cases()[name]
    found = boosted(page, tmp_path, x, y, unseen, settings)
    model = GradientBoostingRegressor(**settings, trace="full")
    model.fit(
        np.array(x)[:, np.newaxis], np.array(y), validation=(np.array(unseen[0])[:, np.newaxis], unseen[1])
    )
    assert len(found["leaves"]) == settings["n_estimators"] == len(model.trace_)
    for i, round_ in enumerate(model.trace_):
        np.testing.assert_allclose(found["raw"][i + 1], round_.raw_after, atol=SAME)
        assert found["loss"][i + 1] == pytest.approx(round_.train_loss, abs=SAME)
        assert found["unseenLoss"][i + 1] == pytest.approx(round_.validation_loss, abs=SAME)
        tree = round_.trees[0]
        ends = sorted(tree.threshold[~tree.is_leaf])
        assert [end for end, _ in found["leaves"][i][:-1]] == pytest.approx(ends, abs=SAME)
        assert sorted(weight for _, weight in found["leaves"][i]) == pytest.approx(
            sorted(tree.weight[tree.leaves]), abs=SAME
        )
