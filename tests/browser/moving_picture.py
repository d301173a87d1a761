"""The moving picture of the README, taken anew: `make moving-picture`. Some rounds of the model on Home.

The page's clock stands still between two pictures, so that a slow machine makes the same ones as a fast one.
"""

import io
import tempfile
from datetime import datetime
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from tests.browser.rest import at_rest
from tests.browser.running import ROOT, running_chromium, running_server

FILE = ROOT / ".readme" / "rounds.gif"
EVERY_MS, N_PICTURES, WIDTH, COLOURS = 80, 64, 860, 48
MOST_BYTES = 2_000_000


def pictures(page: Page) -> list[Image.Image]:
    """The model of the home page, at equal distances of time."""
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + 1))
    hero, found = page.locator(".st-key-hero"), []
    for _ in range(N_PICTURES):
        page.clock.run_for(EVERY_MS)
        shot = Image.open(io.BytesIO(hero.screenshot())).convert("RGB")
        height = round(shot.height * WIDTH / shot.width)
        small = shot.resize((WIDTH, height), Image.Resampling.LANCZOS)
        found.append(small.quantize(COLOURS, dither=Image.Dither.NONE))
    return found


def main() -> None:
    """Write it. Errors: ValueError if it became too large for a README."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as url,
        running_chromium() as browser,
    ):
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.clock.install()
        page.goto(url)
        at_rest(page)
        first, *others = pictures(page)
    first.save(FILE, save_all=True, append_images=others, duration=EVERY_MS, loop=0, optimize=True)
    if FILE.stat().st_size > MOST_BYTES:
        raise ValueError(f"{FILE.name} has {FILE.stat().st_size} bytes, more than {MOST_BYTES}")


if __name__ == "__main__":
    main()
