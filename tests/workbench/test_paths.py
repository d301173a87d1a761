"""Where the workbench keeps what can be computed again."""

import sys
from pathlib import Path

import pytest

from workbench.paths import cache_dir


def test_the_cache_is_where_the_machine_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_dir() == tmp_path / "gbt-workbench"


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", ".cache"), ("darwin", "Library/Caches"), ("win32", "AppData/Local"), ("freebsd", ".cache")],
)
@pytest.mark.parametrize("given", ["", "relative/path"])
def test_else_where_the_platform_is_used_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, folder: str, given: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", given)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_dir() == tmp_path / folder / "gbt-workbench"


def test_a_user_without_a_home_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_dir() is None
