"""A workbench that runs, and a Chromium, for tests and measurements alike."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import MISSING, find_chromium

ROOT = Path(__file__).resolve().parents[2]
START_LIMIT_S = 60
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Server:
    """A workbench that runs.

    Attributes:
        url: its address, without a slash at the end.
        log: the file of all that it says.
    """

    url: str
    log: Path


@contextmanager
def running_server(folder: Path, module: str = "workbench", port: int | None = None) -> Iterator[str]:
    """Address of a workbench that runs meanwhile, without a slash at the end; its log goes to the folder.

    module: what is run. port: its port, by default any that is free.
    """
    port = port or _free_port()
    log = folder / "log.txt"
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", module, "--no-browser", "--port", str(port)],
            cwd=ROOT,
            # A home without settings: nobody's own Streamlit configuration takes part.
            env={**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_healthy(server, port, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            _stop(server)


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """A headless Chromium. Errors: RuntimeError when there is none; nothing else can take its place."""
    executable = find_chromium()
    if executable is None:
        raise RuntimeError(MISSING)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, headless=True, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _wait_until_healthy(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise RuntimeError(f"the server stopped with status {server.returncode}:\n{log.read_text()}")
        if _is_healthy(port):
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not answer within {START_LIMIT_S} s:\n{log.read_text()}")


def _is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False  # not listening yet


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
