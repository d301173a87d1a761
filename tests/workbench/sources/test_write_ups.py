"""Every link of the page leads to a moment that there is, and every preset is what was run."""

from urllib.parse import parse_qsl, urlencode

import pytest

from gbtlib import onedal_params
from gbtlib.loops.reasons import GAMMA, MIN_SAMPLES
from tests.pages import opened, payloads, quiet
from workbench.lessons.clinic.record import record_of
from workbench.lessons.clinic.records import PATIENTS
from workbench.link.values import SETTINGS, read_all
from workbench.models.boosted import fit_boosted_model
from workbench.models.settings import settings_from
from workbench.shell.registry import page_named
from workbench.sources.records import PARTS, Reference, WriteUp
from workbench.sources.values import NAMES, SECTIONS
from workbench.sources.write_ups import WRITE_UPS


def links_of(found: WriteUp) -> tuple[Reference, ...]:
    """Every moment that a write-up leads to."""
    moments = [moment for group in found.moments.values() for moment in group]
    return (*moments, *found.as_run, *found.faults)


LINKS = [(name, moment) for name, found in WRITE_UPS.items() for moment in links_of(found)]


@pytest.mark.parametrize(
    "moment", [moment for _, moment in LINKS], ids=[f"{name}: {moment.words}" for name, moment in LINKS]
)
def test_a_link_leads_to_a_moment_that_there_is(moment: Reference) -> None:
    entry = page_named(f"{moment.page}.py")
    assert set(moment.values) <= set(entry.link_names) | set(SETTINGS)
    values, notes = read_all(dict(parse_qsl(urlencode(moment.query), keep_blank_values=True)), entry.opening)
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


def test_a_patient_is_shown_where_it_parts_from_its_twin() -> None:
    assert {name: record_of(each)["parts"] for name, each in PATIENTS.items()} == PARTS


@pytest.mark.parametrize("moment", [each for _, each in LINKS if each.fold], ids=lambda each: each.words)
def test_a_link_opens_what_it_leads_to(moment: Reference) -> None:
    at = opened(f"{moment.page}.py", **moment.query)
    assert quiet(at)
    assert not at.toast
    (address,) = payloads(at, "address")
    assert address["leads_to"] == moment.fold
    opened_here = [each for each in at.expander if each.label == moment.fold]
    assert [bool(each.proto.expanded) for each in opened_here] == [True]
    assert "leads_to" not in address["values"]
    at.run()
    assert payloads(at, "address")[0]["leads_to"] == ""


ON_THE_WAY = {
    "Two cuts of one feature gain alike: the lowest threshold wins (node 7)",
    "A queue, level by level, in place of recursion",
    "Growth by level, or best first",
}


@pytest.mark.parametrize(
    "moment", [each for _, each in LINKS if "splits" in each.values], ids=lambda each: each.words
)
def test_a_tree_is_shown_whole_but_where_its_way_is_meant(moment: Reference) -> None:
    at = opened("grow_a_tree.py", **moment.query)
    (stage,) = payloads(at, "stage")
    n_splits, splits = stage["n_steps"], moment.values["splits"]
    assert splits < n_splits if moment.words in ON_THE_WAY else splits == n_splits


SHOWN = {
    "Two cuts of one feature gain alike: the lowest threshold wins (node 7)": "**Node 7**, 33 rows",
    "Different numbers of folds are summed, and the last can be empty (below)": "step 1 sums 3",
    "Entropy of a class without rows is NaN (below)": "0 · log₂ 0 is NaN",
    "Its columns; and tables whose −1, child or feature is wrong (below)": "printed from 1, count from 0",
}
"""What is read on the page that a line leads to."""
LEAVES = {"Stop where no cut gains": GAMMA, "Why a leaf is one: rows, depth or split loss": MIN_SAMPLES}


@pytest.mark.parametrize("moment", [each for _, each in LINKS if each.words in SHOWN], ids=lambda m: m.words)
def test_a_page_says_what_a_line_promises(moment: Reference) -> None:
    at = opened(f"{moment.page}.py", **moment.query)
    assert SHOWN[moment.words] in " ".join(each.value for each in at.markdown)


@pytest.mark.parametrize("moment", [each for _, each in LINKS if each.words in LEAVES], ids=lambda m: m.words)
def test_a_node_is_a_leaf_for_the_reason_that_is_meant(moment: Reference) -> None:
    (tree,) = fit_boosted_model(settings_from(moment.values)).trace[0].trees
    assert tree.why_leaf[moment.values["node"]] == LEAVES[moment.words]


def test_every_patient_is_a_fault_of_some_source() -> None:
    named = {each.values["patient"] for _, each in LINKS if each.page == "clinic"}
    assert named == set(PATIENTS)


@pytest.mark.parametrize("section", SECTIONS)
def test_the_page_runs(section: str) -> None:
    at = opened("sources.py", source=section)
    assert quiet(at)
    assert not at.toast
    shown = {each.proto.label for each in at.get("page_link")}
    for each in links_of(WRITE_UPS[section]) if section in WRITE_UPS else ():
        assert f"{each.words} *{page_named(f'{each.page}.py').title}*" in shown


def test_onedal_opens_with_its_defaults() -> None:
    for task, moment in zip(("regression", "classification"), WRITE_UPS["onedal"].as_run, strict=False):
        wanted = {name: value for name, value in onedal_params(task).items() if name in SETTINGS}
        assert {name: moment.values[name] for name in wanted} == wanted
