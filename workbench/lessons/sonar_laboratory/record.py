"""What the stage of the lesson draws: deals, how every variant orders their test rows, all pairs. Pure.

A deal is a random split of the rows into training and test. Arrays over variants, deals and test rows are
flat, the last of these running fastest; a pair is of variants i > j, at i (i - 1) / 2 + j, and its
differences are the area of i less that of j.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from workbench.lessons.sonar_laboratory.findings import Areas
from workbench.lessons.sonar_laboratory.splits import N_SPLITS, Floats, kept_ranks, sonar
from workbench.lessons.sonar_laboratory.statistics import Spread, spread_of, student
from workbench.lessons.sonar_laboratory.values import FIRST_SHOWN
from workbench.lessons.sonar_laboratory.variants import VARIANTS

Record = dict[str, Any]
Course = Sequence[Spread | None]


def record_of(areas: Areas) -> Record:
    """All that the stage shows, wherever the cursor is.

    first: the deal to begin with. y: of all rows. test: (n_deals, n_test), numbers of rows; ranks: (variants,
    n_deals, n_test), of their scores, equal ones alike. area: (variants, n_deals). mines: (n_deals,) among
    the test rows. t: (n_deals + 1,), Student's for so many deals. Of pairs see courses_of.
    """
    splits, deals = areas.splits, range(N_SPLITS)
    data, ranks = sonar(), kept_ranks(splits)
    return {
        "n_deals": N_SPLITS,
        "first": FIRST_SHOWN,
        "n_train": splits.n_train,
        "n_test": splits.n_test,
        "level": areas.level,
        "keys": list(VARIANTS),
        "names": [each.title for each in VARIANTS.values()],
        "short": [each.short for each in VARIANTS.values()],
        "words": [each.brief for each in VARIANTS.values()],
        "published": [each.published for each in VARIANTS.values()],
        "published_of": [each.published_of for each in VARIANTS.values()],
        "classes": list(data.class_names),
        "y": data.y.astype(np.uint8),
        "test": np.array([splits.rows(k)[1] for k in deals], dtype=np.uint8).ravel(),
        "ranks": np.array([ranks[name, k] for name in VARIANTS for k in deals]).ravel(),
        "area": areas.areas.ravel(),
        "mines": np.array([areas.classes(k)[0] for k in deals], dtype=np.uint8),
        "t": np.array([student(m, areas.level) if m > 1 else np.nan for m in range(N_SPLITS + 1)]),
        **courses_of(areas),
    }


def courses_of(areas: Areas) -> Record:
    """What the differences of all pairs say after each deal.

    mean, sd, of_mean, of_new, of_one: (pairs, n_deals + 1), see Spread; NaN of fewer than two deals.
    apart_from: (pairs,) the deal from which on 0 lies outside the mean's interval, one beyond the last for
    none. is_one_enough: (pairs,) whether 0 lies outside of where one more deal falls, in the end.
    """
    known = areas.areas
    pairs = [courses(known[i] - known[j], areas) for i in range(len(VARIANTS)) for j in range(i)]
    found: Record = {
        name: np.array(
            [[np.nan if each is None else getattr(each, name) for each in course] for course in pairs],
            dtype=np.float32,
        ).ravel()
        for name in ("mean", "sd", "of_mean", "of_new", "of_one")
    }
    found["apart_from"] = np.array([apart_from(course) for course in pairs], dtype=np.uint16)
    last = [course[-1] for course in pairs]
    found["is_one_enough"] = np.array(
        [bool(each and abs(each.mean) > each.of_one) for each in last], dtype=np.uint8
    )
    return found


def courses(gaps: Floats, areas: Areas) -> list[Spread | None]:
    """The spread of the first 0, 1, 2, ... differences; None of fewer than two."""
    return [spread_of(gaps[:m], areas.splits, areas.level) if m > 1 else None for m in range(len(gaps) + 1)]


def apart_from(course: Course) -> int:
    """The deal from which on 0 lies outside the mean's interval; one beyond the last where it never does."""
    inside = [m for m, each in enumerate(course) if each is None or abs(each.mean) <= each.of_mean]
    return inside[-1] + 1
