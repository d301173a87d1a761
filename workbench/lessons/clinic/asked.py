"""Which patient has what a reader asks about: by the words of a warning, or of a question. Pure."""

from __future__ import annotations

import re

from workbench.lessons.clinic.patients import OF_FAULT, PATIENTS
from workbench.lessons.clinic.records import Patient
from workbench.text.known_messages import QUESTIONS, KnownMessage, message_in
from workbench.text.library_messages import MESSAGES

MOST = 3
# By fault, words that people have for what it looks like; more special words weigh as much as common ones.
WORDS = {
    "replaced": r"wors[et]|after (a few|some) rounds|diverg|overfit|only the last tree",
    "rate_inside": r"learning.?rate|shrinkage|\beta\b|step size|too fast",
    "column_guard": r"empty (leaf|child|node)|twice as many leaves|leaves without (a )?rows?|0/0",
    "read_as_zero": r"missing|\bnans?\b|\bgaps?\b|blank|null|fillna|imput",
    "vanished": r"sparse|triplet|fewer rows|rows? (are |went )?(lost|gone|dropped)|all.?zero|size of label",
    "smallest_positive": r"no (further )?splits?|positive gain|-inf|never splits|\bxor\b|constant",
    "areas_apart": r"\bauc\b|\broc\b|significan|random (split|seed|state)|better by|score varies",
    "inside_ties": r"\bties?\b|same value|duplicate|equal values|identical rows|gain but",
    "pure_enough": r"\brare\b|imbalanc|minority|only class 0|never predicts|\bpure\b|one class",
    "forgetful_risks": r"ccp_alpha|negative (alpha|price)|cost.?complexity",
    "wrong_subtree": r"cross.?validat|\bfolds?\b|cv jumps|best alpha",
    "blind_search": r"sample.?weight|weights? (is|are)? ?ignored|adaboost.{0,30}(same|stuck)|same tree",
    "stops_at_half": r"adaboost.{0,40}(stop|three|class|0\.5)|worse than random|samme",
    "no_minus": r"loss (goes up|rises|grows|increases)|round.{0,20}worse|wrong (sign|direction)",
    "whole_gain": r"\bgamma\b|min_split_loss|min_gain_to_split|min_split_gain|half|factor (of )?(2|two)",
    "norm_not_square": r"\bl1\b|\bl2\b|reg_(lambda|alpha)|\blambda\b|regulari",
    "gamma_twice": r"gamma|prun\w+ too (much|early|many)|gives up splits",
    "without_replacement": r"bootstrap|bagg|subsample|\boob\b|random forest|same trees?",
    "minus_in_update": r"loss (goes up|rises|grows|increases)|leaves (look )?right|moves? (away|against)",
    "naive_log_loss": r"overflow|divide by zero|loss is nan|nan loss|log.?loss|invalid value",
    "link_twice": r"probab|sigmoid|logit|logistic|all class 1|above 0?\.5|calibrat",
    "signed_deviations": r"end.?cut|one (row|point) (after|at) a|chain|absolute|peel",
    "counter_never_falls": r"max_depth|depth limit|too shallow|stops? early|level",
    "found_by_question": r"two branches|wrong branch|prun\w+ (removes|cuts)|copy of the tree",
    "lost_in_predict": r"predict\w* (differ|is not|are not|not the same)|does not match",
    "scans_all_rows": r"slow|takes (long|forever|hours)|speed|performance|complexity|scal(e|ing)",
}


def known_in(text: str) -> KnownMessage | None:
    """The message or the question that is known in a text."""
    return message_in(text, (*MESSAGES, *QUESTIONS))


def patients_for(text: str) -> list[Patient]:
    """Who has something like it, at most three: the one of a known message, then those by most words."""
    found = known_in(text)
    first = [PATIENTS[found.patient]] if found is not None and found.patient else []
    counts = {
        fault: len({m.group() for m in re.finditer(words, text.lower())}) for fault, words in WORDS.items()
    }
    ranked = sorted((fault for fault in counts if counts[fault]), key=lambda fault: -counts[fault])
    return list(dict.fromkeys((*first, *(OF_FAULT[fault] for fault in ranked))))[:MOST]
