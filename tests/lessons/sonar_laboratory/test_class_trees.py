"""Classification trees of Sonar over random splits, and what is said of the printed one."""

import numpy as np
import pytest
import scipy.stats
from sklearn.tree import DecisionTreeClassifier as SklearnTree

from gbtlib import DecisionTreeClassifier
from tests.pages import opened, paragraphs, quiet, trees_drawn
from workbench.lessons.sonar_laboratory import class_tree_words as words
from workbench.lessons.sonar_laboratory.class_trees import (
    FILE,
    GROWING,
    RECIPES,
    courses,
    pruned,
    record,
)
from workbench.lessons.sonar_laboratory.splits import N_SPLITS, Splits, sonar


def kept(name: str, k: int) -> list[float]:
    found = courses()[name]
    return [found.accuracy[k], found.probability[k], found.leaves[k]]


def computed(name: str, k: int) -> list[float]:
    row = record(name, k, Splits())
    return [row["right"] / Splits().n_test, row["probability"], row["leaves"]]  # type: ignore[operator, list-item]


@pytest.mark.parametrize("name", RECIPES)
def test_what_comes_along_is_computed_so(name: str) -> None:
    assert kept(name, 3) == pytest.approx(computed(name, 3), abs=1e-6)


@pytest.mark.sweep
@pytest.mark.parametrize("k", [0, 17, 39])
@pytest.mark.parametrize("name", RECIPES)
def test_more_of_what_comes_along_is_computed_so(name: str, k: int) -> None:
    assert kept(name, k) == pytest.approx(computed(name, k), abs=1e-6)


def test_every_split_and_model_is_there() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) == 1 + N_SPLITS * len(RECIPES)
    assert {len(each.accuracy) for each in courses().values()} == {N_SPLITS}


def test_the_whole_tree_is_about_as_accurate_as_scikit_learns() -> None:
    data, splits, theirs = sonar(), Splits(), []
    for k in range(N_SPLITS):
        seen, unseen = splits.rows(k)
        model = SklearnTree(random_state=k).fit(data.X[seen], data.y[seen])
        theirs.append(model.score(data.X[unseen], data.y[unseen]))
    gaps = courses()["whole"].accuracy - np.array(theirs)
    assert abs(gaps.mean()) < 3 * gaps.std(ddof=1) / np.sqrt(N_SPLITS)


def test_pruned_by_the_fold_errors_written_out() -> None:
    data, (seen, unseen) = sonar(), Splits().rows(5)
    X, y = data.X[seen], np.asarray(data.y[seen])
    model = DecisionTreeClassifier(**GROWING).fit(X, y)
    found = model.cross_validate_alpha(n_folds=3, measure="misclassification", seed=5)
    fewest = int(np.flatnonzero(found.error == found.error.min()).max())
    assert pruned(3)(X, y, data.X[unseen], 5)[1] == found.steps[fewest].n_leaves


def test_the_intervals_are_students() -> None:
    course = courses()["folds_5"]
    low, high = scipy.stats.t.interval(
        0.95, N_SPLITS - 1, course.accuracy.mean(), scipy.stats.sem(course.accuracy)
    )
    found = course.spreads[0]
    assert [found.mean - found.of_mean, found.mean + found.of_mean] == pytest.approx([low, high])
    assert f"{found.mean:.3f}\u00a0±\u00a0{found.of_mean:.3f}" in words.course_table(courses())


def test_what_is_said_of_the_printed_tree() -> None:
    said = words.printed_words()
    assert "145 rows of 60 columns would be 8,700, and 8,691 were counted, for 9 values are zero" in said
    assert "row 96, counted from 1" in said
    assert "182 of them are right, 0.875" in said
    leaf = words.leaf_table().query("LeafIndex == 5").LeafLabelProb.tolist()
    assert leaf == pytest.approx([13 / 85, 72 / 85], abs=1e-4)
    assert words.path_words(0) == (
        "Row 0, a rock: V11 ≤ 0.168? yes (0.1609); V5 ≤ 0.0794? no (0.0954); leaf 4: p(rock) = 0.375, "
        "p(mine) = 0.625."
    )


def test_it_stands_below_the_stage() -> None:
    at = opened("sonar_laboratory.py", class_node=6)
    assert quiet(at)
    said = "\n".join(paragraphs(at))
    first_mine = int((sonar().y == 1).argmax())
    for each in (words.printed_words(), words.path_words(first_mine), words.course_words(courses())):
        assert each in said
    tree = trees_drawn(at)[-1]
    assert tree.count('<g id="node') == 13
    assert "13 : 72" in tree
