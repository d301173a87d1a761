"""The scripts that readers copy, as templates in a text file beside the module that fills them in. Pure."""

import re
from pathlib import Path


def templates(module: str) -> dict[str, str]:
    """The templates of the .txt beside a module by their names: a line "=== name" stands above each.

    module: its __file__.
    """
    text = Path(module).with_suffix(".txt").read_text("utf-8")
    _, *parts = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))
