"""The page where a model is opened: what it says of shipped ones, and what a file that is none is told."""

import io
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import xgboost

from tests.pages import opened as page_of
from tests.pages import payloads
from workbench.link.values import NODE, ROUND
from workbench.models.own_model import OwnModelError, own_model
from workbench.own_model import words
from workbench.own_model.stage import moment_of, record_of
from workbench.shell.own_models import EXAMPLES, example
from workbench.trees.file_trees import names_of

TESTS = Path(__file__).parents[2]
XGBOOST, LIGHTGBM = example("xgboost"), example("lightgbm")
HOSTILE = {
    "empty": (b"", "none that is opened"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + b"0" * 99, "none that is opened"),
    "a pickle": (pickle.dumps({"a": 1}), "pickle"),
    "a table": (b"x,y\n1,2\n", "none that is opened"),
    "brackets": (b'{"learner": ' + b"[" * 100_000, "cannot be opened"),
    "another JSON": (b'{"a": 1}', "no learner"),
    "markdown": (b'{"**a**": "<script>alert(1)</script>"}', "no learner"),
    "cut off": (XGBOOST.content[: len(XGBOOST.content) // 2], "cannot be opened"),
    "a cycle": (XGBOOST.content.replace(b'"left_children":[1', b'"left_children":[0', 1), "child"),
    "cut off text": (LIGHTGBM.content[:5000], "cannot be opened"),
    "a zip": (b"PK\x03\x04" + b"0" * 99, "skops"),
    "large": (b"tree\n" + b"0" * 6_000_000, "6.0 MB; 5 MB are the limit"),
    "UBJSON": (b"{L" + b"\xff" * 8, "cannot be opened"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_shipped_model_is_shown_at_once(name: str) -> None:
    at = page_of("open_a_model.py", model=name, round=3)
    assert not at.exception
    (sent,) = payloads(at, "stage")
    moment = moment_of(example(name), 0, sent["cursor"])
    tree = example(name).opened.trees[2]
    assert moment["number"] == 2
    assert moment["trees"]["gain"].tolist() == pytest.approx(tree.gain.tolist(), nan_ok=True)


def test_a_link_leads_before_the_first_tree() -> None:
    at = page_of("open_a_model.py", round=0)
    (sent,) = payloads(at, "stage")
    assert not at.exception
    assert (sent["low"], sent["cursor"][ROUND]) == (0, 0)
    assert moment_of(XGBOOST, 0, sent["cursor"])["number"] is None


def test_the_features_that_are_asked_most_have_what_their_library_says() -> None:
    booster = xgboost.Booster(model_file=bytearray(XGBOOST.content))
    told = booster.get_score(importance_type="total_gain")
    asked = record_of(XGBOOST, 0)["asked"]
    names = names_of(XGBOOST)
    shown = {names[j]: sums[-1] for j, sums in zip(asked["features"], asked["sums"], strict=True)}
    most = sorted(told, key=told.__getitem__, reverse=True)[: len(shown)]
    assert shown == pytest.approx({name: told[name] for name in most}, rel=1e-6)
    assert asked["by"] == "gain"


def test_what_is_no_model_is_told_why_in_a_sentence() -> None:
    for content, said in HOSTILE.values():
        with pytest.raises(OwnModelError, match=said) as told:
            own_model("a file", content)
        assert "\n" not in str(told.value)


def test_a_forest_has_no_gradients_and_says_so() -> None:
    skops = pytest.importorskip("skops.io")
    from sklearn.ensemble import RandomForestRegressor

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    forest = RandomForestRegressor(5, max_depth=3, random_state=0).fit(X, X[:, 0] + X[:, 1])
    model = own_model("forest.skops", io.BytesIO(skops.dumps(forest)).getvalue())
    assert "no gradients" in model.solved.verdict
    assert "no gradients" in words.reasons(model)["G"]
    moment = moment_of(model, 0, {ROUND: 1, NODE: 0})
    assert np.isnan(moment["trees"]["G"]).all()


def test_a_model_of_catboost_is_told_by_what_is_in_it() -> None:
    (golden,) = (TESTS / "gbtlib" / "handover" / "golden").glob("catboost_*_gaps_high.json")
    told = json.loads(golden.read_text())
    model = own_model("model.json", json.dumps(told["model"]).encode())
    assert words.file_facts(model)[0].value == "CatBoost"
    assert "keeps neither gains" in model.solved.verdict


def test_a_link_about_a_model_waits_until_the_browser_has_said_whether_it_keeps_it() -> None:
    at = page_of("open_a_model.py", model="mod0123456789ab")
    assert not at.exception
    assert words.ON_ITS_WAY in [each.value for each in at.text]
    assert not payloads(at, "stage")
