"""What is compiled is kept, and compiled anew when a file of its folder changes."""

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from packaging.requirements import Requirement

from gbtlib import GradientBoostingRegressor
from gbtlib.compile_ahead import DONE, compile_ahead, is_compiled, now
from gbtlib.loops import compiling

ROOT = Path(__file__).resolve().parents[3]
RECORDS = """
from typing import NamedTuple

class Pair(NamedTuple):
    first: float
    second: float
"""
LOOP = """
from gbtlib.loops.compiling import compiled
from gbtlib.loops.records import Pair

@compiled
def first(pair):
    return pair.first
"""
ASK = (
    "from gbtlib.loops import rows, records;"
    "print(rows.first(records.Pair(1.0, 2.0)), len(rows.first.stats.cache_hits))"
)
SWAPPED = ASK.replace("1.0, 2.0", "2.0, 1.0")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small package with one loop and one record, compiled as gbtlib's are."""
    pytest.importorskip("numba")
    loops = tmp_path / "gbtlib" / "loops"
    loops.mkdir(parents=True)
    shutil.copy(str(compiling.__file__), loops)
    (loops.parent / "__init__.py").touch()
    (loops / "__init__.py").touch()
    (loops / "rows.py").write_text(LOOP, encoding="utf-8")
    (loops / "records.py").write_text(RECORDS, encoding="utf-8")
    return tmp_path


def start(package: Path, code: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(package), "XDG_CACHE_HOME": str(package / "cache")}
    command = [sys.executable, "-W", "error", "-c", code]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=package, env=env, stdout=pipe, stderr=pipe, text=True)


