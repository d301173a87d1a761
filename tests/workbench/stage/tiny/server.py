"""The workbench with the tiny lesson in it, started as the workbench itself."""

import shutil
import sys
import tempfile
from pathlib import Path

from tests.workbench.stage.tiny.lesson import LESSON
from workbench import paths
from workbench.__main__ import main
from workbench.components import views
from workbench.shell import registry

HERE = Path(__file__).parent

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages"
        shutil.copytree(paths.PAGES_DIR, pages)
        shutil.copy(HERE / "page.py", pages / "tiny.py")
        paths.PAGES_DIR = pages
        registry.PAGES = (*registry.PAGES, registry.known(LESSON))
        views.VIEWS["tiny"] = HERE / "view.js"
        views.OPENER = HERE / "opener.js"
        sys.exit(main())
