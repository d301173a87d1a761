"""The clinic as a page: every patient, what stands below the stage, the way from other lessons."""

from pkgutil import resolve_name

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import held, opened, paragraphs, payloads, put, quiet, reader_does
from workbench.lessons.clinic import boosting_mistakes, tree_mistakes
from workbench.lessons.clinic.asked import patients_for
from workbench.lessons.clinic.exhibit_widgets import EXHIBITS
from workbench.lessons.clinic.patients import EXAMINED, examined
from workbench.lessons.clinic.records import OF_FAULT, PATIENTS, SLIPS, SYSTEMS, plausible
from workbench.paths import page_path

PAGE = "clinic.py"


def markdown(at: AppTest) -> str:
    """All that the page says below the stage."""
    return "\n".join(paragraphs(at))


def test_every_fault_has_a_patient_and_every_patient_a_fault() -> None:
    assert set(OF_FAULT) == set(EXAMINED)
    places = [(list(SYSTEMS).index(each.system), name) for name, each in PATIENTS.items()]
    assert places == sorted(places)
    assert {place for place, _ in places} == set(range(len(SYSTEMS)))
    assert {each.slip for each in PATIENTS.values()} == set(SLIPS)
    # Of the library only the page was looked at.
    assert all((each.system == "onedal") == (each.slip in ("page", "word")) for each in PATIENTS.values())
    assert set(EXHIBITS) <= set(EXAMINED)
    for each in PATIENTS.values():
        assert not each.code or callable(resolve_name(f"workbench.{each.code}"))
    diagnoses = [each.diagnosis for each in PATIENTS.values()]
    assert len(set(diagnoses)) == len(diagnoses)
    assert {len(plausible(each)) for each in PATIENTS.values()} == {4}


@pytest.mark.parametrize("name", PATIENTS)
def test_what_is_found_differs_from_health(name: str) -> None:
    found = examined(PATIENTS[name].fault)
    assert found.wrong != found.right  # NaN differs from every number
    courses = found.courses
    assert len(courses.x) == len(courses.patient) == len(courses.healthy)
    assert np.isfinite(courses.healthy).all()
    assert any(sick != well for _, sick, well in found.costs)


@pytest.mark.parametrize("name", PATIENTS)
def test_every_patient_is_shown(name: str) -> None:
    patient = PATIENTS[name]
    at = opened(PAGE, patient=name)
    assert quiet(at)
    said = markdown(at)
    assert patient.words.split("*")[0] in said
    assert f"**How it shows:** {patient.sign}" in said
    assert f"{SYSTEMS[patient.system]}: {SLIPS[patient.slip]}." in said
    (stage,) = payloads(at, "stage")
    assert stage["view"] == "clinic"
    assert stage["settings"] == ({} if name == "anna" else {"patient": name})


def test_the_stage_turns_to_another_patient_who_is_asked_anew() -> None:
    at = opened(PAGE, guess="none", moment=7, told=2)
    assert held(at, "patient", "moment", "told") == ("anna", 7, 2)
    reader_does(at, "stage", "turn", {"patient": "kira"})
    assert quiet(at)
    assert held(at, "patient", "moment", "told") == ("kira", None, 0)
    assert "Kira" in markdown(at)
    (stage,) = payloads(at, "stage")
    anew = {"moment": None, "told": 0, "laid": None, "followed": None, "guess": None}
    assert stage["cursor"] == anew


@pytest.mark.parametrize("values", [{"patient": "nobody"}, {"data": "iris"}, {"present": 1}])
def test_the_stage_turns_to_nothing_that_is_not_its_own(values: dict[str, str]) -> None:
    at = opened(PAGE, patient="boris")
    reader_does(at, "stage", "turn", values)
    assert not at.exception
    assert held(at, "patient", "present") == ("boris", 0)


@pytest.mark.parametrize("name", ["anna", "pablo", "tilda", "jonas"])
@pytest.mark.parametrize("told", [0, 1])
def test_while_one_guesses_nothing_below_tells(name: str, told: int) -> None:
    patient = PATIENTS[name]
    at = opened(PAGE, patient=name, guess="none", told=told)
    assert quiet(at)
    assert patient.complaint in markdown(at)
    for words in (patient.diagnosis, patient.words, patient.sign):
        assert words not in markdown(at)
    assert [each.label for each in at.expander] == ["Take it with you"]
    at = opened(PAGE, patient=name, guess="none", told=2)
    assert patient.sign in markdown(at)