def said(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    return out.strip()


def test_a_record_that_changes_is_noticed(package: Path) -> None:
    """Its types stay the same, by which numba tells what it keeps: it would read the old place."""
    assert said(start(package, ASK)) == "1.0 0"
    assert said(start(package, ASK)) == "1.0 1"
    swapped = RECORDS.replace("first", "x").replace("second", "first").replace("x:", "second:")
    (package / "gbtlib" / "loops" / "records.py").write_text(swapped, encoding="utf-8")
    assert said(start(package, SWAPPED)) == "1.0 0"
    assert len(list(package.rglob("loops-*"))) == 1


@pytest.mark.wide
def test_two_processes_that_compile_at_once_are_both_right(package: Path) -> None:
    both = [start(package, ASK) for _ in range(2)]
    assert {said(process).split()[0] for process in both} == {"1.0"}
    assert said(start(package, ASK)) == "1.0 1"


def test_what_cannot_be_kept_beside_the_loops_is_kept_in_the_users_cache(package: Path) -> None:
    (package / "gbtlib" / "loops" / "__pycache__").write_text("no folder can be here", encoding="utf-8")
    assert said(start(package, ASK)) == "1.0 0"
    assert said(start(package, ASK)) == "1.0 1"
    assert list((package / "cache" / "gbtlib").rglob("*.nbi"))


def test_what_is_damaged_is_compiled_anew(package: Path) -> None:
    assert said(start(package, ASK)) == "1.0 0"
    for kind in ("nbi", "nbc"):
        (kept,) = package.rglob(f"*.{kind}")
        kept.write_bytes(kept.read_bytes()[:40])
        assert said(start(package, ASK)) == "1.0 0"
    assert said(start(package, ASK)) == "1.0 1"


@pytest.mark.wide
def test_what_was_kept_for_other_types_is_compiled_anew(package: Path) -> None:
    """Two processes that keep a loop at once, each for its types, may take the same file."""
    whole = ASK.replace("1.0, 2.0", "1, 2")
    assert said(start(package, f"{ASK}; {whole}")).split("\n") == ["1.0 0", "1 0"]
    of_floats, of_whole = sorted(package.rglob("*.nbc"))
    of_floats.write_bytes(of_whole.read_bytes())
    assert said(start(package, ASK)) == "1.0 0"
    assert said(start(package, ASK)) == "1.0 1"


def test_another_processor_has_code_of_its_own(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(start(package, ASK)) == "1.0 0"
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("NUMBA_CPU_NAME", "generic")
        assert said(start(package, ASK)) == "1.0 0"
        assert said(start(package, ASK)) == "1.0 1"
    assert said(start(package, ASK)) == "1.0 1"


@pytest.mark.wide
def test_what_cannot_be_kept_anywhere_is_compiled_each_time(package: Path) -> None:
    for name in ("gbtlib/loops/__pycache__", "cache"):
        (package / name).write_text("no folder can be here", encoding="utf-8")
    for _ in range(2):
        assert said(start(package, ASK)) == "1.0 0"


def test_loops_are_compiled_where_numba_is_and_is_not_switched_off() -> None:
    is_switched_off = bool(int(os.environ.get("NUMBA_DISABLE_JIT") or 0))
    assert compiling.IS_COMPILED == (find_spec("numba") is not None and not is_switched_off)
    assert bool(compiling.LOOPS) == compiling.IS_COMPILED


def test_every_loop_is_compiled_ahead() -> None:
    """In plain Python there are none, and nothing is said."""
    if compiling.FOLDER is not None:
        (compiling.FOLDER / DONE).unlink(missing_ok=True)
    heard: list[str] = []
    compile_ahead(heard.append)
    assert heard[-1:] == ["gbtlib's loops are compiled"] * compiling.IS_COMPILED
    assert not now
    assert is_compiled()
    compile_ahead(pytest.fail)
    kept = {path.name.split("-")[0] for path in (compiling.FOLDER or Path("none")).rglob("*.nbi")}
    ours = {f"{loop.__module__.rpartition('.')[2]}.{loop.__name__}" for loop in compiling.LOOPS}
    assert ours - kept == set()


def test_bins_of_two_octets_need_no_code_of_their_own() -> None:
    """With 256 bins and one for the missing; in plain Python there is no code at all."""
    octets, known = [], []
    for n in (9, 300):
        X = np.append(np.arange(float(n)), np.nan)[:, np.newaxis]
        model = GradientBoostingRegressor(n_estimators=1, tree_method="hist", trace="full").fit(
            X, range(n + 1)
        )
        model.candidates(1)
        octets.append(model.columns_.bins.dtype.itemsize)
        known.append([list(loop.signatures) for loop in compiling.LOOPS])
    assert octets == [1, 2]
    assert known[0] == known[1]


@pytest.mark.parametrize(
    ("before", "disable"),
    [("", "1"), ("import sys; sys.modules['numba'] = None; ", "0")],
    ids=["off", "none"],
)
def test_in_plain_python_nothing_is_left_to_compile(before: str, disable: str) -> None:
    code = (
        "from gbtlib.compile_ahead import compile_ahead, is_compiled; from gbtlib.loops import compiling;"
        "print(is_compiled(), compiling.IS_COMPILED, compiling.LOOPS, compile_ahead(print))"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": disable, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "-c", before + code]
    told = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    assert told == "True False [] None\n"


@pytest.mark.parametrize(
    ("system", "machine", "version", "wanted"),
    [
        ("linux", "x86_64", "3.11", True),
        ("linux", "x86_64", "3.13", True),
        ("linux", "aarch64", "3.14", True),
        ("linux", "x86_64", "3.15", False),
        ("linux", "armv7l", "3.13", False),
        ("linux", "riscv64", "3.13", False),
        ("win32", "AMD64", "3.13", True),
        ("win32", "ARM64", "3.13", False),
        ("darwin", "arm64", "3.14", True),
        ("darwin", "x86_64", "3.13", True),
        ("darwin", "x86_64", "3.14", False),
    ],
)
def test_numba_is_installed_where_it_has_a_wheel(
    system: str, machine: str, version: str, wanted: bool
) -> None:
    project = ROOT / "pyproject.toml"
    required = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["dependencies"]
    markers = [Requirement(each).marker for each in required if each.startswith("numba")]
    place = {"sys_platform": system, "platform_machine": machine, "python_version": version}
    for name, is_there in (("cpython", wanted), ("pypy", False)):
        here = place | {"implementation_name": name}
        assert any(marker is None or marker.evaluate(here) for marker in markers) == is_there
