"""The launcher's settings and messages, and every page run without a browser."""

import socket
import tomllib
from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from workbench import __main__ as launcher
from workbench.paths import APP_PATH, CONFIG_PATH, PAGES_DIR, SERVE_PATH, page_path
from workbench.shell.registry import PAGES, all_pages

# A first run imports the whole app; what is tested is that it runs, not how fast.
TIMEOUT_S = 120


@pytest.fixture
def busy_port() -> int:
    """A port of this computer on which somebody listens already."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_home_page_runs_and_asks_every_question() -> None:
    app = AppTest.from_file(str(APP_PATH), default_timeout=TIMEOUT_S).run()
    assert not app.exception
    assert [title.value for title in app.title] == ["Gradient boosted trees, step by step"]
    links = [link.proto.label for link in app.get("page_link")]
    asked = [f"**{entry.question}** {entry.title}" for entry in PAGES]
    assert [link for link in links if link in asked] == asked


@pytest.mark.parametrize("entry", all_pages()[1:], ids=lambda entry: entry.path)
def test_every_page_runs(entry) -> None:
    app = AppTest.from_file(str(APP_PATH), default_timeout=TIMEOUT_S).run()
    app.switch_page(f"../pages/{entry.path}").run()
    assert not app.exception


def test_registry_and_pages_folder_hold_the_same_files() -> None:
    listed = [entry.path for entry in all_pages()]
    assert sorted(listed) == sorted(path.name for path in PAGES_DIR.glob("*.py"))
    assert all(Path(page_path(name)).is_absolute() for name in listed)


def test_registry_entries_are_complete_and_unlike() -> None:
    entries = all_pages()
    for field in ("path", "title", "question"):
        values = [getattr(entry, field) for entry in entries]
        assert all(values)
        assert len(set(values)) == len(values), field
    assert all(len(entry.question.split()) <= 8 or "(" in entry.question for entry in entries)


def test_a_class_is_told_an_address_that_it_can_type() -> None:
    here = "The workbench runs at http://127.0.0.1:8502 (Ctrl+C stops it)"
    said = launcher.addresses_in_words("0.0.0.0", 8502, "192.168.1.7")
    assert said == [here, "A class in the same network types http://192.168.1.7:8502"]
    alone = launcher.addresses_in_words("0.0.0.0", 8502, None)
    assert alone[0] == here
    assert "no network" in alone[1]
    assert launcher.addresses_in_words("127.0.0.1", 8502, "192.168.1.7") == [here]
    (itself,) = launcher.addresses_in_words("192.168.1.7", 8502, "192.168.1.7")
    assert "http://192.168.1.7:8502 " in itself


def test_the_address_in_the_network_is_one_of_this_computer() -> None:
    found = launcher.network_address()
    if found is not None:  # there may be no network
        with socket.create_server((found, 0)) as server:
            assert server.getsockname()[0] == found


def test_every_setting_exists_in_this_streamlit() -> None:
    known = config.get_config_options()
    settings = tomllib.loads(CONFIG_PATH.read_text(encoding="utf-8"))
    for section, options in settings.items():
        for name, value in options.items():
            keys = (
                [f"{section}.{name}.{key}" for key in value]
                if isinstance(value, dict)
                else [f"{section}.{name}"]
            )
            assert [key for key in keys if key not in known] == []


def test_flags_carry_every_setting_but_the_themes() -> None:
    assert set(launcher.server_flags()) == {
        "--global.disableWidgetStateDuplicationWarning=true",
        "--global.minCachedMessageSize=1000000000",
        "--server.address=127.0.0.1",
        "--server.enableWebsocketCompression=true",
        "--server.fileWatcherType=none",
        "--server.maxUploadSize=5",
        "--server.showEmailPrompt=false",
        "--runner.magicEnabled=false",
        "--runner.postScriptGC=false",
        "--client.toolbarMode=viewer",
        "--client.showErrorLinks=false",
        "--client.showErrorDetails=none",
        "--browser.gatherUsageStats=false",
        "--logger.hideWelcomeMessage=true",
    }


def test_themes_have_the_colours_with_enough_contrast() -> None:
    theme = tomllib.loads(CONFIG_PATH.read_text(encoding="utf-8"))["theme"]
    for scheme, ink in (("light", "#15191d"), ("dark", "#eef2f5")):
        assert theme[scheme]["textColor"] == theme[scheme]["primaryColor"] == ink
    # No font that would come from the network.
    assert not any("font" in name.lower() for section in theme.values() for name in section)


@pytest.mark.parametrize(
    ("arguments", "flags"),
    [
        ([], []),
        (["--no-browser"], ["--server.headless=true"]),
        (["--headless"], ["--server.headless=true"]),
    ],
)
def test_launcher_hands_its_arguments_to_streamlit(
    arguments: list[str], flags: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr("streamlit.web.cli.main", lambda command, **_: calls.append(command))
    for of_this_process in ("answer_at_once", "watch_no_settings"):
        monkeypatch.setattr(launcher, of_this_process, lambda: None)  # for all that come after
    port = launcher.first_free_port("127.0.0.1", 20000)
    assert launcher.main(["--port", str(port), *arguments]) == 0
    own = ["--server.address=127.0.0.1", f"--server.port={port}"]
    assert calls == [["run", str(SERVE_PATH), *launcher.server_flags(), *own, *flags]]


def test_a_busy_port_is_named_and_nothing_starts(
    busy_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("streamlit.web.cli.main", lambda *_, **__: pytest.fail("the server was started"))
    assert launcher.main(["--port", str(busy_port)]) == 2
    assert f"port {busy_port} is in use; choose another with --port" in capsys.readouterr().err


def test_without_a_port_the_next_free_one_is_taken(busy_port: int) -> None:
    assert not launcher.port_is_free("127.0.0.1", busy_port)
    found = launcher.first_free_port("127.0.0.1", busy_port)
    assert found is not None
    assert busy_port < found < busy_port + launcher.N_PORTS_TRIED


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http"])
def test_an_impossible_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        launcher.main([f"--port={port}"])
    assert stop.value.code == 2
    assert f"port={port} must be a whole number from 1 to 65535" in capsys.readouterr().err
