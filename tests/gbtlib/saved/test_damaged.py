"""A file that is damaged, foreign or of a later version is refused by a sentence that says what and where."""

import copy
import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gbtlib import load
from tests.gbtlib.saved.kept_models import ASKED

NAMES = (
    "softmax",
    "surrogates of a table",
    "class forest",
    "adaboost",
    "tree",
    "boosting of a table",
    "bare adaboost",
)
Way = tuple[str | int, ...]


def document_of(name: str, folder: Path) -> Any:
    path = folder / f"{name}.json"
    if not path.exists():
        ASKED[name][0].save(path)
    return json.loads(path.read_text())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """The ways to all places of a document."""
    yield way
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from ways(each, (*way, key))


def changed(document: Any, way: Way, value: Any) -> Any:
    """A copy of a document with another value at a place."""
    if not way:
        return value
    document = copy.deepcopy(document)
    place = document
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = value
    return document


def refused(document: Any, folder: Path) -> str:
    """What is said of a document that must not be read."""
    path = folder / "changed.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))} ") as error:
        load(path)
    return str(error.value).removeprefix(f"{path} ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a model that gbtlib saved, or it is damaged: Expecting value: line 1 column 1"),
        ("PK\x03\x04", "is not a model that gbtlib saved, or it is damaged: Expecting value"),
        ("[" * 100_000, "is not a model that gbtlib saved, or it is damaged: "),
        ('{"a": NaN}', "is not a model that gbtlib saved, or it is damaged: NaN is no number of JSON"),
        ("9" * 5000, "is not a model that gbtlib saved, or it is damaged: "),
        ("3", "is not a model that gbtlib saved: it lacks format 'gbtlib model'"),
        ("{}", "is not a model that gbtlib saved: it lacks format 'gbtlib model'"),
        ('{"format": "gbtlib model"}', "has format_version=None; it must be a whole number, 1 at least"),
        ('{"format": "gbtlib model", "format_version": true}', "has format_version=True; it must be"),
        ('{"format": "gbtlib model", "format_version": 2}', "has format_version=2: gbtlib "),
        ('{"format": "gbtlib model", "format_version": 1}', "is damaged, or of a later version: model lacks"),
    ],
)
def test_what_is_no_model_is_refused(text: str, message: str, folder: Path) -> None:
    assert refused(text, folder).startswith(message)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff\xfe\x00pickle")
    with pytest.raises(ValueError, match="is not a model that gbtlib saved, or it is damaged: 'utf-8' codec"):
        load(tmp_path / "a")
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "b")


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_ends_too_soon_is_refused(name: str, folder: Path) -> None:
    text = json.dumps(document_of(name, folder))
    for length in np.linspace(1, len(text) - 1, 25).astype(int).tolist():
        assert "it is damaged: " in refused(text[:length], folder)


FIRST = ("learned", "rounds", 0, "trees", 0)


@pytest.mark.parametrize(
    ("way", "value", "message"),
    [
        (("estimator",), "Ridge", "model.estimator is 'Ridge'; it must be one of GradientBoostingRegressor"),
        (("parameters", "depth"), 3, "parameters has 'depth', which GradientBoostingClassifier of this"),
        (("tree_parameters", "max_depth"), -1, "model.tree_parameters: max_depth=-1 must be at least 1"),
        (("features", "names"), [], "model.features.names is []; it must be a list of one name at least"),
        (("features", "names"), ["a"], "model.features.categories has 4 entries; it must have 1"),
        (("features", "categories", 0), [[1]], "categories[0][0] is [1]; it must be a single value"),
        (("features", "absent"), "none", "model.features.absent is 'none'; it must be null"),
        (("classes", "values"), [0, 2, 1], "model.classes.values is [0, 2, 1]; it must be labels in asc"),
        (("classes", "values"), [0, 1], "model.learned.loss is {'name': 'softmax'"),
        (("classes", "type"), "<U99999999", "classes.type is '<U99999999'; it must be the type of an arr"),
        (("learned", "loss", "name"), "hinge", "model.learned.loss.name is 'hinge'; it must be one of squ"),
        (("learned", "loss", "n_classes"), 10**9, "model.learned.loss is {'name': 'softmax', 'n_classes'"),
        (("learned", "loss", "delta"), 1, "model.learned.loss has 'delta', which softmax does not know"),
        (("learned", "n_rounds_used"), 4, "n_rounds_used is 4; it must be a whole number from 1 to 3"),
        (("learned", "rounds"), [], "n_rounds_used is 3; it must be a whole number from 1 to 0"),
        (("learned", "rounds", 1, "trees"), [], "rounds[1].trees has 0 entries; it must have 3"),
        (("learned", "rounds", 0, "learning_rate"), "nan", "learning_rate is 'nan'; it must be a number"),
        ((*FIRST, "feature"), [], "feature is []; it must be a list of one node at least"),
        ((*FIRST, "feature", 0), 4, "trees[0].feature[0] is 4; it must be a whole number from -1 to 3"),
        ((*FIRST, "feature", 0), -1, "trees[0].feature[0] is -1; it must be -1 in a leaf, and the number"),
        ((*FIRST, "weight"), [1.0], "rounds[0].trees[0].weight has 1 entries; it must have "),
        ((*FIRST, "threshold", 0), "0.5", 'threshold[0] is \'0.5\'; it must be a number, "nan", "inf"'),
        ((*FIRST, "threshold", 0), "nan", "threshold[0] is 'nan'; it must be a number in a split of"),
        ((*FIRST, "threshold", 0), None, "threshold[0] is None; it must be a number"),
        ((*FIRST, "threshold", 0), 10**400, "it must be a number"),
        ((*FIRST, "children_left", 0), 0, "trees[0]: node 0 has the child 0; it must have children with"),
        ((*FIRST, "children_left", 0), -1, "trees[0]: node 0 has the child -1; it must have two, numbered"),
        ((*FIRST, "children_left", 0), 2, "trees[0]: node 2 is the child of node 0 and of node 0; a no"),
        ((*FIRST, "children_right", 0), 10**6, "it must be a whole number from -1 to"),
        ((*FIRST, "children_right", 1), 1.0, "it must be a whole number from -1 to"),
        ((*FIRST, "default_left", 0), True, "default_left[0] is True; it must be a whole number from 0 to"),
        ((*FIRST, "why_leaf", 0), 99, "why_leaf[0] is 99; it must be a whole number from 0 to"),
        ((*FIRST, "class_weights"), [], "trees[0] has class_weights; trees of this model predict numbers"),
    ],
)
def test_says_what_is_wrong_and_where(way: Way, value: Any, message: str, folder: Path) -> None:
    told = refused(changed(document_of("softmax", folder), way, value), folder)
    assert told.startswith("is damaged, or of a later version: ")
    assert message in told


