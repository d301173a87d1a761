"""Where the app's own files lie: in a checkout, and in an installed wheel.

A checkout keeps `pages/` and `datasets/` at the top level. A wheel carries them inside the package, as
`_pages` and `_datasets`, so that nothing but the two packages lands in site-packages. The underscore matters:
Streamlit takes a folder called `pages` beside the entry point for its own list of pages.
"""

from pathlib import Path

PACKAGE_DIR = Path(__file__).resolve().parent

APP_PATH = PACKAGE_DIR / "app.py"
"""The script of every page."""

SERVE_PATH = PACKAGE_DIR / "serve.py"
"""What the launcher serves: the same script, with the frame's style."""

FRAME_STYLE_PATH = PACKAGE_DIR / "components" / "kit" / "frame.css"
"""The style of what stands around every lesson."""

ICON_PATH = PACKAGE_DIR / "components" / "kit" / "icon.svg"
"""The icon of the browser's tab; a Material icon would be fetched from the network."""

CONFIG_PATH = PACKAGE_DIR / ".streamlit" / "config.toml"
"""Server settings and themes."""


def _content_dir(name: str) -> Path:
    packed = PACKAGE_DIR / f"_{name}"
    return packed if packed.is_dir() else PACKAGE_DIR.parent / name


PAGES_DIR = _content_dir("pages")
"""One file a lesson."""

DATASETS_DIR = _content_dir("datasets")
"""The CSV files and their README."""


def page_path(filename: str) -> str:
    """Absolute path of a page, as `st.Page` and `st.page_link` take it.

    Args:
        filename: name of a file in the pages folder, such as "home.py".
    """
    return str(PAGES_DIR / filename)
