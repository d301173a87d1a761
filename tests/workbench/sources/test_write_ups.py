"""Every link of the page leads to a moment that there is, and every preset is what was run."""

from urllib.parse import parse_qsl, urlencode

import pytest

from gbtlib import onedal_params
from tests.pages import opened, quiet
from workbench.lessons.clinic.patients import PATIENTS
from workbench.link.values import SETTINGS, read_all
from workbench.shell.registry import page_named
from workbench.sources.records import Reference, WriteUp
from workbench.sources.values import NAMES, SECTIONS
from workbench.sources.write_ups import WRITE_UPS

LINKS = [(name, moment) for name, found in WRITE_UPS.items() for moment in found.links()]


@pytest.mark.parametrize(
    "moment", [moment for _, moment in LINKS], ids=[f"{name}: {moment.words}" for name, moment in LINKS]
)
def test_a_link_leads_to_a_moment_that_there_is(moment: Reference) -> None:
    entry = page_named(f"{moment.page}.py")
    assert set(moment.values) <= set(entry.link_names) | set(SETTINGS)
    values, notes = read_all(dict(parse_qsl(urlencode(moment.query), keep_blank_values=True)))
    assert notes == []
    assert {name: values[name] for name in moment.values} == dict(moment.values)


def test_the_page_has_a_section_for_each() -> None:
    assert (*WRITE_UPS, NAMES) == SECTIONS


@pytest.mark.parametrize("found", WRITE_UPS.values(), ids=list(WRITE_UPS))
def test_a_source_is_said_in_full(found: WriteUp) -> None:
    assert found.title
    assert found.origin
    assert len([part for part in found.about.split(". ") if part]) == 2
    assert found.as_run
    assert found.figures
    for links in (*found.moments.values(), found.as_run, found.faults):
        assert len({each.words for each in links}) == len(links)


def test_every_patient_is_a_fault_of_some_source() -> None:
    named = {each.values["patient"] for _, each in LINKS if each.page == "clinic"}
    assert named == set(PATIENTS)


@pytest.mark.parametrize("section", SECTIONS)
def test_the_page_runs(section: str) -> None:
    at = opened("sources.py", source=section)
    assert quiet(at)
    assert not at.toast
    shown = {each.proto.label for each in at.get("page_link")}
    for each in WRITE_UPS[section].links() if section in WRITE_UPS else ():
        assert f"{each.words} · *{page_named(f'{each.page}.py').title}*" in shown


def test_onedal_opens_with_its_defaults() -> None:
    for task, moment in zip(("regression", "classification"), WRITE_UPS["onedal"].as_run, strict=False):
        wanted = {name: value for name, value in onedal_params(task).items() if name in SETTINGS}
        assert {name: moment.values[name] for name in wanted} == wanted
