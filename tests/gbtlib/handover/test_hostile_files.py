"""Files that were cut, mutated or made to hurt: a ValueError with a sentence, or a model that works."""

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import lightgbm as lgb
import numpy as np
import pytest
import xgboost as xgb

from gbtlib.handover.catboost_models import from_catboost
from gbtlib.handover.lightgbm_models import from_lightgbm
from gbtlib.handover.solve_lightgbm import solve_lightgbm
from gbtlib.handover.solve_xgboost import solve_xgboost
from gbtlib.handover.xgboost_models import from_xgboost
from tests.gbtlib.handover.edge_rows import table

N_FILES = 30  # of each seed
TOKENS = (
    b"NaN",
    b"1e999",
    b"-1",
    b"99999999999999999999",
    b"null",
    b"[]",
    b"{}",
    b'"x"',
    b"2147483647",
    b"0",
)
TOKENS += (b"-0.0", b"true", b"1e-320", b"Infinity", b"4294967295", b"0x10", b"1_0", b"\xff")
ODD = (None, -1, 10**30, 2**31, 1.5, float("nan"), "x", [], {}, [[1]], True, 1e308, -0.0, [0] * 1000)
Random = random.Random


@cache
def model_files() -> dict[str, tuple[Callable[[bytes], Any], bytes]]:
    X, score = table(n_rows=150, missing=0.1, n_categorical=1)
    score = np.nan_to_num(score)
    types = {"feature_types": ["q"] * 5 + ["c"], "enable_categorical": True}
    data = xgb.DMatrix(X, label=np.digitize(score, [-1, 1]), **types)
    classes = xgb.train({"objective": "multi:softprob", "num_class": 3, "max_depth": 3}, data, 2)
    plain = xgb.DMatrix(X, label=score)
    dart = xgb.train({"booster": "dart", "rate_drop": 0.5, "max_depth": 2}, plain, 4)
    small = {"verbose": -1, "num_leaves": 5, "num_threads": 1}
    binary = lgb.Dataset(X, label=score > 0, categorical_feature=[5])
    three = lgb.Dataset(X, label=np.digitize(score, [-1, 1]))
    of_binary = lgb.train(small | {"objective": "binary"}, binary, 3)
    of_three = lgb.train(small | {"objective": "multiclass", "num_class": 3}, three, 1)
    golden = Path(__file__).with_name("golden")
    symmetric, other = (
        json.dumps(json.loads(next(golden.glob(f"*_{name}.json")).read_text())["model"]).encode()
        for name in ("squared", "depthwise_classes")
    )
    return {
        "catboost": (from_catboost, symmetric),
        "catboost, nodes in nodes": (from_catboost, other),
        "lightgbm": (from_lightgbm, of_binary.model_to_string().encode()),
        "lightgbm classes": (from_lightgbm, of_three.model_to_string().encode()),
        "xgboost json": (from_xgboost, bytes(classes.save_raw("json"))),
        "xgboost json dart": (from_xgboost, bytes(dart.save_raw("json"))),
        "xgboost ubjson": (from_xgboost, bytes(classes.save_raw("ubj"))),
        "xgboost ubjson dart": (from_xgboost, bytes(dart.save_raw("ubj"))),
    }


NAMES = ("xgboost json", "xgboost json dart", "xgboost ubjson", "xgboost ubjson dart")
NAMES += ("lightgbm", "lightgbm classes", "catboost", "catboost, nodes in nodes")


def cut(raw: bytes, draw: Random) -> bytes:
    return raw[: draw.randrange(len(raw))]


def flip(raw: bytes, draw: Random) -> bytes:
    found = bytearray(raw)
    for _ in range(draw.randint(1, 3)):
        found[draw.randrange(len(found))] ^= 1 << draw.randrange(8)
    return bytes(found)


def lose(raw: bytes, draw: Random) -> bytes:
    place = draw.randrange(len(raw))
    return raw[:place] + raw[place + draw.randint(1, 40) :]


def repeat(raw: bytes, draw: Random) -> bytes:
    here, there = draw.randrange(len(raw)), draw.randrange(len(raw))
    return raw[:here] + raw[there : there + draw.randint(1, 200)] + raw[here:]


def put_token(raw: bytes, draw: Random) -> bytes:
    place = draw.randrange(len(raw))
    return raw[:place] + draw.choice(TOKENS) + raw[place:]


def other_number(raw: bytes, draw: Random) -> bytes:
    number = draw.choice(list(re.finditer(rb"-?\d+(\.\d+)?([eE][-+]?\d+)?", raw)))
    return raw[: number.start()] + draw.choice(TOKENS) + raw[number.end() :]


def other_part(raw: bytes, draw: Random) -> bytes:
    """A part of a JSON document replaced, dropped or doubled."""
    try:
        at = document = json.loads(raw)
    except ValueError:
        return flip(raw, draw)
    while True:
        key = draw.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if not isinstance(at[key], dict | list) or not at[key] or draw.random() < 0.08:
            break
        at = at[key]
    if draw.random() < 0.15:
        del at[key]
    else:
        at[key] = draw.choice(ODD)
    return json.dumps(document).encode()


MUTATIONS = (cut, flip, lose, repeat, put_token, other_number, other_part)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", NAMES)
def test_mutated_files_are_refused_with_a_sentence_or_predict(name: str, seed: int) -> None:
    read, raw = model_files()[name]
    draw = Random(f"{name} {seed}")
    n_refused = 0
    for _ in range(N_FILES):
        mutant = draw.choice(MUTATIONS)(raw, draw)
        try:
            model = read(mutant)
        except ValueError as error:
            n_refused += 1
            assert str(error).strip()
            assert len(str(error)) < 400
            continue
        if model.n_features <= 1000:
            rows = np.vstack([np.full((3, model.n_features), x) for x in (0.0, np.nan, 1e38, -3.0)])
            assert model.predict(rows).shape == (12, model.n_outputs)
        if model.library == "catboost":
            continue
        with np.errstate(all="ignore"):
            solved = (solve_lightgbm if model.library == "lightgbm" else solve_xgboost)(model)
        assert len(solved.sums) == len(model.trees)
    assert n_refused > N_FILES // 10


BOMBS = {
    "nothing": b"",
    "a brace": b"{",
    "brackets": b"[" * 5_000_000,
    "brackets in a key": b'{"learner":' * 500_000,
    "brackets in UBJSON": b"{U\x07learner" + b"[" * 5_000_000,
    "a length of 2^62": b"{U\x07learner[$d#L\x40" + b"\x00" * 7,
    "items of no length": b"{U\x07learner[$T#L\x00\x00\x00\x00\x7f\xff\xff\xff",
    "numbers": b'{"learner":[' + b"1," * 3_000_000 + b"1]}",
    "a number of 5000 digits": b'{"learner":' + b"9" * 5000 + b"}",
    "a key twice": b'{"learner":1,"learner":2}',
    "no text": b"\xff\xfe\x00",
    "a list": b"[1, 2]",
    "a number": b"3",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused(name: str) -> None:
    for read in (from_xgboost, from_lightgbm, from_catboost):
        with pytest.raises(ValueError, match=r"[a-z]{3}"):
            read(BOMBS[name])


def test_what_is_no_text_and_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="of type int; it must be a file's text or bytes"):
        from_xgboost(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="it must have at most 67108864"):
        from_xgboost(bytes(2**26 + 1))