def test_a_circle_of_nodes_is_refused(folder: Path) -> None:
    """Two splits that have each other for a child, and no way from the root to either."""
    document = document_of("softmax", folder)
    tree = document["learned"]["rounds"][0]["trees"][0]
    a, b, *_ = (i for i, child in enumerate(tree["children_left"]) if child > 0 and i)
    tree["children_left"][b] = a
    assert f"trees[0]: node {b} has the child {a}; " in refused(document, folder)


@pytest.mark.parametrize(
    ("name", "way", "value", "message"),
    [
        (
            "class forest",
            ("learned", "trees", 0, "weight", 0),
            3,
            "weight[0] is 3; it must be a class number",
        ),
        (
            "class forest",
            ("learned", "trees", 0, "weight", 0),
            0.5,
            "weight[0] is 0.5; it must be a class nu",
        ),
        ("class forest", ("learned", "trees", 0, "class_weights", 0), [1, -1, 0], "none below 0"),
        (
            "class forest",
            ("learned", "trees", 0, "class_weights", 0),
            [1, 1],
            "class_weights[0] has 2 entries",
        ),
        ("class forest", ("learned", "trees"), [], "trees is []; it must be a list of one tree at least"),
        (
            "adaboost",
            ("learned", "rounds", 0, "tree_weight"),
            "inf",
            "tree_weight is 'inf'; it must be a num",
        ),
        ("surrogates of a table", ("learned", "tree", "category_sides", 0, 0), 2, "from -1 to 1"),
        (
            "surrogates of a table",
            ("learned", "tree", "category_sides", 0),
            [1],
            "category_sides[0] has 1 ent",
        ),
        ("tree", ("features", "categories", 0), ["a"], "it must be a number in a split of numbers"),
    ],
)
def test_checks_every_kind(name: str, way: Way, value: Any, message: str, folder: Path) -> None:
    assert message in refused(changed(document_of(name, folder), way, value), folder)


STRANGE = st.one_of(
    st.sampled_from([None, True, -1, 0, 1, 3, 2**31, 10**400, 0.5, 1e308, "nan", "inf", "", "x", [], {}]),
    st.lists(st.integers(-2, 9), max_size=9),
    st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES), n_changes=st.integers(1, 3))
def test_any_change_is_refused_or_does_no_harm(data: Any, name: str, n_changes: int, folder: Path) -> None:
    """Either a sentence, or a model that answers every row: no other error, and no row that gets lost."""
    document = document_of(name, folder)
    for _ in range(n_changes):
        way = data.draw(st.sampled_from(sorted(ways(document), key=str)))
        document = changed(document, way, data.draw(STRANGE))
    path = folder / "fuzzed.json"
    path.write_text(json.dumps(document))
    try:
        model = load(path)
    except ValueError as error:
        assert str(error).startswith(str(path))
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # weights as large as floats can be have no finite sum
        try:
            answers = model.predict(ASKED[name][1])
        except ValueError as error:
            assert str(error).startswith("X ")  # other names of columns
            return
    assert len(answers) == len(ASKED[name][1])
    repr(model)
