"""The page of numbers that do not add up: model, row and number, what is behind it, the ledger. Widgets."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from gbtlib.handover.mistakes import Finding, HandComputation, explained
from workbench.add_up import (
    LONGEST_ROW,
    LONGEST_SAID,
    MARGIN,
    RATE,
    ROW,
    SAID,
    SECOND_ROW,
    SECOND_SAID,
    TABLE_ROW,
    words,
)
from workbench.add_up.typed import number_of, row_of
from workbench.data.catalogue import Dataset
from workbench.link.values import CLASS
from workbench.models.own_model import OwnModel
from workbench.paths import page_path
from workbench.shell import own_models, own_tables, session
from workbench.shell.choice import listed
from workbench.shell.ledger import the_ledger
from workbench.shell.lesson_card import lesson_cards
from workbench.shell.own_tables import MODEL, ROWS
from workbench.shell.registry import OPEN_A_MODEL, page_named
from workbench.shell.setting_controls import setting, title_of
from workbench.text.known_messages import MESSAGES, Moment, message_in
from workbench.text.numbers import row_text

ANEW = {ROW: "", SECOND_ROW: "", SECOND_SAID: "", ROWS: "", TABLE_ROW: 0, CLASS: 0, RATE: None, MARGIN: None}
"""What is said of another model."""


@dataclass(frozen=True)
class AskedModel:
    """What the numbers are about: the model, the output, what it was trained or asked with."""

    model: OwnModel
    output: int
    rate: float
    margin: float | None

    def hand(self, row: NDArray[np.float64]) -> HandComputation:
        """A row, as the library computes it and as others do. Errors: ValueError where it adds nothing up."""
        told = self.model.solved.settings
        averages = [told.get(f"average of output {k}") for k in range(self.model.opened.n_outputs)]
        average = [each.value if each is not None and each.is_told else 0.0 for each in averages]
        return HandComputation(
            *(self.model.opened, row, self.output),
            learning_rate=self.rate,
            average=average,
            base_margin=self.margin,
        )


def add_up() -> None:
    """The page: what one has on the left, what is behind it on the right."""
    with st.container(key="own_page_add", gap="small"):
        with st.container(key="own_welcome"):
            st.markdown(words.WELCOME)
        model = shown_model()
        left, right = st.columns([1, 1.6], gap="large")
        with left:
            with st.container(key="add_number"):
                session.bound(
                    st.text_input,
                    "Your number, or the message that you were shown",
                    name=SAID,
                    max_chars=LONGEST_SAID,
                    placeholder="0.7312, or: Input X contains NaN",
                )
            numbers = st.container()
            tries("Or a message:", ((each, each) for each in words.MESSAGES_TO_TRY))
        said = session.value(SAID).strip()
        number = number_of(said)
        if said and number is None:
            with right:
                message(said)
            return
        with left:
            asked, row = what_it_is_about(model)
        with right:
            what_is_behind(asked, row, number, numbers)


def what_is_behind(
    asked: AskedModel, row: NDArray[np.float64] | None, number: str | None, numbers: DeltaGenerator
) -> None:
    """The ledger, and what is behind the number. numbers: where those that people get are offered."""
    if row is None:
        st.markdown("The row cannot be read.")
        return
    try:
        hand = asked.hand(row)
    except ValueError as error:
        st.markdown(f"Of this model {error}: there is no ledger to compare with.")
        return
    with numbers:
        tries("Try what people get:", words.slips_to_try(hand))
    answer(asked, hand, number)


# -- a message


def message(said: str) -> None:
    """What a message means, and where that is seen."""
    found = message_in(said)
    with st.container(key="add_meaning"):
        if found is None:
            st.markdown(
                f"This is no number, and none of the {len(MESSAGES)} messages that are known here. A number "
                "is typed as 0.7312 or 73 %; of a message the line that says what is wrong is enough."
            )
            return
        st.markdown(f"**{found.library}.** {found.means}" if found.library else found.means)
    seen = []
    if found.shows is not None:
        entry = page_named(f"{found.shows.page}.py")
        seen.append((replace(entry, question=found.shows.words), found.shows.query))
    if found.patient:
        words = f"{found.patient.capitalize()}, who has something like it"
        seen.append((replace(page_named("clinic.py"), question=words), {"patient": found.patient}))
    lesson_cards(seen, "seen")


def moment(found: Moment) -> None:
    """A link to where something is seen."""
    entry = page_named(f"{found.page}.py")
    label = f"{found.words} · *{entry.title}*"
    st.page_link(page_path(entry.path), label=label, query_params=dict(found.query), width="content")


# -- what it is about


def shown_model() -> OwnModel:
    """The model of the link, else the last that was opened, else one that is shipped."""
    name = session.value(MODEL)
    if name in own_models.EXAMPLES:
        return own_models.example(name)
    first = next(iter(own_models.EXAMPLES))
    return own_models.models().get(name) or own_models.opened() or own_models.example(first)


def what_it_is_about(model: OwnModel) -> tuple[AskedModel, NDArray[np.float64] | None]:
    """The model and what belongs to it, and the row; None where none can be read."""
    place = st.container(key="add_model", horizontal=True, vertical_alignment="bottom")
    with place:
        shown = own_models.name_in_link(model)
        listed(place, "The model", own_models.titles(), MODEL, shown=shown, also=ANEW, width=270)
        st.page_link(page_path(OPEN_A_MODEL.path), label="Open another", width="content")
        table = rows_chooser(place, model)
        if table is not None:
            last = len(table.X) - 1
            at, label = int(session.clip(TABLE_ROW, last)), f"Row, 0 to {last:,}"
            session.bound(
                st.number_input, label, 0, last, name=TABLE_ROW, shown=at, also={ROW: ""}, width=150
            )
        asked = AskedModel(model, output_field(model), rate_field(place, model), margin_field(model))
    usual = np.zeros(model.opened.n_features) if table is None else np.asarray(table.X[at], np.float64)
    return asked, row_field("The row", ROW, model, usual)


def rows_chooser(place: DeltaGenerator, model: OwnModel) -> Dataset | None:
    """A table of which one takes a row, where the model takes its rows."""
    table = own_models.table_of(model, session.value(ROWS))
    near = (own_models.own_rows(model), session.value(ROWS), *own_tables.opened())
    ids = [name for name in dict.fromkeys(near) if own_models.takes(model, name)]
    if not ids:
        return None
    words, anew = {name: title_of(name) for name in ids}, {TABLE_ROW: 0, ROW: ""}
    none: dict[str, Any] = {"index": None, "placeholder": "none", "shown": table and table.id}
    listed(place, "Rows of", words, ROWS, also=anew, width=230, **none)
    return table


def output_field(model: OwnModel) -> int:
    """The class whose number it is."""
    last = model.opened.n_outputs - 1
    at = int(session.clip(CLASS, last))
    if last:
        session.bound(st.number_input, f"Class, 0 to {last}", 0, last, name=CLASS, shown=at, width=120)
    return at


def rate_field(place: DeltaGenerator, model: OwnModel) -> float:
    """The learning rate: solved for, or where it cannot be told, as it is typed; 1 where nobody knows."""
    told = model.solved.settings.get("learning rate")
    if told is not None and told.is_told:
        return told.value
    if model.opened.divisor != 1:
        return 1.0
    words = "It cannot be told from this file."
    setting(place, RATE, words, "learning_rate, if known", format="%g", placeholder="", width=180)
    return float(session.value(RATE) or 1.0)


def margin_field(model: OwnModel) -> float | None:
    """What the row was given in place of the base score; None for nothing."""
    if model.opened.library != "xgboost":
        return None
    session.bound(st.number_input, "base_margin, if given", -1e9, 1e9, name=MARGIN, format="%g", width=180)
    found: float | None = session.value(MARGIN)
    return found


def row_field(
    label: str, name: str, model: OwnModel, usual: NDArray[np.float64] | None
) -> NDArray[np.float64] | None:
    """A row as it is typed; where nothing is, the usual one. What cannot be read is told."""
    names = [model.name_of(j) for j in range(model.opened.n_features)]
    session.bound(
        st.text_input,
        f"{label}: {len(names)} values, or names with values",
        name=name,
        max_chars=LONGEST_ROW,
        placeholder="" if usual is None else row_text(usual),
    )
    text = session.value(name).strip()
    if not text:
        return usual
    try:
        return row_of(text, names)
    except ValueError as error:
        with st.container(key=f"told_{name}"):
            st.text(str(error))
        return None


def tries(words_before: str, found: Iterable[tuple[str, str]]) -> None:
    """What people get or are shown, to be tried: what each is called, and what it says."""
    with st.container(key=f"add_tries_{words_before[:3]}", horizontal=True, vertical_alignment="center"):
        st.markdown(words_before, width="content")
        for name, said in found:
            st.button(name, key=f"add_try_{name}", on_click=session.take, kwargs={SAID: said})


# -- the answer


def answer(asked: AskedModel, hand: HandComputation, number: str | None) -> None:
    """What is behind the number, and the ledger."""
    claimed: list[Finding] = []
    if number is not None:
        cases = [(hand, number)]
        findings = explained(cases)
        place = st.container(key="add_verdict")
        if words.wants_second(findings) or session.value(SECOND_ROW) or session.value(SECOND_SAID):
            cases += second_case(asked)
            findings = explained(cases) if len(cases) > 1 else findings
        with place:
            st.markdown(words.verdict(findings, number, len(cases)))
            claimed = [] if words.is_doubtful(findings) else findings[:2]
            for mistake in dict.fromkeys(each for found in claimed for each in found.mistakes):
                reason(mistake)
    else:
        st.markdown("**What the library does with the row**, term by term")
    choice = claimed[0].choice if claimed and claimed[0].mistakes else None
    the_ledger(hand, choice)


def reason(mistake: str) -> None:
    """What is behind a mistake, and where it is seen."""
    told, shows = words.why(mistake)
    with st.container(key=f"add_why_{mistake}", horizontal=True, vertical_alignment="center"):
        st.markdown(f"*{mistake}:* {told}", width="content")
        moment(shows)


def second_case(asked: AskedModel) -> list[tuple[HandComputation, str]]:
    """A second row with its number; nothing as long as one of them is missing."""
    left, right = st.columns([3, 1], gap="medium")
    with left:
        row = row_field("A second row", SECOND_ROW, asked.model, None)
    with right:
        session.bound(st.text_input, "Its number", name=SECOND_SAID, max_chars=LONGEST_SAID)
    number = number_of(session.value(SECOND_SAID))
    return [] if row is None or number is None else [(asked.hand(row), number)]