@pytest.mark.parametrize(
    "link", [{"patient": "nobody"}, {"patient": "9" * 80}, {"instrument": "ledger"}, {"told": 3}]
)
def test_nonsense_in_the_link_is_harmless(link: dict[str, str]) -> None:
    at = opened(PAGE, **link)
    assert quiet(at)
    assert held(at, "patient") == "anna"


def test_exhibits_stand_below_their_patients() -> None:
    for fault, words in (
        ("lost_in_predict", boosting_mistakes.lost_words()),
        ("wrong_subtree", "145 rows in 10 blocks: 9 × 15, 10 rows."),
        ("wrong_subtree", "Of 10 folds step 1 sums 3, step 5 sums 7 and step 6 sums 9."),
        ("inside_ties", tree_mistakes.EMPTY_WORDS),
        ("blind_search", "| 4 | proline ≤ 987.5 | proline ≤ 755 |"),
        ("stops_at_half", "| 2 | 0.533 | 1 | 0.533 | 0.56 |"),  # ln(7/8) + ln 2
        ("forgetful_risks", "7/17 = **0.412**; with it 0.412 · 17/100 = **0.07**"),
        ("naive_log_loss", "| 37 | NaN | 8.53e−17 |"),  # e⁻³⁷
    ):
        at = opened(PAGE, patient=OF_FAULT[fault].name)
        assert quiet(at)
        assert words in markdown(at)


def test_a_way_from_another_lesson_leads_to_its_patient() -> None:
    at = opened("prune_it.py", data="iris", prune_tree="data")
    ways = [link.proto for link in at.get("page_link") if link.proto.label.startswith("In the clinic")]
    assert "patient=kira" in [way.query_string for way in ways]
    at.switch_page(str(page_path(PAGE)))
    at.query_params["patient"] = "kira"
    at.run()
    assert quiet(at)
    assert "**Kira: " in markdown(at)
    del at.query_params["patient"]
    at.switch_page(str(page_path("prune_it.py"))).run()
    assert held(at, "data", "prune_tree") == ("iris", "data")  # as it was left


def test_a_warning_or_a_question_leads_to_who_has_something_like_it() -> None:
    for text, name in {
        "[LightGBM] [Warning] No further splits with positive gain, best gain: -inf": "felix",
        "RuntimeWarning: overflow encountered in exp": "tilda",
        "why are all my probabilities above one half?": "uwe",
        "my model treats NaN as zero": "dario",
        "the AUC is better with another random seed": "greta",
        "AdaBoost stops after three rounds on three classes": "mona",
        "it is so slow, and its tree is right": "zoe",
    }.items():
        assert patients_for(text)[0].name == name, text
    assert patients_for("what is the weather") == []
    at = opened(PAGE, guess="none", moment=7, told=2, clinic_asked="every gap is read as zero")
    at.button(key="asked_dario").click().run()
    assert quiet(at)
    assert held(at, "patient", "moment", "told") == ("dario", None, 0)
    put(at, clinic_asked="**nothing** of the kind")
    assert quiet(at)
    assert "Nobody here has anything like it" in markdown(at)


def test_the_ways_of_the_lessons_lead_to_patients() -> None:
    ways = []
    for page in ("prune_it.py", "grow_a_tree.py", "adaboost.py", "missing_sparse_categorical.py"):
        found = [link.proto.query_string for link in opened(page, data="iris").get("page_link")]
        ways += [each.removeprefix("patient=") for each in found if each.startswith("patient=")]
    assert len(set(ways)) == len(ways) >= 9
    assert set(ways) <= set(PATIENTS)


def test_the_lines_with_the_fault_and_the_list_of_all() -> None:
    at = opened(PAGE, patient="anna")
    at.session_state["folded_The lines with the fault"] = True
    at.session_state["folded_All patients, and what ails them"] = True
    at.run()
    assert quiet(at)
    assert "class Replaced(Booster)" in at.code[0].value
    assert all(each.diagnosis.replace("|", r"\|") in markdown(at) for each in PATIENTS.values())


def test_presenter_mode_leaves_the_exhibits_out() -> None:
    at = opened(PAGE, patient="yara", present=1)
    assert quiet(at)
    assert not at.expander
    assert boosting_mistakes.lost_words() not in markdown(at)
