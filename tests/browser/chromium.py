"""The browser of the tests: found, or installed by `python -m tests.browser.chromium`, as by `make test`."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

# On the PATH, or where macOS keeps them.
SYSTEM = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
PLAYWRIGHT = (sys.executable, "-m", "playwright")
# Playwright's driver, which any browser needs, has Node.js inside, and that needs the library.
DEBIAN = ("chromium", "libatomic1")
MISSING = (
    f"no browser for the tests: install Google Chrome or Chromium (Debian: apt install {' '.join(DEBIAN)})"
)


def main() -> int:
    """Install a browser if there is none; the status is 1, and one line says why, when that fails."""
    for install in (install_playwrights, install_debians):
        if find_chromium() is None:
            install()
    if find_chromium() is None:
        print(MISSING, file=sys.stderr)
        return 1
    return 0


def find_chromium() -> str | None:
    """Path of a browser that Playwright can start: the system's, or else Playwright's own; else None."""
    if not _starts(*PLAYWRIGHT):
        return None
    found = (path for name in SYSTEM if (path := shutil.which(name)) and _starts(path))
    return next(found, None) or _playwrights_own()


def install_playwrights() -> None:
    """Download Playwright's own Chromium, for this user alone."""
    print("Browser tests: there is no Chromium; downloading Playwright's", flush=True)
    # Its own patience is half a minute for each of many attempts.
    env = {**os.environ, "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "5000"}
    _run([*PLAYWRIGHT, "install", "--no-shell", "chromium"], env)


def install_debians() -> None:
    """Install Debian's Chromium, as root or where sudo asks for no password."""
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") is None or (as_root and shutil.which("sudo") is None):
        return
    print("Browser tests: Playwright's cannot be had or started; installing Debian's", flush=True)
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    _run([*apt, "update"])
    _run([*apt, "install", "--yes", "--no-install-recommends", *DEBIAN])


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if shutil.which(path) and _starts(path) else None


def _starts(*command: str) -> bool:
    """Whether a program runs at all: one that lacks a library does not, nor one that only names another."""
    return subprocess.run([*command, "--version"], capture_output=True, check=False).returncode == 0


def _run(command: list[str], env: dict[str, str] | None = None) -> None:
    """Run a part of an installer silently; whether it helped is seen by looking for a browser again."""
    subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
