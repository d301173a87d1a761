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
from gbtlib.saved.values import Losses, plain, plain_array
from gbtlib.version import __version__

FORMAT, FORMAT_VERSION = "gbtlib model", 1


def write_model(model: Any, path: str | Path, losses: Losses) -> None:
    """Write a fitted estimator. losses: by name, those that need no code of the user's.

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
        "parameters": plain_names(model.get_params(), losses),
        "tree_parameters": plain_names(vars(model.params_), losses),
        "features": plain_features(model.features_, losses),
    }
    if model.task == "classification":
        document["classes"] = plain_array(model.classes_, "classes", losses)
    document["learned"] = KINDS[name].write(model, losses)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    Path(path).write_text(text, encoding="utf-8")


def plain_names(values: dict[str, Any], losses: Losses) -> dict[str, Any]:
    """Parameters by name."""
    return {name: plain(value, name, losses) for name, value in values.items()}


def plain_features(features: Features, losses: Losses) -> dict[str, Any]:
    """What the columns hold."""
    categories = []
    for name, known in zip(features.names, features.categories, strict=True):
        place = f"a category of feature {name!r}"
        categories.append(None if known is None else [plain(value, place, losses) for value in known])
    return {
        "names": list(features.names),
        "categories": categories,
        "absent": features.absent,
        "named": features.named,
    }
