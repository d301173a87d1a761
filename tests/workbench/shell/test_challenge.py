"""Guesses are scored properly, counted once, kept by question, and hide the answer until revealed."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, payloads
from workbench.link.values import ENTRIES, GUESS_FIRST
from workbench.shell.challenge import Number, OptionAnswer, Slider
from workbench.shell.scoring import (
    SURENESS,
    Answer,
    points,
    scoreboard,
    scoring_words,
    share_of_best,
    verdict_on_choice,
    verdict_on_number,
)

LIMIT_S = 60

# -- the rule


@pytest.mark.parametrize("sureness", SURENESS)
def test_it_pays_to_say_how_sure_one_is(sureness: str) -> None:
    """The mean points over right and wrong in the stated shares are best with that statement."""
    p = SURENESS[sureness]
    expected = {each: p * points(1, each) + (1 - p) * points(0, each) for each in SURENESS}
    assert max(expected, key=expected.__getitem__) == sureness
    assert expected[sureness] == pytest.approx(p**2)


def test_points_are_the_moved_brier_score() -> None:
    for sureness, p in SURENESS.items():
        for c in (0.0, 0.3, 1.0):
            assert points(c, sureness) == pytest.approx((1 - (c - p) ** 2) - (1 - c**2))
    assert [points(1, each) for each in SURENESS] == pytest.approx([5 / 9, 8 / 9, 1])
    assert [points(0, each) for each in SURENESS] == pytest.approx([-1 / 9, -4 / 9, -1])


def test_the_rule_in_words_has_its_numbers() -> None:
    words = scoring_words()
    assert "right +0.56, +0.89, +1.00; wrong −0.11, −0.44, −1.00" in words
    assert all(each in words for each in SURENESS)


def test_scoreboard() -> None:
    answers = [Answer(1, "sure", 1.0), Answer(2, "sure", 0.6), Answer(3, "guessing", 0.0), Answer(4, "sure")]
    # 1 + (2 * 0.6 - 1) - 1/9; the last is not settled yet.
    assert scoreboard(answers) == "Score 1.1 of 3 questions; when sure you were right 80 %"
    assert scoreboard(answers[:1]) == "Score 1.0 of 1 question; when sure you were right 100 %"
    assert scoreboard([Answer(1, "guessing", 0.0)]) == "Score −0.1 of 1 question"
    assert scoreboard(answers[3:]) == ""


def test_a_score_that_rounds_to_nothing_has_no_minus() -> None:
    answers = [Answer(1, "sure", 0.49)]
    assert scoreboard(answers).startswith("Score 0.0 of")


def test_verdicts() -> None:
    assert verdict_on_number(1.62, 1.87, 0.61) == "You: 1.62 (61 % of the best gain). Best: 1.87."
    assert verdict_on_choice("it falls", "it falls") == "You: it falls. Right."
    assert verdict_on_choice("it rises", "it falls") == "You: it rises. It is: it falls."


def test_credit_of_a_cut() -> None:
    assert [share_of_best(gain, 4.0) for gain in (-1.0, 1.0, 4.0, 5.0)] == [0, 0.25, 1, 1]
    assert [share_of_best(gain, 0.0) for gain in (-1.0, 0.0)] == [0, 1]


# -- what a proposal becomes


def test_forms_take_what_fits() -> None:
    slider = Slider(0.0, 5.0, 0.5)
    assert [slider.taken(value) for value in (-1, 2, 9.0)] == [0.0, 2.0, 5.0]
    assert (slider.first(), Slider(0.0, 5.0, 0.5, start=4.0).first()) == (2.5, 4.0)
    assert (Number(1, 9, 1).first(), type(Number(1, 9, 1).taken(3.7))) == (5, int)
    choice = OptionAnswer(("up", "down"))
    assert [choice.taken(value) for value in ("down", "sideways")] == ["down", None]
    assert choice.first() is None


# -- the widgets


def script(form: str) -> None:
    import streamlit as st

    from workbench.shell import session
    from workbench.shell.asked_once import guessing
    from workbench.shell.challenge import OptionAnswer, Slider, ask, propose, settle
    from workbench.shell.registry import HOME, SOURCES
    from workbench.shell.scoring import share_of_best, verdict_on_choice, verdict_on_number

    session.open_session({"first": HOME, "second": SOURCES}[st.session_state.get("lesson", "first")])
    session.open_run()
    number = st.session_state.get("number", 1)
    if form == "slider":
        shape = Slider(0.0, 5.0, 0.01, label="Your cut")
        question = ask("cut", ident=("wave", number), prompt="Where will the cut fall?", form=shape)
        if question.revealed:
            credit = share_of_best(question.answer, 4.0)
            settle(question, credit, verdict_on_number(question.answer, 4.0, credit))
    else:
        shape = OptionAnswer(("rises", "falls"), label="The loss")
        question = ask("next", ident=number, prompt="What happens next?", form=shape, skips="tree")
        if question.revealed:
            right = question.answer == "falls"
            settle(question, float(right), verdict_on_choice(question.answer, "falls"))
    st.button("A click in the picture", key="picture", on_click=propose, args=(question, 3.21))
    st.text(f"hiding {question.hiding}, revealed {question.revealed}, {question.answer} {question.sureness}")
    st.text(f"guessing {guessing()}, link {session.link_values()}")


def opened(form: str = "slider", guess: int | None = 1) -> AppTest:
    at = AppTest.from_function(script, args=(form,), default_timeout=LIMIT_S)
    if guess is not None:
        at.query_params[GUESS_FIRST] = str(guess)
    return checked(at)


def at_step(at: AppTest, number: int) -> AppTest:
    at.session_state["number"] = number
    return checked(at)


def link(at: AppTest) -> str:
    return at.text[1].value.partition("link ")[2]


def checked(at: AppTest) -> AppTest:
    at.run()
    assert not at.exception
    assert not at.warning
    return at


def press(at: AppTest, label: str) -> AppTest:
    next(each for each in at.button if each.label == label).click()
    return checked(at)


def bar(at: AppTest) -> str:
    return " ".join(each.value for each in at.markdown)


def buttons(at: AppTest) -> list[str]:
    return [each.label for each in at.button][:-1]


def test_closed_it_is_one_line_and_hides_nothing() -> None:
    at = opened(guess=0)
    assert bar(at) == "**Where will the cut fall?**"
    assert buttons(at) == ["Guess first"]
    assert at.text[0].value == "hiding False, revealed False, None None"
    assert not at.slider
    press(at, "Guess first")
    assert held(at, GUESS_FIRST) == 1
    assert buttons(at) == ["Reveal", "Show me"]
    assert at.text[0].value == "hiding True, revealed False, None None"


def test_answer_reveal_and_score_once() -> None:
    at = opened()
    at.slider[0].set_value(3.0)
    at.segmented_control[0].set_value("sure")
    checked(at)
    assert "hiding True" in at.text[0].value
    press(at, "Reveal")
    assert at.text[0].value == "hiding False, revealed True, 3.0 sure"
    words = (
        "**You: 3 (75 % of the best gain). Best: 4.** You were sure. "
        "Score 0.5 of 1 question; when sure you were right 75 %."
    )
    assert bar(at) == words
    for _ in range(3):
        assert bar(checked(at)) == words


def test_the_next_question_is_asked_anew_and_earlier_answers_stay() -> None:
    at = opened()
    at.slider[0].set_value(4.0)
    press(at, "Reveal")
    at.session_state["number"] = 2
    checked(at)
    assert at.slider[0].value == 2.5
    assert at.segmented_control[0].value == "fairly sure"
    assert bar(at) == "**Where will the cut fall?**"  # its score comes with the answer
    at.slider[0].set_value(2.0)
    press(at, "Reveal")
    assert "Score 1.1 of 2 questions" in bar(at)  # 8/9, and 2 * 2/3 * 1/2 - 4/9
    at.session_state["number"] = 1
    checked(at)
    assert at.text[0].value == "hiding False, revealed True, 4.0 fairly sure"
    assert "You: 4 (100 % of the best gain)" in bar(at)
    assert "of 2 questions" in bar(at)


def test_a_skipped_question_shows_the_answer_and_does_not_count() -> None:
    at = press(opened(), "Show me")
    assert at.text[0].value == "hiding False, revealed False, None None"
    assert bar(at) == "**Where will the cut fall?** Shown."
    assert buttons(at) == ["Stop guessing"]


def test_what_reads_the_same_at_every_step_is_skipped_at_every_step() -> None:
    for form, hiding in (("slider", True), ("choice", False)):
        at = press(opened(form), "Show me")
        at.session_state["number"] = 2
        assert f"hiding {hiding}, revealed False" in checked(at).text[0].value


def test_guessing_can_be_stopped_and_taken_up_again() -> None:
    at = opened()
    press(at, "Reveal")
    press(at, "Stop guessing")
    assert at.text[0].value == "hiding False, revealed False, None None"
    press(at, "Guess first")
    assert at.text[0].value == "hiding False, revealed True, 2.5 fairly sure"
    assert "of 1 question" in bar(at)


def test_a_click_in_the_picture_proposes() -> None:
    at = opened()
    at.button("picture").click()
    assert checked(at).slider[0].value == 3.21
    press(at, "Reveal")
    at.button("picture").click()
    assert checked(at).text[0].value == "hiding False, revealed True, 3.21 fairly sure"
    assert not at.slider  # after that there is nothing to propose


def test_a_choice_must_be_made_before_it_is_revealed() -> None:
    at = opened("choice")
    assert at.radio[0].value is None
    assert next(each for each in at.button if each.label == "Reveal").disabled
    at.radio[0].set_value("falls")
    checked(at)
    press(at, "Reveal")
    assert bar(at) == "**You: falls. Right.** You were fairly sure. Score 0.9 of 1 question."


def test_answers_are_not_in_the_link() -> None:
    at = opened()
    press(at, "Reveal")
    assert not any(name.startswith("challenge") for name in ENTRIES)
    assert set(at.query_params) == {GUESS_FIRST}


# -- asked once, at every step, or never


def test_a_lesson_opens_with_its_question() -> None:
    at = opened(guess=None)
    assert at.text[0].value == "hiding True, revealed False, None None"
    assert buttons(at) == ["Reveal", "Show me"]
    assert at.text[1].value == "guessing True, link {}"
    assert "hiding True" in at_step(at, 2).text[0].value  # to step on is no answer


def test_what_is_shown_once_is_not_asked_again() -> None:
    at = press(opened(guess=None), "Show me")
    for number in (1, 2, 1):
        at_step(at, number)
        assert at.text[0].value == "hiding False, revealed False, None None"
        assert at.text[1].value == "guessing False, link {'guess': '0'}"
        assert (bar(at), buttons(at)) == ("**Where will the cut fall?**", ["Guess first"])


def test_what_was_answered_once_is_not_asked_again_and_keeps_its_verdict() -> None:
    at = press(opened(guess=None), "Reveal")
    verdict = bar(at)
    assert at.text[0].value == "hiding False, revealed True, 2.5 fairly sure"
    assert "You: 2.5" in verdict
    assert "of 1 question" in verdict
    assert buttons(at) == ["Guess first"]
    at_step(at, 2)
    assert at.text[0].value == "hiding False, revealed False, None None"
    assert bar(at) == "**Where will the cut fall?**"
    assert at.text[1].value == "guessing False, link {'guess': '0'}"
    assert bar(at_step(at, 1)) == verdict


def test_guess_first_asks_at_every_step_from_then_on() -> None:
    at = press(press(opened(guess=None), "Show me"), "Guess first")
    for number in (1, 2, 3):
        assert "hiding True" in at_step(at, number).text[0].value
        assert link(at) == "{'guess': '1'}"
        press(at, "Reveal")
        assert "revealed True" in at.text[0].value
        assert "guessing True" in at.text[1].value  # the next step is asked
    press(at, "Stop guessing")
    assert at.text[1].value == "guessing False, link {'guess': '0'}"
    assert "hiding False, revealed False" in at_step(at, 4).text[0].value


def test_a_link_that_shows_answers_speaks_for_its_lesson_alone() -> None:
    at = opened(guess=0)
    assert link(at) == "{'guess': '0'}"
    assert "hiding False" in at_step(at, 2).text[0].value
    at.session_state["lesson"] = "second"
    at.query_params.clear()
    assert "hiding True" in checked(at).text[0].value
    assert link(at) == "{}"
    at.session_state["lesson"] = "first"
    assert "hiding False" in checked(at).text[0].value
    assert link(at) == "{'guess': '0'}"


# -- what is said aloud


def said(at: AppTest) -> tuple[str, str]:
    """What the bar's live text was sent, and the stage of its question."""
    (sent,) = payloads(at, "verdict")
    return sent["stage"], sent["text"]


def test_verdict_and_question_are_said_aloud() -> None:
    at = opened(guess=0)
    assert said(at) == ("off", "")
    press(at, "Guess first")
    assert said(at) == ("open", "Where will the cut fall?")
    press(at, "Reveal")
    heard = said(at)
    assert heard == ("told", bar(at).replace("**", ""))
    assert heard[1].startswith("You: 2.5 (62 % of the best gain). Best: 4. You were fairly sure.")
    press(at, "Stop guessing")
    assert said(at) == ("off", "")


def test_a_skipped_question_is_said_aloud_too() -> None:
    at = press(opened(), "Show me")
    assert said(at) == ("told", "Where will the cut fall? Shown.")


def test_every_question_has_a_number_of_its_own() -> None:
    at = opened()
    (first,) = payloads(at, "verdict")
    at.session_state["number"] = 2
    (second,) = payloads(checked(at), "verdict")
    assert first["text"] == second["text"]
    assert first["question"] != second["question"]
