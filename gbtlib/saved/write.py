"""A fitted estimator written to a file.

The file is one object of JSON: format and format_version, the version of gbtlib that wrote it, the name of
the estimator, its parameters as they were given, those that its trees were grown with, what its columns hold,
its classes, and what gbtlib.saved.learned keeps of it. Numbers are the shortest decimals that read back the
same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gbtlib.inputs.encoding import Features
from gbtlib.saved.learned import KINDS
from gbtlib.saved.values import plain, plain_array
from gbtlib.version import __version__

FORMAT, FORMAT_VERSION = "gbtlib model", 1


def write_model(model: Any, path: str | Path) -> None:
    """Write a fitted estimator.

    Errors: ValueError for an estimator of another kind, or a value that JSON cannot hold; nothing is written.
    """
    name = type(model).__name__
    if name not in KINDS or not type(model).__module__.startswith("gbtlib."):
        raise ValueError(f"{name} cannot be saved: it must be one of {', '.join(KINDS)}")
    document = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "gbtlib_version": __version__,
        "estimator": name,
        "parameters": {key: plain(value, key) for key, value in model.get_params().items()},
        "tree_parameters": {key: plain(value, key) for key, value in vars(model.params_).items()},
        "features": plain_features(model.features_),
    }
    if model.task == "classification":
        document["classes"] = plain_array(model.classes_, "classes")
    document["learned"] = KINDS[name].write(model)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    Path(path).write_text(text, encoding="utf-8")


def plain_features(features: Features) -> dict[str, Any]:
    """What the columns hold."""
    named = zip(features.names, features.categories, strict=True)
    categories = [
        None if known is None else [plain(value, f"a category of feature {name!r}") for value in known]
        for name, known in named
    ]
    names, absent = list(features.names), features.absent
    return {"names": names, "categories": categories, "absent": absent, "named": features.named}
