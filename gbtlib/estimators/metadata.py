"""Which of its methods' further arguments an estimator wants from scikit-learn's tools: metadata routing."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from gbtlib.checks.scikit_learn import Requests, metadata_request

METHODS = ("fit", "predict", "predict_proba", "predict_log_proba", "decision_function", "score")
OF_EVERY_METHOD = ("self", "X", "y")


def metadata_of(kind: type, method: str) -> list[str]:
    """The names of what a method takes beside X and y."""
    if not hasattr(kind, method):
        return []
    return [
        name for name in inspect.signature(getattr(kind, method)).parameters if name not in OF_EVERY_METHOD
    ]


def asking(method: str) -> Callable[..., Any]:
    """The method that says what another one wants, as scikit-learn's estimators have it."""

    def set_request(self: Any, **wishes: bool | str | None) -> Any:
        known = metadata_of(type(self), method)
        for name, wish in wishes.items():
            if name not in known:
                takes = f"it takes {', '.join(known)}" if known else "it takes nothing beside X and y"
                raise TypeError(f"{name} is no argument of {method} of {type(self).__name__}; {takes}")
            if not (wish is None or isinstance(wish, bool | str)):
                raise TypeError(f"{name}={wish!r} must be True, False, None, or another name of it")
        requests = self._requests()
        requests[method] |= wishes
        self._metadata_request = requests
        return self

    set_request.__name__ = f"set_{method}_request"
    set_request.__doc__ = f"""Say which arguments of {method} beside X and y scikit-learn's tools hand on.

    Each by its name: True: they hand it on where they are given it; False: they do not; None: that is an
    error; or the name under which they are given it. It matters after
    sklearn.set_config(enable_metadata_routing=True). Errors: TypeError for what {method} does not take.
    """
    return set_request


class RoutesMetadata:
    """What an estimator tells scikit-learn of the further arguments of its methods."""

    _metadata_request: Requests

    set_fit_request = asking("fit")
    set_predict_request = asking("predict")
    set_score_request = asking("score")

    def get_metadata_routing(self) -> Any:
        """What is wanted of every method, as scikit-learn's tools ask it; made only then."""
        return metadata_request(type(self).__name__, self._requests())

    def _requests(self) -> Requests:
        found = Requests({method: dict.fromkeys(metadata_of(type(self), method)) for method in METHODS})
        for method, wishes in getattr(self, "_metadata_request", {}).items():
            found[method] |= wishes
        return found
