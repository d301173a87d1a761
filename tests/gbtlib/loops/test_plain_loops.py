"""The loops give the same bits compiled and in plain Python: switched off, or where there is no numba."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.gbtlib.loops.sweep import digests

ROOT = Path(__file__).resolve().parents[3]
SWEEP = "from tests.gbtlib.loops.sweep import main; main()"
WITHOUT_NUMBA = f"import sys; sys.modules['numba'] = None; {SWEEP}"


@cache
def plain_run(code: str, disable: str) -> tuple[bool, dict[str, str], list[str]]:
    """Whether the loops were compiled in another process, its digests, and its warnings."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": disable, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "always", "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    is_compiled, found = json.loads(done.stdout)
    return is_compiled, found, [line for line in done.stderr.splitlines() if "Warning" in line]


@pytest.mark.parametrize(("code", "disable"), [(SWEEP, "1"), (WITHOUT_NUMBA, "0")], ids=["off", "no numba"])
def test_plain_python_gives_the_same_bits(code: str, disable: str) -> None:
    pytest.importorskip("numba")
    ours = digests()
    is_compiled, found, _ = plain_run(code, disable)
    assert not is_compiled
    assert len(set(ours.values())) == len(ours) > 40  # no two models are alike
    assert [name for name in ours if ours[name] != found[name]] == []


def test_loops_that_are_switched_off_warn_of_nothing() -> None:
    pytest.importorskip("numba")
    assert plain_run(SWEEP, "1")[2] == []


def test_one_warning_says_that_there_is_no_numba() -> None:
    (warning,) = plain_run(WITHOUT_NUMBA, "0")[2]
    assert "RuntimeWarning: numba is not installed" in warning
